/** Where the parameters of a lowered function come from. */
import type { Type } from './ir.js';

/**
 * An argument of the function as it is written, or a variable outside of it: which one, and then a way through
 * objects, by name, and through tuples, by position; null is the way to all elements of an array of objects, whose
 * parts side by side are the parameter. On entry it must be of this type.
 */
export interface Origin {
  readonly of: 'argument' | 'capture';
  readonly path: readonly [which: number, ...way: readonly (number | string | null)[]];
  readonly type: Type;
  /** What an argument is that is not given. */
  readonly usual?: number | boolean;
}
