/** Compiled code of functions that call functions of other modules: linked as they are bound now, or a run answers. */
import { gradientSource } from 'delta-tape/compile';
import { why } from 'delta-tape/plain';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { adjoint, funcOf, partials } from '../../../support/numeric.js';
import { answers, modules, type F, type Module } from '../../../support/linked-modules.js';

const obstacle = (f: F): string | undefined => why(f).versions[0].obstacle?.what;

const g = `export function g(x: number, k: number): number { return Math.sin(x * k) * x; }`;
const f = `import { g } from './g';
export function f(x: number, ys: Float64Array): number {
  let s = 0;
  for (let i = 0; i < ys.length; i++) s += g(x, i) * ys[i];
  return s;
}`;

test('A function of another module is part of the program.', () => {
  const get = modules({ f, g });
  expect(answers(get('f').f as F, [0.7, Float64Array.of(1, 2, 0.3)], [0, 1])).toBe(true);
  expect(why(get('f').f as F).answers).toBe('compiled');
});

test('So is what it calls in turn, with what each module captures, as it is now.', () => {
  const get = modules({
    c: `export let scale: number = 2;
export const rescale = (s: number) => { scale = s; };
export const inner = (x: number, n: number): number => (n < 1 ? scale : x * inner(x, n - 1));`,
    b: `import { inner as power } from './c';
const w: Float64Array = Float64Array.of(0.5, 2);
export function g(p: { x: number; ys: Float64Array }): number {
  let s = 0;
  for (const y of p.ys) s += w[0] * power(y, 2) * p.x;
  return s + w[1];
}`,
    f: `import { g } from './b';
const shift: number = 0.25;
export function f(x: number, ys: Float64Array): number {
  const walk = (n: number): number => (n < 1 ? g({ x: x + shift, ys }) : walk(n - 1) * x);
  return walk(2);
}`,
  });
  const own = get('f').f as F;
  const at = () => [0.7, Float64Array.of(1, 2, 0.3)];
  expect(answers(own, at(), [0, 1])).toBe(true);
  const before = own(...at());
  (get('c').rescale as (s: number) => void)(3);
  expect(own(...at())).not.toBe(before);
  expect(answers(own, at(), [0, 1])).toBe(true);
});

test('What is imported may be replaced: then the code is linked anew, or left.', () => {
  const other = modules({ g: g.replace('sin', 'cos') })('g');
  const live: Module = { ...modules({ g })('g') };
  const own = modules({ f }, { g: live })('f').f as F;
  const at = [0.7, Float64Array.of(1, 2, 0.3)];
  const first = live.g;
  expect(answers(own, at)).toBe(true);
  live.g = other.g;
  expect(answers(own, at)).toBe(true);
  live.g = (x: number) => x;
  expect(compiled.answer(own, at, 0)).toBeNull();
  expect(obstacle(own)).toBe('the function g of another module has no compiled version');
  live.g = first;
  expect(answers(own, at)).toBe(true);
  delete live.g;
  expect(compiled.answer(own, at, 0)).toBeNull();
});

test('An array that is given is written in place, and read later.', () => {
  const get = modules({
    g: `export function g(w: Float64Array, v: Float64Array, x: number): number {
  for (let i = 0; i < w.length; i++) w[i] = w[i] * x + v[0];
  return w[0] * v[1];
}`,
    f: `import { g } from './g';
export function f(x: number, ys: Float64Array): number {
  const w = ys.slice();
  const first = g(w, ys, x) * w[1];
  return first + g(w, ys, x * w[0]) * w[1];
}`,
  });
  const own = get('f').f as F;
  const at = [0.7, Float64Array.of(1.5, 2)];
  expect(answers(own, at, [0, 1])).toBe(true);
});

test.each([
  ['export const g = (x: any): number => { try { return x; } finally { x; } };', /no compiled/],
  ['export function g(x: number): number { return x; }', undefined],
  ['export function g(x: number, k: number, z: number): number { return x + k * z; }', /other arg/],
  ['export function g(x: Float64Array): number { return x[0]; }', /takes other arguments/],
  ['export function g(x: number): number[] { return [x, 1]; }', /gives no number/],
])('The function is asked what it takes and gives: %s', (text, what) => {
  const own = modules({ f, g: text })('f').f as F;
  if (what === undefined) expect(obstacle(own)).toBeUndefined();
  else expect(obstacle(own)).toMatch(what);
  expect(compiled.answer(own, [0.7, Float64Array.of(1, 2)], 0) === null).toBe(what !== undefined);
});

test('Functions of two modules that call each other are left to a run.', () => {
  const back = `import { f } from './f';
export const g = (x: number): number => (x > 1 ? x : f(x + 1, new Float64Array(2)) * x);`;
  const live: Module = {};
  const own = modules({ f }, { g: modules({ g: back }, { f: live })('g') })('f').f as F;
  live.f = own;
  expect(obstacle(own)).toBe('the function f of another module calls back');
  expect(compiled.answer(own, [0.7, Float64Array.of(1, 2)], 0)).toBeNull();
});

test('While a module is not evaluated yet, nothing is linked.', () => {
  const text = `import { g } from './g';
export function f(x: number): number { return g(x) * x; }`;
  const live = {};
  Object.defineProperty(live, 'g', {
    get: () => {
      throw new ReferenceError('g is not there');
    },
  });
  const own = modules({ f: text }, { g: live })('f').f as F;
  expect(compiled.answer(own, [0.7], 0)).toBeNull();
  expect(obstacle(own)).toMatch(/not there yet/);
});

test('What is not linked has no adjoint, and no source.', () => {
  const text = `import { g } from './g';\nexport function f(x: number): number { return g(x) * x; }`;
  const func = funcOf(text);
  const made = adjoint(func, func.region.params, { partials, asksForZeros: true });
  expect(made).toEqual({ tag: 'refused', why: 'it calls functions that are not linked' });
  expect(() => gradientSource(text)).toThrow('it calls a function of ./g, which is not given');
});
