/**
 * A user's file: what the types infer. It only has to type-check, against the sources here
 * and against the installed package in package.test.ts. Every type is compared exactly, so
 * that no `any` gets through.
 */
import {
  derivative,
  explain,
  grad,
  jacobian,
  jvp,
  mul,
  valueAndGrad,
  vjp,
  type Real,
  type Reals,
} from 'delta-tape';
import { argmin, fixedPoint, root } from 'delta-tape/solve';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Check<T extends true> = T;

const first = (xs: Reals): Real => mul(xs[0], xs[1]);
const model = ({ a, b }: { a: Real; b: Real[]; name: string }): Real => mul(a, b[0]);
const product = (x: Real, y: Real): Real => mul(x, y);

export const ofNumber = grad((x: Real) => mul(x, x))(3);
export const ofUnannotated = grad((x) => mul(x, x))(3);
export const ofFloats = grad(first)(new Float64Array([1, 2]));
export const ofArray = grad(first)([1, 2]);
export const ofObject = grad(model)({ a: 1, b: [2], name: 'line' });
export const ofBoth = grad(product, { wrt: [0, 1] })(2, 3);
export const watched = grad(product, { onKink: 'throw', maxOperations: 10 })(2, 3);
export const withValue = valueAndGrad(product)(2, 3);
export const pulled = vjp(first)([1, 2]);
export const pushed = jvp(product)([2, 3], [1, 0]);
export const slope = derivative((x: Real) => mul(x, x))(3);
export const second = grad((x: Real) => grad((y: Real) => mul(y, mul(y, y)))(x))(2);
export const rows = jacobian((x: Real) => [mul(x, x), x])(3);
export const text = explain(product)(2, 3);

export const rooted = root((x: Real, y: Real) => mul(x, y))(1, 2);
export const fixed = fixedPoint((xs: Reals, factor: Real) => [mul(xs[0], factor)])(
  new Float64Array(1),
  0.5,
);
export const least = argmin(model)({ a: 1, b: [2], name: 'line' });
export const solver = root(product);

export const gradient = grad(product);
export const gradientOfBoth = grad(product, { wrt: [0, 1] });
export const withGradient = valueAndGrad(product);
export const withPullback = vjp(product);
export const whole = jacobian((x: Real) => [mul(x, x), x]);

export type Inferred = [
  Check<Same<typeof ofNumber, number>>,
  Check<Same<typeof ofUnannotated, number>>,
  Check<Same<typeof ofFloats, Float64Array<ArrayBuffer>>>,
  Check<Same<typeof ofArray, number[]>>,
  Check<Same<typeof ofObject, { a: number; b: number[]; name: string }>>,
  Check<Same<typeof ofBoth, [number, number]>>,
  Check<Same<typeof watched, number>>,
  Check<Same<typeof withValue.value, number>>,
  Check<Same<typeof withValue.gradient, number>>,
  Check<Same<typeof pulled.value, number>>,
  Check<Same<ReturnType<typeof pulled.pullback>, number[]>>,
  Check<Same<typeof pushed.tangent, number>>,
  Check<Same<typeof slope, number>>,
  Check<Same<typeof second, number>>,
  Check<Same<typeof rows, number[]>>,
  Check<Same<typeof text, string>>,
  Check<Same<typeof rooted, Real>>,
  Check<Same<typeof fixed, Reals>>,
  Check<Same<typeof least, { a: Real; b: Real[]; name: string }>>,
  // @ts-expect-error -- the check objects to another type.
  Check<Same<typeof ofNumber, string>>,
  // @ts-expect-error -- the check objects to `any`, which is what JSON.parse returns.
  Check<Same<ReturnType<typeof JSON.parse>, number>>,
];

// @ts-expect-error -- an argument of the wrong type is refused where it is written.
grad((x: Real) => mul(x, x))('3');
