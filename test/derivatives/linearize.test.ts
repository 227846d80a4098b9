/** Linearisation: one run, pushed forward along any number of tangents. */
import fc from 'fast-check';
import {
  add,
  checkpoint,
  cos,
  customGradient,
  customTangent,
  derivative,
  div,
  exp,
  fma,
  grad,
  hypot,
  jvp,
  linearize,
  loop,
  mul,
  scan,
  sin,
  sqrt,
  sub,
  sum,
  vjp,
  type Real,
} from 'delta-tape';
import { escaped, expectError, untyped } from '../support/untyped.js';

type F = (xs: Real[]) => Real[];
const cubed = customGradient((x: Real) => ({
  value: mul(x, mul(x, x)),
  pullback: (c: Real) => [mul(c, mul(3, mul(x, x)))],
}));
const squared = customTangent((x: Real) => ({
  value: mul(x, x),
  pushforward: ([dx]: readonly Real[]) => mul(mul(2, x), dx),
}));
const swapped = customGradient((a: Real, b: Real) => ({
  value: [mul(a, b), a],
  pullback: ([c, d]: Real[]) => [add(mul(c, b), d), mul(c, a)],
}));

const functions: { readonly [name: string]: F } = {
  'a chain': ([x, y]) => [sin(mul(x, exp(y))), div(x, y), add(x, x)],
  'wide edges': ([x, y]) => [sum([x, y, mul(x, y), x]), hypot(x, y, 3), fma(x, y, x)],
  'constants and unused parts': ([x]) => [3, mul(x, 2)],
  'a rule with a pullback': ([x, y]) => [mul(cubed(sin(x)), y), cubed(y)],
  'a rule with a pushforward': ([x, y]) => [squared(add(squared(x), y)), x],
  'a rule with two results': ([x, y]) => [...swapped(mul(x, y), sin(x)), y],
  'derivatives inside': ([x, y]) => [grad((z: Real) => mul(mul(z, z), x))(y), derivative(sin)(x)],
  'a checkpoint': ([x, y]) => [checkpoint((a: Real, b: Real) => mul(sin(a), b))(x, y), x],
  'a loop': ([x, y]) => [loop(20, (z: Real) => mul(y, sin(z)), x, { memory: 100 })],
  'a scan': ([x, y]) => scan([x, y, 2], (s: Real, z) => [add(s, mul(s, z)), mul(s, s)], x).outputs,
};

const close = (xs: readonly Real[], ys: readonly Real[]) => {
  expect(xs).toHaveLength(ys.length);
  xs.forEach((x, k) => expect(x).toBeCloseTo(ys[k] as number, 10));
};
const inner = (xs: readonly Real[], ys: readonly Real[]): Real =>
  sum(xs.map((x, k) => mul(x, ys[k])));
const vector = (length: number) =>
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: length, maxLength: length });

describe.each(Object.entries(functions))('A pushforward through %s', (_, f) => {
  const at = [0.7, 1.3];

  test('is that of jvp, is linear, and transposes the pullback.', () => {
    const { value, pushforward } = linearize(f)(at);
    expect(value).toEqual(vjp(f)(at).value);
    const { pullback } = vjp(f)(at);
    fc.assert(
      fc.property(vector(2), vector(2), vector(value.length), (v, w, c) => {
        close(pushforward(v), jvp(f)([at], [v]).tangent);
        const both = v.map((x, k) => 3 * x + w[k]);
        close(
          pushforward(both),
          pushforward(v).map((x, k) => add(mul(3, x), pushforward(w)[k])),
        );
        expect(inner(c, pushforward(v))).toBeCloseTo(inner(pullback(c), v) as number, 9);
      }),
      { numRuns: 20 },
    );
  });

  test('is differentiated: by the tangent, by the point, and by both.', () => {
    const byTangent = linearize(f)(at).pushforward;
    const along = (t: Real) => byTangent([mul(t, t), 1]);
    close(derivative(along)(3), jvp(f)([at], [[6, 0]]).tangent);
    close(gradients(along, 3), jvp(f)([at], [[6, 0]]).tangent);
    const pushed = (x: Real, t: Real): Real[] =>
      linearize(f)([x, at[1]]).pushforward([t, mul(t, x)]);
    const expected = (x: Real, t: Real): Real[] => jvp(f)([[x, at[1]]], [[t, mul(t, x)]]).tangent;
    for (const part of pushed(0.7, 2).keys()) {
      const one = (x: Real, t: Real) => pushed(x, t)[part];
      const other = (x: Real, t: Real) => expected(x, t)[part];
      close(grad(one, { wrt: [0, 1] })(0.7, 2), grad(other, { wrt: [0, 1] })(0.7, 2));
      close([derivative((x: Real) => one(x, x))(0.7)], [derivative((x: Real) => other(x, x))(0.7)]);
      const twice = (g: typeof one) =>
        derivative((x: Real) => derivative((y: Real) => g(y, x))(x))(0.7);
      close([twice(one)], [twice(other)]);
    }
  });
});

