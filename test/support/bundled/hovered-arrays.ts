/**
 * A user's file of programs on arrays, as hovered.ts. The declarations of numpy-ts are for bundlers; so is this file.
 */
import { grad, hessian, hvp, jacobian, jvp, mul, valueAndGrad, vjp, type Real } from 'delta-tape';
import * as np from 'delta-tape/numpy';

type Vector = np.NDArray<'float64'>;
interface Layer {
  readonly weights: Vector;
  readonly bias: number;
}
declare const x: Vector;
declare const unknown: np.NDArray;
declare const layer: Layer;

const loss = ({ weights, bias }: Layer) =>
  np.mean(np.square(np.add(np.multiply(weights, 2), bias)));
const byMethods = (w: Vector) => w.multiply(w).sum();
const ofUnknown = (w: np.NDArray) => np.dot(w, w);
const scaled = (w: Vector) => np.multiply(2, np.tanh(w));
const layered = ({ weights, bias }: Layer) => np.add(weights, bias);
const centred = (w: Vector) => np.sum(np.square(np.subtract(w, np.mean(w, 0))));
const withReals = (w: Vector, b: Real) =>
  mul(np.sum(w), mul(np.max(np.multiply(b, w)), np.tanh(b)));

export const layerGradient = grad(loss)(layer);
export const both = valueAndGrad(loss)(layer);
export const byKey = grad(loss, { wrt: 'weights' })(layer);
export const ofMethods = grad(byMethods)(x);
export const unknownGradient = grad(ofUnknown)(unknown);
export const ofMeans = grad(centred)(x);
export const besideReals = grad(withReals, { wrt: [0, 1] })(x, 3);
export const rows = jacobian(scaled)(x);
export const layerRows = jacobian(layered)(layer);
export const realRows = jacobian(loss)(layer);
export const curvature = hessian(byMethods)(x);
export const product = hvp(byMethods)(x, x);
export const pushed = jvp(scaled)([x], [x]);
export const pulled = vjp(scaled)(x);
export const sums = [np.sum(x), np.sum(unknown), np.mean(x, 0), np.add(1, 2), np.exp(0.5)] as const;
