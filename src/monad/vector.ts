/**
 * A vector of reals as a pair of vectors (§10.2): primals beside ids, instead of one pair for each
 * element. Element k is (primals[k], Var ids[k]), or a constant where the id is 0.
 */
import { insistOnOptions } from '../errors/options.js';
import { primalOf, type Run } from '../core/real.js';
import { Var, type DeltaId, type DeltaState } from '../delta/delta.js';
import { SpecDual } from '../delta/specification.js';
import { bindDelta, linear } from '../delta/delta-state.js';
import { build } from './combinators.js';
import { commonRun } from './dual.js';
import { compoundDelta, noElement, wrongRows } from './errors.js';
import { state, type M } from './monad.js';
import type { MReal } from './monadic-operators.js';

export interface RealVector {
  /** The derivative that the ids belong to. */
  readonly run: Run;
  readonly primals: Float64Array;
  readonly ids: Int32Array;
}

function idOf(x: MReal): DeltaId {
  if (typeof x === 'number') return 0;
  if (x.id < 0) throw compoundDelta(x.delta.tag);
  return x.id;
}

/**
 * `build n f` (§10.2) into a pair of vectors. O(n log n).
 *
 * @throws DeltaTapeError if an element is not a dual number of one derivative, or its Delta is compound.
 * @example runState(buildReals(2, (k) => pure(k)), initialState(1))[0].primals // Float64Array.of(0, 1)
 */
export const buildReals = (n: number, f: (index: number) => M<MReal>): M<RealVector> =>
  build(n, f).map((xs) => ({
    run: commonRun('buildReals', xs.toArray()),
    primals: Float64Array.from(xs, primalOf),
    ids: Int32Array.from(xs, idOf),
  }));

/**
 * `index v i` (§10.2): the element as a dual number. O(1).
 *
 * @throws DeltaTapeError if there is no such element.
 * @example index(runState(buildReals(2, (k) => pure(k)), initialState(1))[0], 1).delta // Zero
 */
export function index({ run, primals, ids }: RealVector, i: number): SpecDual {
  if (!(i in primals)) throw noElement(primals.length, i);
  return new SpecDual(run, primals[i], ids[i]);
}

/** A function f : ℝⁿ → ℝᵐ by its value and its Jacobian (Fig. 14). */
export interface VectorRow {
  readonly name: string;
  readonly value: (xs: Float64Array) => ArrayLike<number>;
  /** Row k has the partials of result k by all elements. The values are given, so that they need not be computed again. */
  readonly jacobian: (xs: Float64Array, values: ArrayLike<number>) => readonly ArrayLike<number>[];
}

/**
 * Applies a function of vectors to a vector of reals: one Let-binding for each result, with an edge for each partial
 * that is not 0. O(f + partials).
 *
 * @throws DeltaTapeError if the Jacobian does not have a row for each result, and a partial for each element.
 * @example
 * const squares: VectorRow = {
 *   name: 'squares', value: (xs) => xs.map((x) => x * x),
 *   jacobian: (xs) => Array.from(xs, (x, k) => Array.from(xs, (_, j) => (j === k ? 2 * x : 0))),
 * };
 * grad((x: MReal) => buildReals(2, () => pure(x)).bind((v) => applyVector(squares, v)).map((v) => index(v, 1)))(3) // 6
 */
export function applyVector(row: VectorRow, v: RealVector): M<RealVector> {
  insistOnOptions('applyVector', row, { name: true, value: true, jacobian: true });
  return state((before) => {
    const primals = Float64Array.from(row.value(v.primals));
    const rows = row.jacobian(v.primals, primals);
    if (rows.length !== primals.length) throw wrongRows(row.name, primals.length, rows.length);
    const ids = new Int32Array(primals.length);
    let after: DeltaState = before;
    rows.forEach((partials, k) => {
      if (partials.length !== v.ids.length)
        throw wrongRows(row.name, v.ids.length, partials.length);
      const active: number[] = [];
      // An exact 0 wins: an edge with that partial is none.
      for (let j = 0; j < v.ids.length; j++) if (v.ids[j] > 0 && partials[j] !== 0) active.push(j);
      if (active.length === 0) return;
      const edges = linear(
        active.map((j) => partials[j]),
        active.map((j) => Var(v.ids[j])),
      );
      [ids[k], after] = bindDelta(after, edges);
    });
    return [{ run: v.run, primals, ids }, after];
  });
}
