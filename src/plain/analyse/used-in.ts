import { regionsOf, usesOf, type Stmt, type Value } from '../ir/ir.js';

/** The values that a statement uses, with those that its regions do. O(size of the statement). */
export function usedIn(stmt: Stmt): ReadonlySet<Value> {
  const used = new Set(usesOf(stmt));
  for (const { body, yields } of regionsOf(stmt)) {
    yields.forEach((of) => used.add(of));
    for (const inner of body) usedIn(inner).forEach((of) => used.add(of));
  }
  return used;
}
