/** What derivatives do not look through: arrays that a `stop` gave. O(size of the function). */
import {
  allOf,
  isArray,
  isList,
  regionsOf,
  statementsOf,
  type Func,
  type Value,
} from '../ir/ir.js';

/** Whether such an array is handed on, or has arrays in it: then it could not be told from what it was made of. */
export function handsOnStopped(f: Func): boolean {
  const handedOn = new Set<Value>(allOf(f).flatMap(({ region }) => region.yields));
  for (const stmt of statementsOf(f)) {
    if (stmt.tag === 'call') stmt.args.forEach((arg) => handedOn.add(arg));
    for (const inner of regionsOf(stmt)) inner.yields.forEach((yielded) => handedOn.add(yielded));
    if (stmt.tag === 'for' || stmt.tag === 'while')
      stmt.inits.forEach((init) => handedOn.add(init));
    if (stmt.tag === 'store') handedOn.add(stmt.value);
    if (stmt.tag === 'keep') stmt.values.forEach((kept) => handedOn.add(kept));
    if (stmt.tag === 'let' && stmt.op.tag === 'view') handedOn.add(stmt.op.args[0]);
  }
  for (const stmt of statementsOf(f))
    if (
      stmt.tag === 'let' &&
      stmt.op.tag === 'stop' &&
      isArray(stmt.value.type) &&
      (handedOn.has(stmt.value) || isList(stmt.value.type))
    )
      return true;
  return false;
}
