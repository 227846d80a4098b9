/**
 * A vector of reals as a pair of vectors (§10.2): primals beside ids, instead of one pair for each element.
 * Element k is (primals[k], Var ids[k]), or a constant where the id is 0.
 */
import { Var, Zero, type DeltaId } from '../delta/delta.js';
import { SpecDual } from '../delta/specification.js';
import { build } from './collections.js';
import { dual } from './delta-let.js';
import type { M } from './monad.js';
import type { MReal } from './operators.js';

export interface RealVector {
  readonly primals: Float64Array;
  readonly ids: Int32Array;
}

const idOf = (x: MReal): DeltaId =>
  x instanceof SpecDual && x.delta.tag === 'Var' ? x.delta.id : 0;
const primalOf = (x: MReal): number => (x instanceof SpecDual ? x.primalNumber : x);

/** `build n f` into a pair of vectors. */
export const buildReals = (n: number, f: (index: number) => M<MReal>): M<RealVector> =>
  build(n, f).map((xs) => ({
    primals: Float64Array.from(xs, primalOf),
    ids: Int32Array.from(xs, idOf),
  }));

/** `index v i`: the element as a dual number. O(1). */
export const index = ({ primals, ids }: RealVector, i: number): SpecDual =>
  dual(primals[i], ids[i] === 0 ? Zero : Var(ids[i]));
