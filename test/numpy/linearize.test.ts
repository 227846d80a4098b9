/** `linearize` of functions of arrays: the tape is swept forward, and says what `jvp` says. */
import { customGradient, grad, linearize, jvp, mul, type Real } from 'delta-tape';
import { array, flat, P, type Array_ } from './support.js';

type Loose = (...args: unknown[]) => unknown;
type Linearized = { value: unknown; pushforward: (tangent: unknown) => unknown };
const linearOf = linearize as unknown as (f: unknown) => (...args: unknown[]) => Linearized;
const jvpOf = jvp as unknown as (f: unknown) => (...args: unknown[]) => { tangent: unknown };
const gradOf = grad as unknown as (f: unknown) => Loose;

const x = array([
  [0.3, 0.7],
  [0.2, 0.5],
]);
const dx = array([
  [1, -2],
  [0.5, 3],
]);
const doubled = customGradient((a: Real) => ({
  value: mul(2, a),
  pullback: (c: Real) => [mul(2, c)],
}));

const programs: readonly (readonly [string, (a: Array_) => unknown])[] = [
  ['products', (a) => P.matmul(P.sin(a), P.multiply(a, a))],
  ['moved elements', (a) => P.concatenate([a.T, P.exp(a)], 1)],
  ['elements', (a) => mul((a as unknown as { get: Loose }).get([0, 1]) as Real, P.sum(a) as Real)],
  ['reals between arrays', (a) => P.multiply(a, doubled(P.sum(P.tanh(a)) as Real))],
  ['a mean', (a) => P.mean(P.divide(a, P.sum(a)))],
  ['the array itself', (a) => a],
  ['a constant', () => array([1, 2])],
];

test.each(programs)('The pushforward of %s is that of jvp, however often it is called.', (_, f) => {
  const { value, pushforward } = linearOf(f)(x);
  expect(flat(value)).toEqual(flat(f(x)));
  const expected = flat(jvpOf(f)([x], [dx]).tangent);
  for (let k = 0; k < 2; k++) {
    flat(pushforward(dx)).forEach((a, i) => expect(a).toBeCloseTo(expected[i], 12));
  }
});

test('Inside another derivative it is differentiated in turn.', () => {
  const g = (a: Array_) =>
    P.sum(P.square(linearOf((b: Array_) => P.multiply(b, P.sin(b)))(a).pushforward(dx)));
  const h = (a: Array_) =>
    P.sum(P.square(jvpOf((b: Array_) => P.multiply(b, P.sin(b)))([a], [dx]).tangent));
  const expected = flat(gradOf(h)(x));
  flat(gradOf(g)(x)).forEach((a, k) => expect(a).toBeCloseTo(expected[k], 12));
});

test('What is written into arguments, passive arrays and results later changes nothing.', () => {
  const weights = array([2, 3]) as unknown as { data: Float64Array };
  const given = array([5, 7]) as unknown as { data: Float64Array };
  const { value, pushforward } = linearOf((a: Array_) => P.multiply(P.multiply(a, a), weights))(
    given,
  );
  weights.data.fill(0);
  given.data.fill(0);
  (value as { data: Float64Array }).data.fill(0);
  expect(flat(pushforward(array([1, 1])))).toEqual([20, 42]);
});

test('A tangent is copied, is in the type of the input, and has its shape.', () => {
  const { pushforward } = linearOf((a: Array_) => a)(array([1, 2], 'float32'));
  const tangent = array([1, 2]);
  const pushed = pushforward(tangent) as Array_;
  expect(pushed).not.toBe(tangent);
  expect(pushed.dtype).toBe('float32');
  expect(() => pushforward(array([1]))).toThrow('an array of shape [2]');
  expect((pushforward(array([1, 2], 'int32')) as Array_).dtype).toBe('float32');
});
