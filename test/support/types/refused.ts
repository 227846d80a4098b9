/**
 * Code that the compiler refuses. It is never called: the compiler is the judge, of the sources and of
 * the installed package.
 */
import {
  assertGradient,
  checkGradient,
  explain,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  mul,
  pullbackForm,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { argmin } from 'delta-tape/solve';

const text = (x: number) => `${x}`;
const object = (x: number) => ({ x });
const list = (x: Real) => [x];
const promise = async (x: number) => Promise.resolve(x);
const generator = function* (x: number) {
  yield x;
};
const nothing = (x: number) => void x;
const perhaps = (x: number): number | undefined => x;
const unknown = (x: number): unknown => x;
const truth = (x: number) => x > 0;
const large = (x: number) => BigInt(x);
const product = (x: number, y: number) => x * y;

/** Where one real is asked for. */
export function results(): void {
  // @ts-expect-error -- a text is no real
  grad(text);
  // @ts-expect-error -- an object is no real
  grad(object);
  // @ts-expect-error -- a list is no real
  grad(list);
  // @ts-expect-error -- a promise is no real
  grad(promise);
  // @ts-expect-error -- a generator is no real
  grad(generator);
  // @ts-expect-error -- nothing is no real
  grad(nothing);
  // @ts-expect-error -- undefined is no real
  grad(perhaps);
  // @ts-expect-error -- what is not known may be no real
  grad(unknown);
  // @ts-expect-error -- a truth value is no real
  grad(truth);
  // @ts-expect-error -- a bigint is no real
  grad(large);

  // @ts-expect-error -- a text is no real
  valueAndGrad(text);
  // @ts-expect-error -- an object is no real
  valueAndGrad(object, { wrt: 0 });
  // @ts-expect-error -- a promise is no real
  valueAndGrad(promise);
  // @ts-expect-error -- a truth value is no real
  valueAndGrad(truth);

  // @ts-expect-error -- a text is no real
  hvp(text);
  // @ts-expect-error -- an object is no real
  hvp(object);
  // @ts-expect-error -- a promise is no real
  hvp(promise, { onKink: 'ignore' });
  // @ts-expect-error -- what is not known may be no real
  hvp(unknown);

  // @ts-expect-error -- a text is no real
  hessian(text);
  // @ts-expect-error -- an object is no real
  hessian(object, { wrt: 0 });
  // @ts-expect-error -- a list is no real
  hessian(list, { sparse: true });
  // @ts-expect-error -- a promise is no real
  hessian(promise);
  // @ts-expect-error -- a generator is no real
  hessian(generator);

  // @ts-expect-error -- a text is no real
  argmin(text);
  // @ts-expect-error -- an object is no real
  argmin(object);
  // @ts-expect-error -- a promise is no real
  argmin(promise);
}

/** Where a tree of reals is asked for. */
export function trees(): void {
  // @ts-expect-error -- a text holds no reals
  checkGradient(text);
  // @ts-expect-error -- a promise holds no reals
  checkGradient(promise);
  // @ts-expect-error -- nothing holds no reals
  checkGradient(nothing);
  // @ts-expect-error -- a truth value holds no reals
  assertGradient(truth);
  // @ts-expect-error -- a promise holds no reals
  assertGradient(promise);
  checkGradient(object);
  checkGradient(list);
  checkGradient(perhaps);
  checkGradient((x: number): never => {
    throw new Error(String(x));
  });
}

export function positions(): void {
  // @ts-expect-error -- there are two parameters
  grad(product, { wrt: 2 });
  // @ts-expect-error -- positions count from 0
  grad(product, { wrt: -1 });
  // @ts-expect-error -- positions are integers
  grad(product, { wrt: 0.5 });
  // @ts-expect-error -- there are two parameters
  valueAndGrad((x: Real, y: Real) => mul(x, y), { wrt: [0, 2] });
  // @ts-expect-error -- there are two parameters
  vjp(product, { wrt: 2 });
  // @ts-expect-error -- there are two parameters
  vjp(product, { wrt: [2] });
  // @ts-expect-error -- there are two parameters
  jacobian(product, { wrt: 2 });
  // @ts-expect-error -- there are two parameters
  jacobian(product, { wrt: 2, plan: 'reverse' });
  // @ts-expect-error -- there are two parameters
  jacobian(product, { wrt: 2, sparse: true });
  // @ts-expect-error -- there are two parameters
  hessian(product, { wrt: 2 });
  // @ts-expect-error -- there are two parameters
  hessian(product, { wrt: [0, 2] });
  // @ts-expect-error -- there are two parameters
  hessian(product, { wrt: 2, sparse: true });
  // @ts-expect-error -- there are two parameters
  trace(product, { wrt: 2 });
  // @ts-expect-error -- there are two parameters
  explain(product, { wrt: [0, 2] });
  // @ts-expect-error -- there are two parameters
  pullbackForm(product, { wrt: 2 });
}

export function calls(): void {
  // @ts-expect-error -- a function has no other options
  grad(product, { by: 0 });
  // @ts-expect-error -- a text is no number
  grad(product)('3', 1);
  // @ts-expect-error -- there are two parameters
  grad(product)(3);
  // @ts-expect-error -- a tangent of a number is no text
  jvp(product)([1, 2], ['a', 1]);
  // @ts-expect-error -- a tangent of an object has its keys
  jvp((p: { a: number }) => p.a)([{ a: 1 }], [{ b: 1 }]);
  // @ts-expect-error -- a cotangent of a number is no text
  vjp(product)(1, 2).pullback('a');
  // @ts-expect-error -- a direction of a list is a list
  hvp((xs: number[]) => xs[0])([1], 1);
}
