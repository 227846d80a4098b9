/**
 * The reverse sweep of what a function keeps by itself, since there are derivatives inside of it. In the
 * reverse sweep cotangents go the opposite way: where the function takes numbers, their cotangents are kept
 * on the same stack, which is empty between the two ways; where it keeps numbers, their cotangents are
 * taken. The reverse sweep of the whole keeps on another stack.
 */
import type { Activity } from '../../analyse/activity.js';
import { statementsOf, type Func, type KeepStmt, type Value } from '../../ir/ir.js';

export interface KeptCotangents {
  /** The stack of the whole, and the first number of its blocks. */
  readonly stack: number;
  readonly first: number;
  /**
   * The block for the cotangents of what a statement keeps or takes, and the places of numbers that have
   * some.
   */
  readonly of: (stmt: KeepStmt) => { readonly block: number; readonly places: readonly number[] };
}

export function keptCotangents(f: Func, activity: Activity): KeptCotangents {
  const taken = new Map<number, readonly Value[]>();
  let [stack, blocks] = [0, 0];
  for (const stmt of statementsOf(f)) {
    if (stmt.tag !== 'keep' && stmt.tag !== 'take') continue;
    stack = Math.max(stack, (stmt.stack ?? 0) + 1);
    blocks = Math.max(blocks, stmt.block + 1);
    if (stmt.tag === 'take') taken.set(stmt.block, stmt.values);
  }
  return {
    stack,
    first: 2 * blocks,
    of: ({ block }) => ({
      block: blocks + block,
      places: (taken.get(block) ?? []).flatMap((value, k) => (activity.has(value) ? [k] : [])),
    }),
  };
}
