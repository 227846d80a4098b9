/** Jacobians by columns, as solvers take them, by compiled code: in one pass, without trees of rows. */
import { compiledCode } from '../core/translated-functions.js';
import type { AnyFunction } from './signatures.js';

/** The directions of the inputs, one by one. */
export const unitVectors = (size: number): Float64Array[] =>
  Array.from({ length: size }, (_, k) => {
    const unit = new Float64Array(size);
    unit[k] = 1;
    return unit;
  });

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
