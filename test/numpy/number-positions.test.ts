/** Numbers where functions take counts, indices, one number or arrays: as NumPy takes them (its values), or refused. */
import { array, flat, gradOf, P, sum, type Array_ } from './support.js';

const v = array([3, -1, 2, 0.5]);
const A = array([
  [3, -1, 2],
  [0.5, 4, -2],
]);
const i = array([2, 0, 1, 3]);
const bools = array([1, 0, 1, 1]).astype('bool');

const known: Readonly<Record<string, readonly [() => unknown, unknown]>> = {
  'searchsorted for one number': [() => P.searchsorted([0.5, 1, 2, 3], 1.5), 2],
  'searchsorted from the right': [() => P.searchsorted(array([1, 2, 2]), 2, 'right'), 3],
  'repeat by an array': [() => P.repeat(v, i), [3, 3, 2, 0.5, 0.5, 0.5]],
  'repeat by a list': [() => P.repeat(v, [2, 0, 1, 3]), [3, 3, 2, 0.5, 0.5, 0.5]],
  'roll by an array': [() => P.roll(v, array([1])), [0.5, 3, -1, 2]],
  'tile by an array': [() => P.tile(array([1, 2]), array([2])), [1, 2, 1, 2]],
  'delete by an array': [() => P.delete_(v, array([1, 2])), [3, 0.5]],
  'take_along_axis without an axis': [() => P.take_along_axis(v, i), [2, 3, -1, 0.5]],
  'put at one index': [
    () => {
      const x = array([1, 2, 3]);
      P.put(x, 1, 7);
      return x;
    },
    [1, 7, 3],
  ],
  'size along an axis': [() => P.size(A, 1), 3],
  'size along the first axis from the end': [() => P.size(A, -2), 2],
  size: [() => P.size(A), 6],
  'argsort of a number': [() => P.argsort(1.7), [0]],
  'extract from a number': [() => P.extract([true], 2), [2]],
  'setdiff1d without a number': [() => P.setdiff1d(v, 2), [-1, 0.5, 3]],
  'append to booleans': [() => P.append([true, false], [-1, 0.5]), [1, 0, -1, 0.5]],
  'union1d of booleans and numbers': [() => P.union1d(bools, [-1, 0.5]), [-1, 0, 0.5, 1]],
  'cov of booleans and numbers': [
    () => P.cov([true, false, true, true], [3, -1, 2, 0.5]),
    [0.25, 0.7083333333333333, 0.7083333333333333, 3.0625],
  ],
};

test.each(Object.entries(known))('%s has the value of NumPy.', (_, [call, expected]) => {
  const found = call();
  if (typeof expected === 'number') expect(found).toBe(expected);
  else {
    const numbers = flat(found as Array_);
    expect(numbers.length).toBe((expected as number[]).length);
    numbers.forEach((x, k) => expect(x).toBeCloseTo((expected as number[])[k], 12));
  }
});

const refused: Readonly<Record<string, () => unknown>> = {
  'half a shift': () => P.roll(v, 1.7),
  'half a count': () => P.repeat(v, 1.7),
  'shifts that are no whole numbers': () => P.roll(v, v),
  'half a matrix': () => P.tri(1.7),
  'several axes to expand': () => P.expand_dims(v, [0, 1] as never),
  'several axes to count along': () => P.count_nonzero(A, [0, 1] as never),
  'arrays as ends of a range': () => P.linspace(v as never, 2),
  'arrays as tolerances': () => P.isclose(v, v, v as never),
};

test.each(Object.entries(refused))('%s is refused.', (_, call) => {
  expect(call).toThrow(/takes (a whole number|one number here)/);
});

test('Derivatives go through what is repeated by an array.', () => {
  const f = (x: Array_) => sum(P.multiply(P.repeat(x, i), P.repeat(x, i)));
  expect(flat(gradOf(f)(v))).toEqual([12, expect.closeTo(0), 4, 3]);
});
