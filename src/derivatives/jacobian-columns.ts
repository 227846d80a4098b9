/** Jacobians by columns, as solvers take them, by compiled code: in one pass, without trees of rows. */
import { compiledCode } from '../core/translated-functions.js';
import type { AnyFunction } from './signatures.js';

/** The directions of the inputs, one by one. */
export function unitVectors(size: number): Float64Array[] {
  const all: Float64Array[] = [];
  for (let k = 0; k < size; k++) {
    const unit = new Float64Array(size);
    unit[k] = 1;
    all.push(unit);
  }
  return all;
}

/**
 * How all reals of the result change along some directions of the first argument, a vector for each; null where no compiled
 * code answers. O(f · directions).
 */
export const columnsByCode = (
  f: AnyFunction,
  args: readonly unknown[],
  directions: readonly Float64Array[],
): readonly Float64Array[] | null =>
  compiledCode?.swept(f, args, 0, {}, 'forward', directions)?.vectors ?? null;
