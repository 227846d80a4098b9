/** Tells which functions keep something on which stacks. */
import {
  allOf,
  statementsIn,
  statementsOf,
  type Func,
  type KeepStmt,
  type Stmt,
} from '../ir/ir.js';

/**
 * For each stack the functions of a program that keep something there, or call one that does. O(size), times the number
 * of functions.
 */
export function keepingIn(f: Func): readonly ReadonlySet<string>[] {
  let count = 0;
  for (const stmt of statementsOf(f))
    if (isKeep(stmt)) count = Math.max(count, (stmt.stack ?? 0) + 1);
  return Array.from({ length: count }, (_, which) => keepingOn(which, f));
}

function keepingOn(which: number, f: Func): ReadonlySet<string> {
  const keeping = new Set<string>();
  for (let before = -1; before < keeping.size;) {
    before = keeping.size;
    for (const { name, region } of allOf(f))
      for (const stmt of statementsIn(region))
        if (isOn(stmt, which) || (stmt.tag === 'call' && keeping.has(stmt.of))) keeping.add(name);
  }
  return keeping;
}

const isKeep = (stmt: Stmt): stmt is KeepStmt => stmt.tag === 'keep' || stmt.tag === 'take';
/** Whether a statement keeps on a stack, or takes from it. */
export const isOn = (stmt: Stmt, which: number): stmt is KeepStmt =>
  isKeep(stmt) && (stmt.stack ?? 0) === which;
