/**
 * Arrays that derivatives keep for themselves are without their proxies; those that users get have
 * elements, `x[0]`.
 */
import { customGradient, grad, hessian, hvp, jacobian, jvp, valueAndGrad, vjp } from 'delta-tape';
import { bare } from '../../src/numpy/bare.js';
import * as np from 'delta-tape/numpy';
import { array, P, type Array_, type Loose } from './support.js';

const x = array([0.5, 1.5]);
const f = (a: Array_) => P.sum(P.multiply(P.sin(a), P.exp(a)));
const loose = (operator: unknown) => operator as (f: unknown, options?: unknown) => Loose;

/** The first element, as a user reads it. */
const first = (a: unknown): unknown => (a as { readonly 0: unknown })[0];

const given: readonly [string, () => unknown][] = [
  ['a gradient', () => loose(grad)(f)(x)],
  ['a gradient of 0', () => loose(grad)(() => 3)(x)],
  ['a product of the Hessian', () => loose(hvp)(f)(x, x)],
  ['a row of a Hessian', () => first(loose(hessian)(f)(x))],
  ['a row of a Jacobian', () => first(loose(jacobian)((a: Array_) => P.sin(a))(x))],
  ['a value', () => (loose(vjp)((a: Array_) => P.sin(a))(x) as { value: unknown }).value],
  [
    'what a pullback gives',
    () => (loose(vjp)((a: Array_) => P.sin(a))(x) as { pullback: Loose }).pullback(x),
  ],
  [
    'a tangent',
    () => (loose(jvp)((a: Array_) => P.sin(a))([x], [x]) as { tangent: unknown }).tangent,
  ],
  [
    'what is returned beside the value',
    () =>
      (loose(valueAndGrad)((a: Array_) => [f(a), P.sin(a)], { aux: true })(x) as { aux: unknown })
        .aux,
  ],
  [
    'what vmap gives',
    () => (np.vmap as unknown as (f: unknown) => Loose)((a: Array_) => P.sin(a))(x),
  ],
  ['a primal', () => primalIn(f)],
  ['what a row makes of plain arrays', () => P.pad(x, 1)],
];

/** The value of `primalOf` inside of a derivative. */
function primalIn(g: (a: Array_) => unknown): unknown {
  let found: unknown;
  loose(grad)((a: Array_) => {
    found = P.primalOf(P.sin(a));
    return g(a);
  })(x);
  return found;
}

test.each(given)('%s has elements.', (_, make) => {
  expect(typeof first(make())).toBe('number');
});

test('What a rule of the user is given has elements, too.', () => {
  const seen: unknown[] = [];
  const rule = (customGradient as unknown as (f: unknown) => Loose)((a: Array_) => {
    seen.push(first(a));
    return {
      value: P.sin(a),
      pullback: (c: Array_) => {
        seen.push(first(c));
        return [P.multiply(c, P.cos(a))];
      },
    };
  });
  loose(grad)((a: Array_) => P.sum(rule(P.exp(a))))(x);
  expect(seen).toEqual([Math.exp(0.5), 1]);
});

test('A bare array has none, which the tests above would notice.', () => {
  expect(first(bare(x as never))).toBeUndefined();
});
