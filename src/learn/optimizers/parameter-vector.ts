/** Trees of numbers as vectors. */
import { doesNotNest } from '../../errors/errors.js';
import type { Flat } from '../../core/trees/flat.js';
import type { Real } from '../../core/real.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { placesOf, type Place } from '../trees/parts.js';

/** Packed reals stay where they are. */
function packed(reals: Flat<Real>): Float64Array {
  if (reals instanceof Float64Array) return reals;
  const numbers = new Float64Array(reals.length);
  for (let k = 0; k < numbers.length; k++) {
    const x = reals[k];
    if (typeof x !== 'number') throw doesNotNest('an optimizer');
    numbers[k] = x;
  }
  return numbers;
}

/** Parameters as a vector, and the reverse sweep. */
export class Parameters {
  private readonly elements: TreeElements;
  /** Only read. */
  readonly vector: Float64Array;
  private found: readonly Place[] | null = null;

  constructor(tree: unknown) {
    this.elements = new TreeElements(tree, 'the parameters');
    this.vector = packed(this.elements.reals);
  }

  get places(): readonly Place[] {
    return (this.found ??= placesOf(this.elements.shape));
  }

  /** Another tree of the same shape, in memory that is the caller's. */
  read(tree: unknown, what: string): Float64Array {
    return packed(this.elements.read(tree, what));
  }

  /** A tree like the parameters, of a vector that is the caller's no more. */
  rebuild(vector: Float64Array): unknown {
    return this.elements.rebuild(vector);
  }
}
