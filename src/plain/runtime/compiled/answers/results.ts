/** Makes the tree that the function returns of what compiled code gives. */
import type { Type } from '../../../ir/ir.js';
import { OutsideOfTier } from '../../../ir/leave.js';

/** The tree that a function returns. */
export interface ResultTree {
  readonly types: readonly Type[];
  /** The places of results that hold reals. */
  readonly real: readonly number[];
  /** The tree, whose arrays are nobody else's. O(size). */
  readonly tree: (found: readonly unknown[]) => unknown;
  /** For each real of the tree, its place among those that code gives; null if that is the same. O(size). */
  readonly order: (found: readonly unknown[]) => Int32Array | null;
}

/** A number; leaves where an element is missing. */
export function number(of: unknown): number {
  if (typeof of !== 'number') throw new OutsideOfTier('an element is missing');
  return of;
}
