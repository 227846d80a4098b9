/** Gradients in the shape of a number or an array are those that any other shape would be given. */
import { valueAndGrad } from 'delta-tape';
import { directGradient } from '../../../../src/plain/runtime/compiled/direct.js';
import { load } from '../../../support/plain.js';

test.each([
  ['a number', 3, [5], 5],
  ['an array of floats', Float64Array.of(1, 2), Float64Array.of(3, 4), Float64Array.of(3, 4)],
  ['a list', [1, 2], Float64Array.of(3, 4), [3, 4]],
  ['a list of lists', [[1], [2]], Float64Array.of(3, 4), undefined],
  ['an empty list', [], new Float64Array(0), undefined],
  ['a list with something else in it', [1, 'a'], Float64Array.of(3), undefined],
  ['an object', { x: 1 }, [3], undefined],
  ['other floats', Float32Array.of(1), Float64Array.of(3), undefined],
])('The gradient by %s has its shape, or is left to others.', (_, of, cotangents, expected) => {
  expect(directGradient(of, cotangents as number[])).toEqual(expected);
});

test('Each gradient is an array of its own.', () => {
  const { f } = load<{ f: (x: Float64Array) => number }>(
    'exports.f = f; function f(x: Float64Array) { return x[0] * x[1]; }',
  );
  const both = valueAndGrad(f);
  const first = both(Float64Array.of(2, 3)).gradient;
  const second = both(Float64Array.of(5, 7)).gradient;
  expect([...first, ...second]).toEqual([3, 2, 7, 5]);
});
