/** A real stands where an array of no dimensions does: an element of a vector is a real, and so is an example of one (vmap). */
import { grad } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import { array, flat, N, P, type Array_, type Loose } from './support.js';

const vmapOf = np.vmap as unknown as (f: unknown) => (x: Array_) => Array_;
/** The numbers; those of arrays of booleans are 0 and 1. */
function plain(x: unknown): unknown {
  if (Array.isArray(x)) return x.map(plain);
  if (typeof x === 'boolean') return Number(x);
  return typeof x === 'object' && x !== null && 'tolist' in x ? (x.tolist as Loose).call(x) : x;
}

const shaping: Readonly<Record<string, readonly unknown[]>> = {
  ...{ ravel: [], flatten: [], reshape: [[1, 1]], transpose: [], permute_dims: [], where: [3, 4] },
  ...{ item: [], tolist: [], squeeze: [], expand_dims: [0], atleast_2d: [], tile: [3] },
};
const counting = [
  ...['all', 'any', 'argmax', 'argmin', 'argsort', 'argwhere', 'nonzero', 'count_nonzero'],
  ...['isreal', 'iscomplex', 'isfinite', 'zeros_like', 'ones_like', 'ndim', 'size', 'shape'],
];

test.each(Object.keys(shaping))('np.%s takes it.', (name) => {
  const f = (x: unknown): unknown => P[name](x, ...shaping[name]);
  const expected = plain(f(array(2.5)));
  expect(plain(f(2.5))).toEqual(expected);
  if (name === 'where') return;
  const total = (x: unknown) => {
    const z = f(x);
    return typeof z === 'object' && z !== null && 'shape' in z ? P.sum(P.square(z)) : P.square(z);
  };
  const size = [expected].flat(9).length;
  expect((grad as unknown as (g: unknown) => Loose)(total)(2.5)).toBe(5 * size);
  expect(flat(vmapOf(total)(array([2.5, 1])))).toEqual([6.25 * size, size]);
});

test.each(counting)('np.%s counts it.', (name) => {
  const expected = plain(P[name](array(2.5)));
  const answers: unknown[] = [];
  const f = (x: unknown) => (answers.push(plain(P[name](x))), x);
  f(2.5);
  (grad as unknown as (g: unknown) => Loose)(f)(2.5);
  expect(answers).toEqual([expected, expected]);
});

test('Pairs of numbers are compared, and what asks for arrays sees a number.', () => {
  expect(['allclose', 'array_equal', 'array_equiv'].map((name) => P[name](2, 2))).toEqual([
    true,
    true,
    true,
  ]);
  expect(plain(P.isin(2, array([1, 2])))).toBe(1);
  expect([P.isscalar(2), N.isscalar(2)]).toEqual([true, true]);
});
