/**
 * Finds the arrays that may have an array of their own for each lane: parameters that are only read, written and
 * measured. Then a lane has the indices of the program, and nobody has to take the lanes of elements apart.
 */
import {
  allOf,
  isArray,
  isList,
  regionsOf,
  statementsOf,
  usesOf,
  type Func,
  type Value,
} from '../../ir/ir.js';

/** Those of some parameters that may have an array for each lane. O(size of the program). */
export function apartIn(f: Func, params: readonly Value[]): ReadonlySet<Value> {
  const found = new Set(params.filter(({ type }) => isArray(type) && !isList(type)));
  const leaveOut = (of: Value) => found.delete(of);
  for (const { region } of allOf(f)) region.yields.forEach(leaveOut);
  for (const stmt of statementsOf(f)) {
    for (const { yields } of regionsOf(stmt)) yields.forEach(leaveOut);
    const uses = usesOf(stmt);
    const isAccess =
      stmt.tag === 'store' ||
      (stmt.tag === 'let' && (stmt.op.tag === 'load' || stmt.op.tag === 'length'));
    (isAccess ? uses.slice(1) : uses).forEach(leaveOut);
  }
  return found;
}
