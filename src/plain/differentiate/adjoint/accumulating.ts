/**
 * Finds loops that only add to the numbers that gradients flow through. There the cotangents are the same at
 * every step, so that the reverse sweep may take the steps in any order. It takes them forwards, and
 * computes again what else the loop carries, such as powers, instead of keeping it.
 */
import type { Activity } from '../../analyse/activity.js';
import { usesOf, type ForStmt, type Value } from '../../ir/ir.js';

/** True if a loop is one of these, and carries something to compute again. O(size of its body). */
export function isAccumulating({ body, go }: ForStmt, activity: Activity): boolean {
  if (go !== undefined || body.params.every((param) => activity.has(param))) return false;
  const users = new Map<Value, (Value | null)[]>();
  const use = (value: Value, by: Value | null) =>
    users.set(value, [...(users.get(value) ?? []), by]);
  const summands = new Map<Value, readonly Value[]>();
  for (const stmt of body.body) {
    if (stmt.tag !== 'let' || stmt.op.tag === 'alloc') return false;
    usesOf(stmt).forEach((value) => use(value, stmt.value));
    const { op } = stmt;
    if (op.tag === 'prim' && op.row === 'add') summands.set(stmt.value, op.args);
    if (op.tag === 'prim' && op.row === 'sub') summands.set(stmt.value, op.args.slice(0, 1));
  }
  body.yields.forEach((value) => use(value, null));
  /** True if a value is only added to, until it is `end`. */
  const isAddedTo = (value: Value, end: Value): boolean => {
    let at = value;
    for (;;) {
      const by = users.get(at) ?? [];
      if (by.length !== 1) return false;
      const [next] = by;
      if (next === null) return at === end;
      if (summands.get(next)?.includes(at) !== true) return false;
      at = next;
    }
  };
  return body.params.every((param, k) => !activity.has(param) || isAddedTo(param, body.yields[k]));
}
