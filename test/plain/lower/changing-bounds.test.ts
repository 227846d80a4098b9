/** Loops that change how far they count: the value is that of the source, the gradient that of a run. */
import { valueAndGrad } from 'delta-tape';
import { bothTiers } from '../../support/both-tiers.js';
import { boundPrograms } from '../../support/bound-programs.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import fc from 'fast-check';

const point = [0.7, -1.3, 2.1, 0.4];

const isCompiled = (text: string): boolean => bothTiers(text, point);

test.each([
  [
    'a store behind its end',
    'const a = [x[0]]; for (let i = 0; i < a.length; i++) { s += a[i] * x[1]; if (i < 4) a[a.length] = s; }',
  ],
  ['pop', 'const a = [...x]; for (let i = 0; i < a.length; i++) { s += a[i]; a.pop(); }'],
  [
    'a rest',
    'let a = [...x], c = 0; for (let i = 0; i < a.length; i++) { s += a[i]; [c, ...a] = a; }',
  ],
  [
    'a getter',
    'const c = new Count(); for (let i = 0; i < c.n; i++) { s += x[i]; if (c.k < 4) c.k++; }',
  ],
  [
    'a getter as a step',
    'const c = new Count(); for (let i = 0; i < 4; i += c.n) { s += x[i]; c.k = 1; }',
  ],
  [
    'Object.assign',
    'const o = { n: 1 }; for (let i = 0; i < o.n; i++) { s += x[i]; if (i < 3) Object.assign(o, { n: i + 2 }); }',
  ],
  [
    'computed names',
    'const o = { n: 4 }; for (let i = 0; i < o.n; i++) { s += x[i]; for (const k in o) o[k] = 2; }',
  ],
  ['the target of a loop', 'for (let i = 0; i < 4; i++) { s += x[i]; for (i of [i + 1]) s *= 2; }'],
])('%s', (_, body) => {
  const text = `class Count { k = 2; get n() { return this.k; } }
exports.f = f; function f(x: number[]): number { let s = 0; ${body} return s * s; }`;
  expect(isCompiled(text)).toBe(true);
});

test('A loop to the length of a list that grew before it counts.', () => {
  const text = `exports.f = f; function f(x: number[]): number { const a = []; for (const v of x) a.push(v * v); let s = 0; for (let i = 0; i < a.length; i++) for (let j = 0; j < a.length; j++) s += a[i] * a[j]; return s; }`;
  expect(isCompiled(text)).toBe(true);
});

test.each([
  [
    'a variable of another case',
    'switch (x[1] < 0 ? 1 : 0) { case 0: let v = 2; s += v; break; case 1: v = 3; s += v; }',
  ],
  [
    'one that is read',
    'switch (x[1] < 0 ? 1 : 0) { case 0: let v = 2; s += v; break; case 1: s += v; }',
  ],
  ['a constant', 'const v = 1; v = 2; s += v;'],
  ['a constant of a loop', 'for (const i = 0; i < 2; i++) s += x[i];'],
  ['a class', 'const o = new Local(); class Local { k = 1; } s += o.k;'],
  ['a field of a frozen object', 'const o = Object.freeze({ k: x[0] }); o.k = 2; s += o.k;'],
  [
    'a field of an object that is frozen in a loop',
    'const o = { k: 1 }; for (let i = 0; i < 2; i++) { o.k = i; Object.freeze(o); } s += o.k;',
  ],
  [
    'a field of a frozen object by Object.assign',
    'const o = { k: x[0] }; Object.freeze(o); Object.assign(o, { k: 2 }); s += o.k;',
  ],
])('%s that may not be read or written throws', (_, body) => {
  const text = `'use strict'; exports.f = f; function f(x: number[]): number { let s = x[0]; ${body} return s * s; }`;
  const { f } = load<{ f: (x: number[]) => number }>(text);
  expect(() => f(point)).toThrow();
  expect(() => valueAndGrad(f)(point)).toThrow();
});

test('Random loops that change how far they count.', () => {
  let [count, all] = [0, 0];
  fc.assert(
    fc.property(boundPrograms, (text) => {
      all++;
      if (isCompiled(text)) count++;
    }),
    { numRuns: sampled(150) },
  );
  expect(count).toBeGreaterThan(all / 3);
});
