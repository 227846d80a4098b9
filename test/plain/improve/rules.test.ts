/** Each rule fires where it should, and not where it may not. That rules change no bit is in improve.test.ts. */
import { hoisted } from '../../../src/plain/improve/hoisted.js';
import { shared } from '../../../src/plain/improve/shared.js';
import { improved } from '../../../src/plain/improve/improved.js';
import type { Func, Stmt } from '../../../src/plain/ir/ir.js';
import { emit, funcOf, verify } from '../../support/numeric.js';

const codeOf = (text: string, pass = improved) => emit(pass(funcOf(text))).code;
const count = (text: string, part: string) => text.split(part).length - 1;

test('A branch that is always taken stands in the place of the choice.', () => {
  const text = 'function f(x: number, h = 0.1) { return x * h; }';
  expect(codeOf(text)).toBe('function f(x, h) {\n  return x * h;\n}');
});

describe('Common terms', () => {
  test('are computed once, also for a loop inside.', () => {
    const text = `function f(x: number[], y: number) {
      let sum = Math.exp(y);
      for (let i = 0; i < x.length; i++) sum += Math.exp(y) * x[i] * x[i];
      return sum;
    }`;
    const code = emit(shared(funcOf(text))).code;
    expect(count(code, 'Math.exp')).toBe(1);
    expect(count(code, 'x[i]')).toBe(1);
  });

  test('are read again after a store, in the loop around it too.', () => {
    const text = `function f(y: number) {
      const x = new Float64Array(2);
      let sum = x[0];
      for (let i = 0; i < 2; i++) { sum += x[0]; x[0] = y * i; sum += x[0]; }
      return sum + x[0];
    }`;
    expect(count(codeOf(text, shared), 'x[0]')).toBe(5);
  });

  test('are not taken from a branch.', () => {
    const text =
      'function f(y: number) { let s = 0; if (y > 0) s = Math.exp(y); return s + Math.exp(y); }';
    expect(count(codeOf(text, shared), 'Math.exp')).toBe(2);
  });
});

describe('What a loop need not repeat', () => {
  const text = (inner: string) => `function f(x: Float64Array, y: number) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) for (let j = 0; j < 3; j++) sum += ${inner};
    return sum;
  }`;

  test('stands before it.', () => {
    const code = codeOf(text('x[i] * Math.exp(y)'), hoisted);
    expect(code.indexOf('Math.exp')).toBeLessThan(code.indexOf('for'));
  });

  test('stays where it depends on a step, reads an element, or stands in a branch.', () => {
    const isInside = (inner: string, part: string) => {
      const code = codeOf(text(inner), hoisted);
      return code.indexOf(part) > code.lastIndexOf('for');
    };
    expect(isInside('Math.exp(y + j)', 'Math.exp')).toBe(true);
    expect(isInside('x[1]', 'x[1]')).toBe(true);
    expect(isInside('y > 0 ? Math.log(y) : 0', 'Math.log')).toBe(true);
  });
});

test('The length of a new array is known where it is a constant that is one.', () => {
  const text = (length: string) => `function f(x: number) {
    const a = new Float64Array(${length});
    for (let i = 0; i < a.length; i++) a[i] = i * x;
    return a[1];
  }`;
  expect(codeOf(text('3'))).toContain('i < 3');
  for (const length of ['2.5', '-1', 'x']) expect(codeOf(text(length))).toContain('i < a.length');
});

test('A rule that takes steps for the same is noticed: what depends on a step does not stand before it.', () => {
  const f = funcOf(`function f(x: Float64Array, y: number) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += Math.exp(y * i);
    return sum;
  }`);
  /** Moves all that a loop computes by rows before it, also what depends on its step. */
  const wrong: Func = {
    ...f,
    region: {
      ...f.region,
      body: f.region.body.flatMap((stmt): Stmt[] => {
        if (stmt.tag !== 'for') return [stmt];
        const isMoved = (inner: Stmt) => inner.tag === 'let' && inner.op.tag === 'prim';
        const [moved, rest] = [true, false].map((is) =>
          stmt.body.body.filter((inner) => isMoved(inner) === is),
        );
        return [...moved, { ...stmt, body: { ...stmt.body, body: rest } }];
      }),
    },
  };
  expect(verify(hoisted(f))).toEqual([]);
  expect(verify(wrong)).not.toEqual([]);
});
