/**
 * A vector of reals as a pair of vectors (§10.2): primals beside ids, instead of one pair for each
 * element. Element k is (primals[k], Var ids[k]), or a constant where the id is 0.
 */
import { primalOf, type Run } from '../core/real.js';
import { Var, Zero, type DeltaId } from '../delta/delta.js';
import { SpecDual } from '../delta/specification.js';
import { build } from './combinators.js';
import { commonRun } from './dual.js';
import { compoundDelta, noElement } from './errors.js';
import type { M } from './monad.js';
import type { MReal } from './monadic-operators.js';

export interface RealVector {
  /** The derivative that the ids belong to. */
  readonly run: Run;
  readonly primals: Float64Array;
  readonly ids: Int32Array;
}

function idOf(x: MReal): DeltaId {
  if (typeof x === 'number' || x.delta.tag === 'Zero') return 0;
  if (x.delta.tag !== 'Var') throw compoundDelta(x.delta.tag);
  return x.delta.id;
}

/**
 * `build n f` (§10.2) into a pair of vectors. O(n log n).
 *
 * @throws DeltaTapeError if an element is no dual number of one derivative, or its Delta is compound.
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
  return new SpecDual(run, primals[i], ids[i] === 0 ? Zero : Var(ids[i]));
}
