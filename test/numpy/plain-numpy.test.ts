/** Programs in numpy-ts itself, translated: its functions and methods have their versions, found by what they are. */
import { createRequire } from 'node:module';
import { grad } from 'delta-tape';
import * as versions from 'delta-tape/numpy';
import { translate } from 'delta-tape/plain';
import { run } from '../support/plain.js';
import { array, flat, gradOf, hvpOf, jvpOf, N } from './support.js';

const fromHere = createRequire(__filename) as (name: string) => unknown;

/** The exports of a module, and the modules that it loads. */
function load(source: string): { exports: Readonly<Record<string, never>>; loaded: string[] } {
  const loaded: string[] = [];
  const { code } = translate(source, { filename: 'program.cts' });
  const exports = run<Record<string, never>>(code, (name) => {
    loaded.push(name);
    if (name === 'numpy-ts') return N;
    return name === 'delta-tape/numpy' ? versions : fromHere(name);
  });
  return { exports, loaded };
}

const { exports: program, loaded } = load(`
  const np = require('numpy-ts');
  const { tanh, linalg } = require('numpy-ts');
  const held = np.array([[1, 2], [3, 4]]);
  const activations = { first: np.tanh };
  exports.byFunctions = (w) => np.sum(np.multiply(w, w)) * 3;
  exports.byNames = (w) => np.sum(tanh(w)) + linalg.norm(w);
  exports.byMethods = (w) => held.matmul(w).add(w).sum() * w.mean();
  exports.byValues = (w) => [w, w].map(np.square).reduce((x, y) => np.add(x, y)).sum();
  exports.byObjects = (w) => activations.first(w).sum();
  exports.byParameter = (w) => ((m) => m.sum(m.exp(w)))(np);
  exports.byReals = (x) => np.sum(np.add(np.array([1, 2]), 0).multiply(x)) * x;
  exports.byElements = (w) => { let s = 0; for (let k = 0; k < w.size; k++) s += w.get([k]) ** 2 * k; return s; };
  exports.bySlices = (w) => w.slice('1:')?.sum() * w.slice(':1').sum();
  exports.isSame = (w) => np.tanh === activations.first ? np.sum(w) : 0;
  exports.byOperator = (w) => np.sum(w * 2);
  exports.byRandom = (w) => np.sum(np.gcd(w, w));
  exports.byWriting = (x) => { const a = np.zeros([2]); a.set([0], x); return a.sum(); };
`);

const w = array([0.5, 2]);
const close = (found: unknown, expected: readonly number[]) =>
  flat(found).forEach((x, k) => expect(x).toBeCloseTo(expected[k], 12));

describe('A translated module that uses numpy-ts', () => {
  test('loads the versions of its functions, and another does not.', () => {
    expect(loaded).toContain('delta-tape/numpy');
    expect(load('exports.f = (x) => x * x;').loaded).toEqual([]);
    const { code } = translate(
      "import { NDArray } from 'numpy-ts'; export const f = (w: NDArray, x: number) => x * x;",
      { filename: 'a.ts' },
    );
    expect(code).not.toContain('numpy');
  });

  test('is differentiated as it stands: functions, methods of arrays of both kinds, functions as values.', () => {
    const norm = Math.hypot(0.5, 2);
    const slope = (x: number) => 1 - Math.tanh(x) ** 2;
    close(gradOf(program.byFunctions)(w), [3, 12]);
    close(gradOf(program.byNames)(w), [slope(0.5) + 0.5 / norm, slope(2) + 2 / norm]);
    // (5 a + 7 b) (a + b) / 2
    close(gradOf(program.byMethods)(w), [(10 * 0.5 + 12 * 2) / 2, (12 * 0.5 + 14 * 2) / 2]);
    close(gradOf(program.byValues)(w), [2, 8]);
    close(gradOf(program.byObjects)(w), [slope(0.5), slope(2)]);
    close(gradOf(program.byParameter)(w), [Math.exp(0.5), Math.exp(2)]);
    close(gradOf(program.byElements)(w), [0, 4]);
    close(gradOf(program.bySlices)(w), [2, 0.5]);
    close(gradOf(program.isSame)(w), [1, 1]);
    expect(grad(program.byReals as (x: number) => number)(3)).toBe(18);
  });

  test('is differentiated in other modes, too.', () => {
    const v = array([1, 0]);
    const { tangent } = jvpOf(program.byFunctions)([w], [v]);
    expect(tangent).toBe(3);
    close(hvpOf(program.byFunctions)(w, v), [6, 0]);
  });

  test('is otherwise the program that was written.', () => {
    expect((program.byFunctions as (x: unknown) => unknown)(w)).toBe(12.75);
  });

  test.each([
    ['a native operator', 'byOperator', /np\.multiply\(x, 2\)/],
    ['a function without a derivative', 'byRandom', /np\.gcd has no derivative/],
  ])('is refused with the remedy: %s.', (_, name, remedy) => {
    expect(() => gradOf(program[name])(w)).toThrow(remedy);
  });

  test('cannot write a real into an array.', () => {
    expect(() => grad(program.byWriting as (x: number) => number)(2)).toThrow(/would write/);
  });
});

test('What functions give on plain arrays has the methods that it has under differentiation.', () => {
  const { exports } = load(`
    const np = require('delta-tape/numpy');
    const x = np.array([1, -2, 3]), m = np.array([[2, 1], [1, 3]]);
    exports.given = () => [
      np.where(np.greater(x, 0), x, x), np.true_divide(x, 2), np.einsum('i,j->ij', x, x),
      np.linalg.solve(m, np.array([1, 2])), np.linalg.cholesky(m), np.linalg.outer(x, x),
      np.searchsorted(x, x), ...np.split(x, 3), ...np.broadcast_arrays(x, np.array([1])), ...np.histogram(x),
    ];
    exports.f = (v) => np.where(np.greater(v, 0), v, np.multiply(v, 2)).sum();
    exports.view = () => { const y = np.array([1, 2]); np.split(y, 2)[0].set([0], 7); return y.get([0]); };
  `);
  const { given, f, view } = exports as unknown as Record<'given' | 'f' | 'view', () => unknown>;
  for (const one of given() as readonly object[]) expect(one).toBeInstanceOf(N.NDArray);
  expect((f as (x: unknown) => unknown)(array([1, -2, 3]))).toBe(0);
  expect(flat(gradOf(f as never)(array([1, -2, 3])))).toEqual([1, 2, 1]);
  expect(view()).toBe(7);
});