const gradients = (f: (x: Real) => Real[], x: number) =>
  vjp(f)(x).value.map((_, k) => grad((y: Real) => f(y)[k])(x));

test('The function runs once, however often it is pushed forward.', () => {
  let runs = 0;
  const f = (x: Real): Real => {
    runs++;
    let y = x;
    for (let k = 0; k < 1000; k++) y = sin(mul(y, 1.1));
    return y;
  };
  const { pushforward } = linearize(f)(0.5);
  expect(pushforward(2)).toBe(mul(2, pushforward(1)));
  expect(runs).toBe(1);
  expect(pushforward(1)).toBeCloseTo(derivative(f)(0.5), 12);
});

test('Other runs, and changes of arguments and value, do not matter to it.', () => {
  const xs = [2, 3];
  const { value: y, pushforward } = linearize((zs: Real[]) => [mul(zs[0], zs[1]), zs[0]])(xs);
  const before = pushforward([1, 10]);
  xs[0] = 100;
  y[0] = 100;
  grad((x: Real) => mul(x, x))(3);
  linearize((zs: Real[]) => [sqrt(zs[0])])([4]).pushforward([1]);
  expect(pushforward([1, 10])).toEqual(before);
  expect(before).toEqual([23, 1]);
});

test('A rule may push forward through the tape on which it stands.', () => {
  let outer: ((x: number) => Real) | undefined;
  const rule = customTangent((x: Real) => ({
    value: x,
    pushforward: ([dx]: readonly Real[]) => {
      const again = outer;
      outer = undefined;
      return add(dx, again === undefined ? 0 : again(5));
    },
  }));
  const { pushforward } = linearize((x: Real) => mul(rule(mul(x, 2)), 3))(1);
  outer = pushforward;
  expect(pushforward(1)).toBe(3 * (2 + 30));
  expect(pushforward(1)).toBe(6);
});

test('A tangent of exactly 0 is not propagated, as in forward mode.', () => {
  const f = ([x, y]: Real[]): Real[] => [sqrt(x), add(sqrt(x), y), cos(y)];
  const at = [0, 1];
  for (const v of [
    [0, 1],
    [1, 0],
    [0, 0],
  ]) {
    expect(linearize(f)(at).pushforward(v)).toEqual(jvp(f)([at], [v]).tangent);
  }
});

test('The arguments that wrt names have tangents in the form of the gradient.', () => {
  const f = (x: Real, name: string, ys: Real[]) => ({ [name]: mul(x, ys[0]), name });
  expect(linearize(f)(2, 'a', [5]).pushforward(1)).toEqual({ a: 5, name: 'a' });
  expect(linearize(f, { wrt: [2, 0] })(2, 'a', [5]).pushforward([[1], 10])).toEqual({
    a: 52,
    name: 'a',
  });
});

test('What is no tangent of the argument is refused, and so are duals of finished runs.', () => {
  const f = linearize((xs: Real[]) => sub(xs[0], xs[1]))([1, 2]).pushforward;
  expectError(() => f([1]), /tangent has the wrong shape.*argument 0/);
  expectError(() => f(3 as never), /it must be an array of length 2/);
  expectError(() => f([escaped(), 1]), /after its derivative had ended/);
  const two = linearize((x: Real, y: Real) => sub(x, y), { wrt: [0, 1] })(1, 2).pushforward;
  expectError(() => two([1] as never), /it must be a list of length 2/);
  expectError(() => untyped.linearize(() => Math.sin)(1), /returned a function/);
  let calls = 0;
  const random = checkpoint((x: Real) => mul(x, calls++));
  const pushforward = linearize((x: Real) => random(x))(1).pushforward;
  expectError(() => pushforward(1), /did not compute the same numbers/);
});

test('The argument may become another one after the call.', () => {
  const at: { w: number; b?: number } = { w: 3, b: 2 };
  const { pushforward } = linearize(({ w, b }: { w: Real; b?: Real }) => mul(w, b!), { wrt: 'w' })(
    at,
  );
  Object.assign(at, { w: 7, more: 1 });
  delete at.b;
  expect(pushforward(1)).toBe(2);
});
