/** Where a function does little beside those that it calls as runs, a run of the whole answers: it is faster. */
import { grad } from 'delta-tape';
import { why } from '../../../../src/plain/why.js';
import { isWorthRuns, least } from '../../../../src/plain/analyse/worth.js';
import { Builder, value } from '../../../../src/plain/ir/build.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';

const load = (text: string): F => modules({ program: text })('program').f as F;
const odd = `function odd(x: number) { return 'ab'.replace(/b/, '').length * x; }\n`;

/** The work that they do beside their calls. */
const worth: Record<string, string> = {
  'loops around one call': `export const f = (p: number[]) => { const a = odd(0.1); let s = 0; for (let i = 0; i < 100; i++) for (let j = 0; j < 10; j++) s += Math.sin(p[0] * i) * p[1] * a; return s; };`,
  'many statements for each call': `export const f = (p: number[]) => { let s = 0; for (let i = 0; i < 50; i++) { let t = odd(p[0]); for (let k = 0; k < 20; k++) t = Math.sin(t * p[1]) + i; s += t; } return s; };`,
};
const little: Record<string, string> = {
  'a few statements': `export const f = (p: number[]) => odd(p[0]) * Math.sin(p[1]);`,
  'a call for each step of a loop': `export const f = (p: number[]) => { let s = 0; for (let i = 0; i < 1000; i++) s += odd(p[0] * i) * p[1]; return s; };`,
  'a loop over what a generator gives': `function* steps() { for (let i = 0; i < 10; i++) yield [i, 2 * i * 'ab'.replace(/b/, '').length]; }
    export const f = (p: number[]) => { let s = 0; for (const [x, y] of steps()) s += (p[0] * x - y) * p[1]; return s; };`,
};

describe('A function that calls others as runs', () => {
  test.each(Object.entries(worth))('is answered by compiled code: %s.', (_, text) => {
    expect(answers(load(odd + text), [[0.4, 1.3]])).toBe(true);
  });

  test.each(Object.entries(little))('is left to a run of the whole: %s.', (_, text) => {
    const f = load(odd + text);
    expect(answers(f, [[0.4, 1.3]])).toBe(false);
    (grad(f as never) as F)([0.4, 1.3]);
    const [{ obstacle }] = why(f).versions;
    expect(obstacle?.what).toContain('too little');
    expect(obstacle?.instead).toContain('leave it as it is');
  });

  test('is decided by the sizes of each call.', () => {
    const f = load(
      `${odd}export const f = (p: number[], n: number) => { const a = odd(p[0]); let s = 0; for (let i = 0; i < n; i++) s += Math.sin(p[0] * i) * a; return s; };`,
    );
    expect(answers(f, [[0.4], 5])).toBe(false);
    expect(answers(f, [[0.4], 500])).toBe(true);
    expect(answers(f, [[0.4], 5])).toBe(false);
  });

  test('counts what crosses against what the code computes.', () => {
    const of = (crossings: number, sums: number) => {
      const builder = new Builder();
      const x = value('x', 'f64');
      const region = builder.region([x], () => {
        let sum = x;
        for (let k = 0; k < sums; k++) sum = builder.prim('add', [sum, x]);
        for (let k = 0; k < crossings; k++)
          builder.add({
            tag: 'host',
            does: 'call',
            text: '#',
            args: [x],
            results: [value('', 'host')],
          });
        return [sum];
      });
      return isWorthRuns({ name: 'f', region })(() => undefined);
    };
    expect(of(1, least.toBeginRuns + least.ofCrossing)).toBe(true);
    expect(of(1, least.toBeginRuns + least.ofCrossing - 1)).toBe(false);
    expect(of(2, least.toBeginRuns + least.ofCrossing)).toBe(false);
  });
});
