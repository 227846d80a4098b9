/** Vectors of the reals of a tree, and the same numbers in the order in which code has them. */
import type { Vector } from './lane-values.js';

/** For each real of a tree its place among those of code, or -1; null if these are the same. */
export type Order = Int32Array | null;

/** Vectors as code takes them: all of its numbers are in the tree. O(size). */
export function forCode(vectors: readonly Vector[], order: Order): readonly Vector[] {
  if (order === null) return vectors;
  const size = order.filter((place) => place >= 0).length;
  return vectors.map((vector) => {
    const made = new Float64Array(size);
    order.forEach((place, k) => {
      if (place >= 0) made[place] = vector[k];
    });
    return made;
  });
}

/** Vectors as the tree has them; what code does not have is 0. O(size). */
export function ofTree(vectors: readonly Float64Array[], order: Order): readonly Float64Array[] {
  if (order === null) return vectors;
  return vectors.map((vector) =>
    Float64Array.from(order, (place) => (place < 0 ? 0 : vector[place])),
  );
}
