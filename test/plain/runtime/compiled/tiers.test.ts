/**
 * Compiled code answers as runs do, or not at all: values bit for bit, gradients to rounding, errors and what
 * becomes of arguments. The rows are what tempts compiled code to differ.
 */
import fc from 'fast-check';
import { grad } from 'delta-tape';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { arrayPrograms } from '../../../support/array-programs.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { compareTiers, type Temptation } from '../../../support/temptations.js';
import { answer, difference } from '../../../support/tiers.js';

type F = (...args: never[]) => number;

beforeEach(() => {
  compiled.answer = answer;
});

const f = (params: string, body: string): string =>
  `exports.f = f;\nfunction f(${params}): number { ${body} }`;
const sum = f(
  'xs: Float64Array, y: number = 2',
  'let s = y; for (const x of xs) s += x * x * y; return s;',
);
const list = f('xs: number[]', 'let s = 0; for (const x of xs) s += x * x; return s;');
const record = `interface P { a: number; w: Float64Array; b: number }
exports.f = f;
function f(p: P, ys: number[]): number {
  let s = p.b;
  for (let k = 0; k < ys.length; k++) s += p.a * p.w[k] * ys[k];
  return s;
}`;

const rows: Temptation[] = [
  { title: 'an array', text: sum, args: () => [Float64Array.of(1, 2, 3), 3], isCompiled: true },
  { title: 'a default', text: sum, args: () => [Float64Array.of(1, 2, 3)], isCompiled: true },
  {
    title: 'more arguments than parameters',
    text: sum,
    args: () => [Float64Array.of(1), 3, 4],
    isCompiled: true,
  },
  {
    title: 'a derivative by an argument too many',
    text: sum,
    args: () => [Float64Array.of(1), 3, 4],
    wrt: 2,
    isCompiled: false,
  },
  {
    title: 'a derivative by two arguments',
    text: sum,
    args: () => [Float64Array.of(1, 5), 3],
    wrt: [1, 0],
    isCompiled: true,
  },
  {
    title: 'a derivative by an argument that is not there',
    text: sum,
    args: () => [Float64Array.of(1, 5), 3],
    wrt: 5,
    isCompiled: false,
  },
  { title: 'an empty array', text: sum, args: () => [new Float64Array(0), 3], isCompiled: true },
  { title: 'an empty list', text: list, args: () => [[]], isCompiled: true },
  {
    title: 'a Float32Array in the place of another',
    text: sum,
    args: () => [Float32Array.of(1, 2), 3],
    isCompiled: false,
  },
  { title: 'a number in the place of an array', text: sum, args: () => [3, 3], isCompiled: false },
  {
    title: 'a list in the place of a typed array',
    text: sum,
    args: () => [[1, 2], 3],
    isCompiled: false,
  },
  {
    title: 'an array of a class of its own',
    text: sum,
    args: () => [new (class extends Float64Array {})([1, 2]), 3],
    isCompiled: false,
  },
  {
    title: 'an array with a length of its own',
    text: sum,
    args: () => [Object.defineProperty(Float64Array.of(1, 2), 'length', { value: 1 }), 3],
    isCompiled: false,
  },
  {
    title: 'a sum over elements that are not there',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(3); a[1] = xs[0]; return a.reduce((s, x) => s + x * x, 0);',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: false,
  },
  {
    title: 'a walk over elements that are not there',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(3); a[1] = xs[0]; let s = 0; a.forEach((x) => { s += x * xs[1]; }); return s;',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: false,
  },
  {
    title: '?? of an element that is not there',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(3); a[1] = xs[0]; return (a[0] ?? xs[1]) * a[1];',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: false,
  },
  {
    title: 'two elements that are not there and are equal',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(3); a[1] = xs[0]; return a[1] * (a[0] === a[2] ? 2 : xs[1]);',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: false,
  },
  {
    title: 'a question about elements that are not there',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(3); a[1] = xs[0]; return a.every((x) => x > 0) ? xs[0] : xs[1];',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: false,
  },
  {
    title: 'new elements, all of which are given',
    text: f(
      'xs: number[]',
      'const a = new Array<number>(2); for (let i = 0; i < 2; i++) a[i] = xs[i] ** 2; return a[0] * a[1];',
    ),
    args: () => [[1.5, 2.5]],
    isCompiled: true,
  },
  {
    title: 'a function that ends without a return',
    text: f(
      'x: number',
      'const cube = (y: number): any => { if (y < 2) return y * y * y; }; return cube(x) * x + (cube(9 * x) ?? 7) * x;',
    ),
    args: () => [1.5],
    isCompiled: false,
  },
  {
    title: 'a function that returns nothing on some way',
    text: f(
      'x: number',
      'const cube = (y: number): any => { if (y > 2) return undefined; return y * y * y; }; return cube(x) * x + (cube(9 * x) ?? 7) * x;',
    ),
    args: () => [1.5],
    isCompiled: false,
  },
  {
    title: 'a function that always returns in a loop',
    text: f('x: number', 'let y = x; while (true) { y = y * x + 1; if (y > 20) return y; } '),
    args: () => [1.5],
    isCompiled: true,
  },
  { title: 'a frozen list', text: list, args: () => [Object.freeze([1, 2])], isCompiled: true },
  {
    title: 'a list with a hole',
    text: list,
    args: () => [(Array(2) as number[]).concat([1])],
    isCompiled: false,
  },
  { title: 'a list with undefined', text: list, args: () => [[1, undefined]], isCompiled: false },
  { title: 'a list with −0 and NaN', text: list, args: () => [[-0, NaN, 1]], isCompiled: true },
  { title: 'a list with Infinity', text: list, args: () => [[Infinity, 1]], isCompiled: true },
  {
    title: 'a list with a getter',
    text: list,
    args: () => [Object.defineProperty([1, 2], 0, { get: () => 5, enumerable: true })],
    isCompiled: true,
  },
  { title: 'a proxy of a list', text: list, args: () => [new Proxy([1, 2], {})], isCompiled: true },
  {
    title: 'a list of a class of its own',
    text: list,
    args: () => [class extends Array<number> {}.of(1, 2, 3)],
    isCompiled: false,
  },
  {
    title: 'a record',
    text: record,
    args: () => [{ a: 2, w: Float64Array.of(1, 2), b: 3 }, [4, 5]],
    isCompiled: true,
  },
  {
    title: 'a record in another order',
    text: record,
    args: () => [{ b: 3, w: Float64Array.of(1, 2), a: 2 }, [4, 5]],
    isCompiled: true,
  },
  {
    title: 'a record with more in it',
    text: record,
    args: () => [
      { z: 'z', b: 3, w: Float64Array.of(1, 2), a: 2, g: null, u: undefined, t: true },
      [4, 5],
    ],
    isCompiled: true,
  },
  {
    title: 'a record with another number in it',
    text: record,
    args: () => [{ b: 3, w: Float64Array.of(1, 2), a: 2, c: 7 }, [4, 5]],
    isCompiled: false,
  },
  {
    title: 'a record without a field',
    text: record,
    args: () => [{ b: 3, w: Float64Array.of(1, 2) }, [4, 5]],
    isCompiled: false,
  },
  {
    title: 'a record with a getter',
    text: record,
    args: () => [
      {
        b: 3,
        w: Float64Array.of(1, 2),
        get a() {
          return 2;
        },
      },
      [4, 5],
    ],
    isCompiled: false,
  },
  {
    title: 'a record with an inherited field',
    text: record,
    args: () => [Object.create({ b: 3, w: Float64Array.of(1, 2), a: 2 }) as object, [4, 5]],
    isCompiled: false,
  },
  {
    title: 'a record with a hidden field',
    text: record,
    args: () => [
      Object.defineProperty({ b: 3, w: Float64Array.of(1, 2) }, 'a', { value: 2 }),
      [4, 5],
    ],
    isCompiled: false,
  },
  {
    title: 'an instance of a class',
    text: record,
    args: () => [
      new (class {
        b = 3;
        w = Float64Array.of(1, 2);
        a = 2;
      })(),
      [4, 5],
    ],
    isCompiled: false,
  },
  {
    title: 'a frozen record by some of its fields',
    text: record,
    args: () => [Object.freeze({ b: 3, w: Float64Array.of(1, 2), a: 2 }), [4, 5]],
    wrt: ['a', 'w'],
    isCompiled: true,
  },
  {
    title: 'a record by a field',
    text: record,
    args: () => [{ b: 3, w: Float64Array.of(1, 2), a: 2 }, [4, 5]],
    wrt: 'w',
    isCompiled: true,
  },
  {
    title: 'a record by a field that it has not',
    text: record,
    args: () => [{ b: 3, w: Float64Array.of(1, 2), a: 2 }, [4, 5]],
    wrt: 'v',
    isCompiled: false,
  },
  {
    title: 'a tuple',
    text: f('p: [number, number[]]', 'return p[0] * p[1][1];'),
    args: () => [[2, [3, 4]]],
    isCompiled: true,
  },
  {
    title: 'a tuple that is too long',
    text: f('p: [number, number[]]', 'return p[0] * p[1][1];'),
    args: () => [[2, [3, 4], 5]],
    isCompiled: false,
  },
  {
    title: 'an object in the place of a tuple',
    text: f('[x, y]: [number, number]', 'return x * y;'),
    args: () => [{ 0: 1, 1: 2 }],
    isCompiled: false,
  },
  {
    title: 'one array given twice',
    text: f('xs: Float64Array, ys: Float64Array', 'return xs[0] * ys[0] * ys[1];'),
    args: () => {
      const xs = Float64Array.of(2, 3);
      return [xs, xs];
    },
    isCompiled: true,
  },
  {
    title: 'arrays that overlap',
    text: f('xs: Float64Array, ys: Float64Array', 'return xs[0] * ys[0] * ys[1];'),
    args: () => {
      const xs = Float64Array.of(2, 3, 4);
      return [xs.subarray(0, 2), xs.subarray(1)];
    },
    isCompiled: true,
  },
  {
    title: 'writes into an argument',
    text: f('xs: Float64Array', 'xs[0] = xs[1] * 2; return xs[0] * xs[0];'),
    args: () => [Float64Array.of(2, 3)],
    isCompiled: true,
  },
  {
    title: 'a captured array that is written',
    text: `const w = new Float64Array(2);\n${f('x: number', 'w[0] = x; return w[0] * x;')}`,
    args: () => [3],
    isCompiled: false,
  },
  {
    title: 'a captured array',
    text: `const w = Float64Array.of(3, 4);\n${f('x: number', 'return w[0] * x * x + w[1];')}`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a captured array whose type is written',
    text: `const w: Float64Array = Float64Array.of(3, 4);\n${f('x: number', 'return w[0] * x * x + w[1];')}`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a captured variable that changed',
    text: `let w: number = 1;\n${f('x: number', 'return w * x * x;')}\nw = 5;`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a captured variable of a wrong type',
    text: `let w: number = '7' as any;\n${f('x: number', 'return w * x * x;')}`,
    args: () => [3],
    isCompiled: false,
  },
  {
    title: 'a captured record',
    text: `const o: { k: number; v: number[] } = { k: 3, v: [1, 2] };\n${f('x: number', 'return x > 2 ? o.k * x * o.v[1] : o.v[0];')}`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a function that is replaced',
    text: `function g(x: number): number { return x; }\n${f('x: number', 'return g(x) * x;')}\n(g as any) = (x: number) => 3 * x;`,
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a function that is declared twice',
    text: `function g(x: number): number { return x; }\n${f('x: number', 'return g(x) * x;')}\nfunction g(x: number): number { return 5 * x; }`,
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a Float64Array of its own',
    text: `const Float64Array = { from: (xs: number[]) => xs.map((x) => 2 * x) };\n${f('xs: number[]', 'return Float64Array.from(xs)[0];')}`,
    args: () => [[2]],
    isCompiled: true,
  },
  {
    title: 'a Math of its own',
    text: `const Math = { sin: (x: number) => 2 * x };\n${f('x: number', 'return Math.sin(x);')}`,
    args: () => [2],
    isCompiled: true,
  },
  {
    title: 'elements that are not there',
    text: f('xs: Float64Array', 'return (xs[7] || 3) * xs[0] + (xs[-1] > 0 ? 1 : xs[0]);'),
    args: () => [Float64Array.of(2)],
    isCompiled: true,
  },
  {
    title: 'a missing element for a result',
    text: f('xs: Float64Array', 'return xs[7];'),
    args: () => [Float64Array.of(2)],
    isCompiled: false,
  },
  {
    title: 'an index of NaN',
    text: f('xs: Float64Array', 'return xs[0 / 0] * xs[0] + xs[0];'),
    args: () => [Float64Array.of(2)],
    isCompiled: true,
  },
  {
    title: 'a length that is no length',
    text: f('n: number, x: number', 'const a = new Float64Array(n); return a.length * x;'),
    args: () => [-1, 2],
    wrt: 1,
    isCompiled: false,
  },
  {
    title: 'a store where an array has no element',
    text: f(
      'x: number',
      'const a = [1, 2]; for (let k = 0; k < 3; k++) a[k] = x * k; return a[2];',
    ),
    args: () => [3],
    isCompiled: false,
  },
  {
    title: 'a Float32Array that is filled',
    text: f(
      'xs: Float32Array',
      'const a = new Float32Array(2); a[0] = xs[0] / 3; a[1] = a[0] * xs[1]; return a[1] * a[1];',
    ),
    args: () => [Float32Array.of(1, 2)],
    isCompiled: true,
  },
  {
    title: 'whole numbers',
    text: f('xs: Float64Array, at: Int32Array', 'return xs[at[0]] * xs[at[1]];'),
    args: () => [Float64Array.of(2, 3), Int32Array.of(1, 1)],
    wrt: [0],
    isCompiled: true,
  },
  {
    title: 'a derivative by whole numbers, which is an error',
    text: f('xs: Float64Array, at: Int32Array', 'return xs[at[0]] * xs[at[1]];'),
    args: () => [Float64Array.of(2, 3), Int32Array.of(1, 1)],
    wrt: 1,
    isCompiled: false,
  },
  {
    title: 'whole numbers that are made of reals',
    text: f(
      'x: number',
      'const a = new Int32Array(2); a[0] = x; a[1] = 2 * x; return a[0] * x + a[1];',
    ),
    args: () => [2.7],
    isCompiled: true,
  },
  {
    title: 'bits of reals',
    text: f(
      'x: number, y: number',
      'return (x | 0) * y + (y >>> 1) * x + (~x & 3) * y + Math.imul(x, y) + Math.clz32(x);',
    ),
    args: () => [2.7, -3.2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'an index, a length and a bound that are reals',
    text: f(
      'x: number, xs: Float64Array',
      'const a = new Float64Array(x); let s = 0; for (let k = 0; k < x; k++) s += xs[x - k - 1] * x + a.length; return s;',
    ),
    args: () => [3, Float64Array.of(1, 2, 3)],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'a counter that depends on inputs',
    text: f(
      'x: number, xs: Float64Array',
      'let s = 0; for (let k = x; k < 3; k += x) s += xs[1] * k; return s;',
    ),
    args: () => [0.3, Float64Array.of(1, 2, 3)],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'steps and remainders',
    text: f(
      'x: number, y: number',
      'return Math.floor(x) * y + Math.round(y) * x + Math.sign(x) * y + (x % y) * x + Math.trunc(x) + Math.fround(x) * y;',
    ),
    args: () => [5.3, -2.2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'reals that are compared',
    text: f(
      'x: number, y: number',
      'const same = x === y; return (same ? x * x : y) + (x !== y && x >= 2 ? y : x) + (!same || y <= 2 ? x * y : 0) + (x ? y : x);',
    ),
    args: () => [2, 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'a loop without an end but its break',
    text: f(
      'x: number',
      'let y = x, n = 0; while (true) { y = y * 0.5 + 1 / y; if (++n > 30 || Math.abs(y * y - 2) < 1e-12) break; } return y * x;',
    ),
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a number of a type that is wider than it is used',
    text: f(
      'o: { readonly x: number; readonly flag: boolean }',
      'return o.flag ? o.x * o.x : -o.x;',
    ),
    args: () => [{ x: 2, flag: true }],
    isCompiled: true,
  },
  {
    title: 'powers',
    text: f(
      'x: number, y: number, z: number',
      'return x ** 2 + x ** 3 + x ** 0.5 + x ** -1 + x ** y + 2 ** x + z ** 2 + z ** 3 + (x * 0) ** y + z ** 0;',
    ),
    args: () => [2, 3, -1.5],
    wrt: [0, 1, 2],
    isCompiled: true,
  },
  {
    title: 'functions of Math',
    text: f(
      'x: number',
      'return Math.sin(x) * Math.cos(x) + Math.tan(x) + Math.exp(x) - Math.expm1(x) * Math.log(x) + Math.log1p(x) + Math.log2(x) + Math.log10(x) + Math.sinh(x) + Math.cosh(x) + Math.tanh(x) + Math.asin(x) + Math.acos(x) + Math.atan(x) + Math.asinh(x) + Math.acosh(1 + x) + Math.atanh(x) + Math.sqrt(x) + Math.cbrt(x) + Math.atan2(x, 2) + Math.hypot(x, 1, 2) + Math.max(x, 0.1) + Math.min(1, x, 3) + Math.abs(-x) + Math.pow(x, 2.5);',
    ),
    args: () => [0.5],
    isCompiled: true,
  },
  {
    title: 'rows of the library',
    text: `const { sigmoid, softplus, erf, relu, stopGradient } = require('delta-tape');\n${f('x: number', 'return sigmoid(x) * softplus(x) + erf(x) + relu(x) * stopGradient(x);')}`,
    args: () => [0.5],
    isCompiled: true,
  },
  {
    title: 'arrays of arrays',
    text: f(
      'm: number[][], xs: Float64Array[]',
      'let s = 0; for (let i = 0; i < m.length; i++) { const row = m[i]; for (let j = 0; j < row.length; j++) s += row[j] * m[i][j] * xs[j][i]; } return s;',
    ),
    args: () => [
      [[1, 2], [], [3]],
      [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)],
    ],
    wrt: [1, 0],
    isCompiled: true,
  },
  {
    title: 'one array twice in an array',
    text: f('m: number[][]', 'return m[0][0] * m[1][0];'),
    args: () => {
      const row = [3];
      return [[row, row]];
    },
    isCompiled: true,
  },
  {
    title: 'an array of arrays with a hole, or with something else',
    text: f('m: number[][]', 'return m[0][0] * m[0][0];'),
    args: () => [[[1], ['2']]],
    isCompiled: false,
  },
  {
    title: 'a missing row',
    text: f('m: number[][]', 'return m[0][0] * m[2][0];'),
    args: () => [[[1], [2]]],
    isCompiled: false,
  },
  {
    title: 'writes into rows of an argument',
    text: f('m: number[][]', 'const row = m[0]; row[0] = row[0] * 2; return row[0] * m[0][0];'),
    args: () => [[[1], [2]]],
    isCompiled: true,
  },
  {
    title: 'a view of an argument that is written',
    text: f('xs: Float64Array', 'const v = xs.subarray(1); v[0] = 2 * xs[0]; return v[0] * xs[1];'),
    args: () => [Float64Array.of(2, 3)],
    isCompiled: true,
  },
  {
    title: 'a copy of an argument that is written',
    text: f('xs: Float64Array', 'const v = xs.slice(); v[0] = 2 * xs[1]; return v[0] * xs[0];'),
    args: () => [Float64Array.of(2, 3)],
    isCompiled: true,
  },
  {
    title: 'a captured record that is written',
    text: `const o: { k: number } = { k: 3 };\n${f('x: number', 'o.k = x; return o.k * x;')}`,
    args: () => [3],
    isCompiled: false,
  },
  {
    title: 'a captured record that changes between calls',
    text: `const o: { k: number } = { k: 3 };\n${f('x: number', 'return o.k * x;')}\no.k = 4;`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a class',
    text: `class V { constructor(readonly x: number, readonly y: number) {} dot(o: V): number { return this.x * o.x + this.y * o.y; } }\n${f('x: number', 'const v = new V(x, 2); return v.dot(new V(x * x, x));')}`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'a class whose method is replaced',
    text: `class V { constructor(readonly x: number) {} twice(): number { return this.x * 2; } }\n(V.prototype as any).twice = function (this: V) { return this.x * 5; };\n${f('x: number', 'return new V(x).twice() * x;')}`,
    args: () => [3],
    isCompiled: false,
  },
  {
    title: 'a class that extends another',
    text: `class A { constructor(readonly x: number) {} of(): number { return this.x; } }\nclass B extends A { of(): number { return 3 * super.of(); } }\n${f('x: number', 'return new B(x).of() * x;')}`,
    args: () => [3],
    isCompiled: true,
  },
  {
    title: 'an error that is not met',
    text: f('x: number', "if (x < 0) throw new Error('no'); return x * x;"),
    args: () => [2],
    isCompiled: true,
  },
  {
    title: 'an error that is met',
    text: f(
      'x: number',
      'const y = x * x; if (y > 3) throw new RangeError(`no: ${y > 3}`); return y;',
    ),
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a switch with labels',
    text: f(
      'x: number, n: number',
      'let s = x; out: for (let i = 0; i < 5; i++) { switch ((n + i) % 3) { case 0: s *= x; case 1: s += 1; break; case 2: if (s > 50) break out; s += x; } } return s;',
    ),
    args: () => [1.5, 1],
    isCompiled: true,
  },
  {
    title: 'parameters without types',
    text: 'exports.f = f; function f(x, y) { let s = 0; for (let k = 0; k < y.length; k++) s += Math.sin(x) * y[k]; return s; }',
    args: () => [1.5, [1, 2]],
    isCompiled: true,
  },
  {
    title: 'parameters without types that are not what they seem',
    text: 'exports.f = f; function f(x, y) { let s = 0; for (let k = 0; k < y.length; k++) s += Math.sin(x) * y[k]; return s; }',
    args: () => [1.5, '12'],
    isCompiled: false,
  },
  {
    title: 'text that is added',
    text: 'exports.f = f; function f(x, y) { const s = x + y; return s * 1; }',
    args: () => ['1', 2],
    wrt: 1,
    isCompiled: false,
  },
  {
    title: 'an array of objects',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [
      2,
      [
        { w: 2, at: { y: 1, x: 3 } },
        { at: { x: 1, y: 5 }, w: 3 },
      ],
    ],
    isCompiled: true,
  },
  {
    title: 'an empty array of objects',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [2, []],
    isCompiled: true,
  },
  {
    title: 'one object twice in an array',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [2, Array(2).fill({ w: 2, at: { y: 1, x: 3 } })],
    isCompiled: true,
  },
  {
    title: 'one object twice in an array that a gradient is taken by',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('ps: P[], x: number', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [Array(2).fill({ w: 2, at: { y: 1, x: 3 } }), 2],
    isCompiled: true,
  },
  {
    title: 'an argument that is also a row of another one',
    text: f('xs: number[], m: number[][]', 'return xs[0] * m[0][0] * m[1][0];'),
    args: () => {
      const xs = [3];
      return [xs, [[2], xs]];
    },
    isCompiled: true,
  },
  {
    title: 'many rows, of which one is given twice',
    text: f('m: number[][]', 'let s = 0; for (const row of m) s += row[0] ** 2; return s;'),
    args: () => {
      const rows = Array.from({ length: 12 }, (_, k) => [k]);
      return [[...rows, rows[5]]];
    },
    isCompiled: true,
  },
  {
    title: 'rows that are compared, one of them given twice',
    text: f('x: number, m: number[][]', 'return m[0] === m[1] ? x * x : x * m[0][0];'),
    args: () => {
      const row = [3];
      return [2, [row, row]];
    },
    isCompiled: false,
  },
  {
    title: 'an array of objects of which one lacks a field',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [
      2,
      [
        { w: 2, at: { y: 1, x: 3 } },
        { w: 2, at: { y: 1 } },
      ],
    ],
    isCompiled: false,
  },
  {
    title: 'an array of objects of which one is none',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [2, [{ w: 2, at: { y: 1, x: 3 } }, null]],
    isCompiled: false,
  },
  {
    title: 'a derivative by an array of objects',
    text: `interface P { at: { x: number; y: number }; w: number }\n${f('x: number, ps: P[]', 'let s = 0; for (const { at, w } of ps) s += w * (x - at.x) * (x - at.y); return s;')}`,
    args: () => [
      2,
      [
        { w: 2, at: { y: 1, x: 3 } },
        { at: { x: 1, y: 5 }, w: 3 },
      ],
    ],
    wrt: 1,
    isCompiled: false,
  },
  {
    title: 'an exact 0 times what is not finite',
    text: f('x: number, y: number', 'return 0 * Math.sqrt(x) + Math.log(y) * (x > 1 ? 1 : 0) + y;'),
    args: () => [0, 0.5],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'kinks',
    text: f(
      'x: number, y: number',
      'return Math.abs(x) + Math.max(x, y) + Math.min(x, y, 0) + Math.hypot(x, y) + Math.sqrt(x * x) + x ** y;',
    ),
    args: () => [0, 0],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'a value of NaN',
    text: f('x: number', 'return Math.sqrt(x) + Math.log(x);'),
    args: () => [-1],
    isCompiled: true,
  },
  {
    title: 'a result that does not depend on anything',
    text: f('x: number', 'return 2 + Math.floor(x) * 0;'),
    args: () => [-1],
    isCompiled: true,
  },
  {
    title: 'an async function',
    text: `exports.f = f; async function f(x: number): Promise<number> { return x * x; }`,
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a generator',
    text: `exports.f = f; function* f(x: number) { yield x * x; }`,
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'this',
    text: `exports.f = f; function f(this: any, x: number): number { return this === undefined ? x * x : x; }`,
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a rest parameter',
    text: f('...xs: number[]', 'return xs[0] * xs[1];'),
    args: () => [2, 3],
    isCompiled: false,
  },
  {
    title: 'arguments',
    text: f('x: number', 'return arguments.length * x * x;'),
    args: () => [2, 3],
    isCompiled: false,
  },
  {
    title: 'an error in the middle',
    text: f('x: number', "const y = x * x; if (y > 3) throw new Error('no'); return y;"),
    args: () => [2],
    isCompiled: false,
  },
  {
    title: 'a variable that is used too early',
    text: `exports.f = f; try { exports.early = f(1); } catch {}\nfunction f(x: number): number { return x * w; }\nconst w: number = 3;`,
    args: () => [2],
    isCompiled: true,
  },
];

describe('Compiled code and runs agree on', () => {
  test.each(rows)('$title.', compareTiers);

  test('random functions that work in place.', () => {
    let count = 0;
    const runs = sampled(60);
    fc.assert(
      fc.property(arrayPrograms, ({ text, args: [x, y, xs, ys] }) => {
        const { f } = load<{ f: F }>(
          text.replace('export function f', 'exports.f = f; function f'),
        );
        const args = [x, y, Float64Array.from(xs), Float64Array.from(ys), 3];
        for (const wrt of [0, [0, 1, 2, 3], 2]) {
          const found = compiled.answer(f, args, wrt);
          if (found === null || !found.cotangents.every((slope) => Math.abs(slope) < 1e6)) continue;
          count++;
          compiled.answer = () => null;
          const complaint = difference(found, f, args, wrt, 1e-9);
          compiled.answer = answer;
          if (complaint !== null) throw new Error(`${complaint}\n${text}`);
        }
      }),
      { numRuns: runs },
    );
    expect(count).toBeGreaterThan(runs);
  });
});

describe('Compiled code answers', () => {
  const { square, cube } = load<{ square: F; cube: F }>(`
    exports.square = (x: number): number => x * x;
    exports.cube = (x: number): number => x * x * x;
  `);
  const answered = (work: () => unknown): number => {
    let count = 0;
    compiled.answer = (...given) => {
      const found = answer(...given);
      if (found !== null) count++;
      return found;
    };
    work();
    return count;
  };

  test('the outermost derivative only.', () => {
    expect(square).toBeDefined();
    expect(cube).toBeDefined();
    const { f } = load<{ f: F }>(
      'exports.f = f; function f(x: number): number { return x * x * x; }',
    );
    const g = grad(f as (x: number) => number) as (x: number) => number;
    expect(answered(() => expect(g(2)).toBe(12))).toBe(1);
    expect(answered(() => expect(grad(g)(2)).toBe(12))).toBe(0);
  });

  test.each([
    { onKink: 'ignore' },
    { onConstant: 'ignore' },
    { maxOperations: 1000 },
    { kinkDistance: 0 },
  ])('nothing with the options %j.', (options) => {
    const { f } = load<{ f: F }>(
      'exports.f = f; function f(x: number): number { return x * x * x; }',
    );
    const g = (grad as unknown as (f: F, options: object) => F)(f, options) as (
      x: number,
    ) => number;
    expect(answered(() => expect(g(2)).toBe(12))).toBe(0);
  });

  test('with what a closure captures now, also for functions of one text.', () => {
    const { slopes } = load<{ slopes: (ks: readonly number[]) => number[] }>(`
      const { grad } = require('delta-tape');
      exports.slopes = (ks: number[]) => {
        const fs: ((x: number) => number)[] = [];
        for (const k of ks) { const c: number = k; fs.push(grad((x: number) => c * x * x)); }
        return fs.map((f) => f(1));
      };
    `);
    expect(answered(() => expect(slopes([1, 2, 3])).toEqual([2, 4, 6]))).toBe(3);
  });

  test('arrays of ten million numbers.', () => {
    const { f } = load<{ f: F }>(`exports.f = f;
      function f(xs: Float64Array): number {
        let s = 0;
        for (let k = 0; k < xs.length; k++) s += xs[k] * xs[k] * 0.5;
        return s;
      }`);
    const xs = new Float64Array(1e7).fill(2);
    const slopes = (grad(f as (xs: Float64Array) => number) as (xs: Float64Array) => Float64Array)(
      xs,
    );
    expect([slopes.length, slopes[0], slopes[1e7 - 1]]).toEqual([1e7, 2, 2]);
  });
});

describe('The comparison of the tiers', () => {
  const { f } = load<{ f: F }>(
    'exports.f = f; function f(x: number): number { return x * x * x; }',
  );

  test.each([
    ['a wrong value', 8.000000000000002, 12],
    ['a wrong gradient', 8, 12.1],
    ['a gradient that is missing', 8, NaN],
  ])('objects to %s.', (_, value, slope) => {
    compiled.answer = () => null;
    expect(
      difference({ value, cotangents: Float64Array.of(slope), keys: null }, f, [2], 0),
    ).toMatch(/value|gradient/);
    expect(
      difference({ value: 8, cotangents: Float64Array.of(12), keys: null }, f, [2], 0),
    ).toBeNull();
  });
});
