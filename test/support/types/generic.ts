/**
 * Code that differentiates functions of a type parameter, as optimisers, samplers and integrators do.
 * It is never called: the compiler is the judge, of the sources and of the installed package.
 */
import { checkGradient, grad, hessian, hvp, jacobian, jvp, valueAndGrad, vjp } from 'delta-tape';
import { argmin } from 'delta-tape/solve';
import { claim, type Same } from './claims.js';

/** A user's own map over two trees. */
declare function map<T>(f: (x: number, y: number) => number, xs: T, ys: T): T;

export function train<P>(start: P, loss: (p: P) => number, rate: number): P {
  let p = start;
  for (let k = 0; k < 10; k++) {
    p = map((x, dx) => x - rate * dx, p, grad(loss)(p));
    const { value, gradient } = valueAndGrad(loss)(p);
    if (value > 0) p = gradient;
  }
  return p;
}

export function ofData<P, D>(p: P, data: readonly D[], loss: (p: P, data: readonly D[]) => number) {
  const steps: P[] = [grad(loss)(p, data), vjp(loss)(p, data).pullback(1)];
  const slope: number = jvp(loss)([p, data], [steps[0], undefined]).tangent;
  const curved: P = hvp(loss)(p, steps[0], data);
  const best: P = argmin(loss)(p, data);
  return { steps, slope, curved, best, ok: checkGradient((q: P) => loss(q, data))(p).ok };
}

export function constrained<P extends Record<string, readonly number[]>>(
  p: P,
  loss: (p: P, scale: number) => number,
): [P, number] {
  const first: P = grad(loss)(p, 1);
  return [map((x, y) => x + y, p, first), grad(loss, { wrt: 1 })(p, 1)];
}

export function several<P, Q>(p: P, q: Q, f: (p: P, q: Q) => number): [P, Q] {
  return grad(f, { wrt: [0, 1] })(p, q);
}

/** An integrator of a state of any shape, with its sensitivity. */
export function integrate<S>(step: (state: S) => S, state: S, tangent: S): [S, S] {
  const { value, tangent: pushed } = jvp(step)([state], [tangent]);
  const pulled: S = vjp(step)(value).pullback(pushed);
  return [value, pulled];
}

export class Optimiser<P> {
  constructor(
    private readonly loss: (p: P) => number,
    private velocity: P,
  ) {}

  step(p: P): P {
    this.velocity = map((v, g) => 0.9 * v + g, this.velocity, grad(this.loss)(p));
    return map((x, v) => x - v, p, this.velocity);
  }
}

export const inside = <P>(p: { weights: P[] }, loss: (p: { weights: P[] }) => number) => {
  const gradient: { weights: P[] } = grad(loss)(p);
  return gradient;
};

export const calls = <P>(p: P, loss: (p: P) => number) => [hessian(loss)(p), jacobian(loss)(p)];

export const trained = train({ a: 1, b: [2] }, (p) => p.a * p.b[0], 0.1);
export const both = several(1, { w: [2] }, (x, { w }) => x * w[0]);
export const claims =
  claim<
    [Same<typeof trained, { a: number; b: number[] }>, Same<typeof both, [number, { w: number[] }]>]
  >();

export function refused<P>(p: P, loss: (p: P) => number, text: (p: P) => string): void {
  // @ts-expect-error -- a text has no gradient
  grad(text);
  // @ts-expect-error -- a number is no P
  grad(loss)(3);
  // @ts-expect-error -- a gradient of a P is no text
  void grad(loss)(p).length;
  // @ts-expect-error -- there is one parameter
  grad(loss, { wrt: 1 });
}
