/** Estimates of how many statements a call runs, from the numbers and sizes that it is given. */
import { copiedBy, workOf } from '../../../src/plain/analyse/work.js';
import type { Type } from '../../../src/plain/ir/ir.js';
import { funcOf, improved } from '../../support/numeric.js';

/** The estimated work of a call. Parameters are arguments, in their order. */
const work = (params: string, body: string, ...args: readonly unknown[]): number =>
  workOf(improved(funcOf(`function f(${params}): number { ${body} }`)))((place) => args[place]);

const over = (bound: string): string =>
  `let s = 0; for (let k = 0; k < ${bound}; k++) s += x[k]; return s;`;

test.each([
  ['a number that is given', 'x: number[], n: number', over('n'), [[], 10], [[], 1000]],
  [
    'a length',
    'x: Float64Array',
    over('x.length'),
    [new Float64Array(10)],
    [new Float64Array(1000)],
  ],
  [
    'half a length',
    'x: number[]',
    over('x.length / 2 - 1'),
    [Array(22).fill(1)],
    [Array(2002).fill(1)],
  ],
  [
    'the length of the first row',
    'x: number[], m: number[][]',
    `const row = m[0]; ${over('row.length')}`,
    [[], [Array(10).fill(1)]],
    [[], [Array(1000).fill(1)]],
  ],
] as const)('The steps of a loop are told by %s.', (_, params, body, few, many) => {
  const [small, large] = [work(params, body, ...few), work(params, body, ...many)];
  const step = (large - small) / 990;
  expect(step).toBeGreaterThan(1);
  expect(step).toBe(Math.round(step));
  // What is not known has sixteen steps.
  expect(work(params, body)).toBe(small + 6 * step);
});

test('Steps that are counted by an outer loop are as many as in the middle of it.', () => {
  const inner = (to: string) =>
    `let s = 0; for (let i = 0; i < n; i++) for (let j = 0; j < ${to}; j++) s += x * j; return s;`;
  const [all, half] = ['n', 'i'].map((to) => work('x: number, n: number', inner(to), 1, 1000));
  expect(half / all).toBeCloseTo(0.5, 2);
});

test('Of two branches the longer counts, and the numbers of steps need not be finite or positive.', () => {
  const branch = 'if (x > 0) return x; let y = x; y *= x; y += x; return y * 2;';
  expect(work('x: number', branch)).toBeLessThan(20);
  const loop = 'let s = x; for (let k = 0; k < n; k++) s *= x; return s;';
  const at = (n: number) => work('x: number, n: number', loop, 1, n);
  expect(at(-5)).toBe(at(0));
  expect(at(Infinity)).toBe(at(16));
  expect(at(NaN)).toBe(at(16));
});

test('Elements of lists and of what stands for typed arrays are copied, those of typed arrays are not.', () => {
  const rows: Type = { storage: 'list', of: { storage: 'number[]' } };
  const floats: Type = { storage: 'Float64Array' };
  const given = [
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    new Float64Array(100),
    7,
    undefined,
  ];
  expect(copiedBy([rows, floats, 'f64', floats], (place) => given[place])).toBe(6);
  expect(copiedBy([floats], () => Array<number>(100).fill(1))).toBe(100);
});
