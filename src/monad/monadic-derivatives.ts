/**
 * Derivatives of monadic programs under the names that they have for other functions. Each runs the program once, and then
 * reads its bindings: downwards for cotangents (Fig. 15), upwards for tangents (Figs. 2 and 4, as ⟦·⟧ of the same Deltas).
 */
import { readAs } from '../core/trees/read-as.js';
import type { Primal } from '../core/types.js';
import { deltaOfReal } from '../delta/specification.js';
import { columnState, pullBack, pushForward } from '../delta/delta-state.js';
import type { M } from './monad.js';
import type { MReal } from './monadic-operators.js';
import { pull, record, recordReal, type Recorded, type StateFrom } from './wrapper.js';

/** A tree of the shape of S in the place of each real of T. */
export type JacobianOf<T, S> = T extends MReal
  ? S
  : T extends object
    ? { [K in keyof T]: JacobianOf<T[K], S> }
    : T;

const valueOf = <T>({ output, primals }: Recorded): Primal<T> =>
  output.rebuild([...primals]) as Primal<T>;

/**
 * The value of a monadic function with one real output, and its gradient. O(e).
 *
 * @throws DeltaTapeError if the output is not a real.
 * @example valueAndGrad((x: MReal) => operators.mul(x, x))(3) // { value: 9, gradient: 6 }
 */
export const valueAndGrad =
  <P>(e: (s: P) => M<MReal>, from: StateFrom = columnState) =>
  (s: Primal<P>): { value: number; gradient: Primal<P> } => {
    const recorded = recordReal(e, s, from, 'a gradient');
    return {
      value: recorded.primals[0],
      gradient: pull<P, MReal>(recorded, 1 as Primal<MReal>),
    };
  };

/**
 * The value, and the pullback, which takes cotangents of the output to those of the input, as often as it is called.
 * O(e), and O(bindings) for each call.
 *
 * @example vjp((x: MReal) => operators.mul(x, x))(3).pullback(10) // 60
 */
export const vjp =
  <P, T>(e: (s: P) => M<T>, from: StateFrom = columnState) =>
  (s: Primal<P>): { value: Primal<T>; pullback: (dt: Primal<T>) => Primal<P> } => {
    const recorded = record(e, s, from);
    return { value: valueOf(recorded), pullback: (dt) => pull<P, T>(recorded, dt) };
  };

/**
 * The value and its tangent along `ds`: forward mode of the same program (Fig. 3). O(e).
 *
 * @throws DeltaTapeError if `ds` does not have the shape of `s`.
 * @example jvp((x: MReal) => operators.mul(x, x))(3, 10) // { value: 9, tangent: 60 }
 */
export const jvp =
  <P, T>(e: (s: P) => M<T>, from: StateFrom = columnState) =>
  (s: Primal<P>, ds: Primal<P>): { value: Primal<T>; tangent: Primal<T> } => {
    const recorded = record(e, s, from);
    const { inputs, output, state } = recorded;
    const of = pushForward(readAs(inputs, ds, 'tangent') as number[], state);
    const tangents = output.reals.map((x) => of(deltaOfReal(x)));
    return { value: valueOf(recorded), tangent: output.rebuild(tangents) as Primal<T> };
  };

/**
 * The derivative of a monadic function of one real. O(e).
 *
 * @example derivative((x: MReal) => operators.exp(x))(0) // 1
 */
export const derivative =
  <T>(e: (x: MReal) => M<T>, from: StateFrom = columnState) =>
  (x: number): Primal<T> =>
    jvp<MReal, T>(e, from)(x as Primal<MReal>, 1 as Primal<MReal>).tangent;

/**
 * The Jacobian: in the place of each real of the output, the cotangent of the input that belongs to it. O(outputs ·
 * bindings).
 *
 * @example jacobian((x: MReal) => operators.mul(x, x).map((y) => [x, y]))(3) // [1, 6]
 */
export const jacobian =
  <P, T>(e: (s: P) => M<T>, from: StateFrom = columnState) =>
  (s: Primal<P>): JacobianOf<T, Primal<P>> => {
    const { inputs, output, state } = record(e, s, from);
    const rows = output.reals.map((x) =>
      inputs.rebuild(pullBack(deltaOfReal(x), state, inputs.count)),
    );
    return output.rebuild(rows) as JacobianOf<T, Primal<P>>;
  };
