/** Trees as vectors, and back. */
import { realArray } from '../../core/floats/real-array.js';
import type { Real } from '../../core/real.js';
import type { Flat } from '../../core/trees/flat.js';
import type { Reals } from '../../core/types.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { vectorLength } from '../errors.js';
import type { VectorOf } from './tree-types.js';

/** A tree as a vector, and the way back. */
export interface Flattened<T> {
  /** Under differentiation it stands for a Float64Array, and holds dual numbers. */
  readonly vector: VectorOf<T>;
  /**
   * A tree like the one that was flattened, with the reals of a vector.
   *
   * @throws DeltaTapeError if the vector has another length.
   */
  readonly unflatten: (vector: Reals) => T;
}

/** A vector as packed numbers of one's own, or as a list. */
function own(vector: Reals): Flat<Real> {
  const { length } = vector;
  const packed = new Float64Array(length);
  for (let k = 0; k < length; k++) {
    const x = vector[k];
    if (typeof x !== 'number') return Array.from(vector);
    packed[k] = x;
  }
  return packed;
}

/**
 * All reals of a tree in a vector, in order, and a function from a vector back to a tree, for code that
 * works on vectors. `mapTree` says which reals a tree has. O(size of the tree), both ways.
 *
 * @example
 * const { vector, unflatten } = flatten({ slope: 2, offsets: [3, 4] });
 * unflatten(vector.map((x) => 10 * x)) // { slope: 20, offsets: [30, 40] }
 */
export function flatten<T>(tree: T): Flattened<T> {
  const elements = new TreeElements(tree, 'the tree');
  const { reals, size } = elements;
  const numbers = own(reals);
  const vector =
    numbers instanceof Float64Array ? numbers : realArray('Float64Array', [...(reals as Real[])]);
  const unflatten = (other: Reals): T => {
    if (other.length !== size) throw vectorLength(other.length, size);
    return elements.rebuild(own(other)) as T;
  };
  return { vector: vector as VectorOf<T>, unflatten };
}
