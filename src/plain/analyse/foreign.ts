/**
 * Tells whether a value that depends on inputs goes into code that has no derivative. Then a run says what is wrong.
 */
import { statementsOf, type Func } from '../ir/ir.js';
import type { Activity } from './activity.js';

export const FOREIGN =
  "what depends on inputs goes into a function with 'use no grad', or becomes a key or a text";

/** O(size of the function). */
export function meetsForeign(f: Func, activity: Activity): boolean {
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'let' && stmt.op.tag === 'stop' && stmt.op.isForeign === true)
      if (activity.has(stmt.op.args[0])) return true;
  return false;
}
