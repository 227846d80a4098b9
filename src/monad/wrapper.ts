/**
 * The reverse-mode wrapper for general S and T (Fig. 15; Fig. 11 is the case S = Rᵃ, T = R),
 * for functions in monadic style, e : D{S} → M D{T}. The polytypic initVars, initZeros, ⊙ and
 * lookup are walks over trees (core/trees/tree.ts), so S and T may be products, sums (tagged
 * unions), collections and leaves.
 */
import { readAs } from '../core/trees/read-as.js';
import { doesNotNest, outputNotReal } from '../core/errors.js';
import { isReal } from '../core/real.js';
import { flatten } from '../core/trees/tree.js';
import type { Primal } from '../core/types.js';
import { Var, emptyMap, evalDelta, lookupOrZero } from '../delta/delta.js';
import { SpecDual } from '../delta/specification.js';
import { MonadicRun } from './dual.js';
import { Do } from './do.js';
import { type M, pure, runDelta } from './monad.js';
import { type MReal, operators } from './monadic-operators.js';

const { add, mul } = operators;

/**
 * initVars_S (s, 0): every real of `s` dualised with an id of its own, from left to right, from 1.
 */
function initVars(s: unknown, run: MonadicRun) {
  const shape = flatten(s, 's');
  const duals = shape.reals.map((x, k) => {
    if (typeof x !== 'number') throw doesNotNest('the monad');
    return new SpecDual(run, x, Var(k + 1));
  });
  return { shape, s0: shape.rebuild(duals), lastId: shape.count };
}

/** t ⊙ dt: the sum of products of corresponding reals, in the monad. */
const dot = (ts: readonly MReal[], dts: readonly MReal[]): M<MReal> =>
  Do(function* () {
    let total: MReal = 0;
    for (let k = 0; k < ts.length; k++) total = yield* add(total, yield* mul(ts[k], dts[k]));
    return total;
  });

/**
 * R{e} of Fig. 15: the derivative of `e` at `s`, transposed, applied to `dt`. The result has the
 * shape of `s`: for a sum it is the same alternative, and leaves stay as they are.
 *
 * @throws DeltaTapeError if `dt` has not the shape of the output, or a dual of another derivative
 *   is used: the monad does not nest.
 * @example reverse((x: MReal) => operators.mul(x, x))(3, 1) // 6
 */
export const reverse =
  <P, T>(e: (s: P) => M<T>) =>
  (s: Primal<P>, dt: Primal<T>): Primal<P> => {
    const run = new MonadicRun();
    const { shape, s0, lastId } = initVars(s, run);
    try {
      const computation = e(s0 as P).bind((t) => {
        const output = flatten(t, 'the output');
        return dot(output.reals as MReal[], readAs(output, dt, 'cotangent') as MReal[]);
      });
      const finalMap = evalDelta(1, runDelta(lastId + 1, computation), emptyMap);
      return shape.rebuild(shape.reals.map((_, k) => lookupOrZero(k + 1, finalMap))) as Primal<P>;
    } finally {
      run.close();
    }
  };

/**
 * The gradient of a monadic function with one real output (Fig. 11 with dt = 1).
 *
 * @throws DeltaTapeError if the output is no real.
 * @example grad((x: MReal) => operators.sin(x))(0) // 1
 */
export const grad =
  <P>(e: (s: P) => M<MReal>) =>
  (s: Primal<P>): Primal<P> => {
    const real = (t: MReal): M<MReal> => {
      if (!isReal(t)) throw outputNotReal(t, 'grad');
      return pure(t);
    };
    return reverse<P, MReal>((s0) => e(s0).bind(real))(s, 1);
  };
