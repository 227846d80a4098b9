/** Tells which functions keep something on which stacks. */
import {
  allOf,
  statementsIn,
  statementsOf,
  type Func,
  type KeepStmt,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import type { MarkStmtOf } from '../ir/stack-statement.js';

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

/** Statements that move the top of a stack, or ask where it is. */
type StackStmt = KeepStmt | MarkStmtOf<Value>;
const moving: readonly Stmt['tag'][] = ['keep', 'take', 'mark', 'forget'];
const isKeep = (stmt: Stmt): stmt is StackStmt => moving.includes(stmt.tag);
/** True if a statement keeps on a stack, takes from it, or asks how much is kept there. */
export const isOn = (stmt: Stmt, which: number): stmt is StackStmt =>
  isKeep(stmt) && (stmt.stack ?? 0) === which;
