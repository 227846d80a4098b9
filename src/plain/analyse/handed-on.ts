/**
 * Escape analysis. Finds arrays that are handed on: a branch, a loop, a call or a function gives or takes
 * them, the reverse sweep keeps them, another array shares their elements, or a list holds them. Every other
 * array has one name only. O(size of the function).
 */
import { allOf, isArray, regionsOf, statementsOf, type Func, type Value } from '../ir/ir.js';

export function handedOnIn(f: Func): ReadonlySet<Value> {
  const found = new Set<Value>();
  const add = (values: readonly Value[]) =>
    values.forEach((value) => {
      if (isArray(value.type)) found.add(value);
    });
  for (const { region } of allOf(f)) add(region.yields);
  for (const stmt of statementsOf(f)) {
    for (const inner of regionsOf(stmt)) add(inner.yields);
    if (stmt.tag === 'for' || stmt.tag === 'while') add(stmt.inits);
    if (stmt.tag === 'call') add(stmt.args);
    if (stmt.tag === 'keep' || stmt.tag === 'take') add(stmt.values);
    if (stmt.tag === 'store') add([stmt.value]);
    if (stmt.tag === 'let' && (stmt.op.tag === 'view' || stmt.op.tag === 'stop'))
      add([stmt.op.args[0]]);
  }
  return found;
}
