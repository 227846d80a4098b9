/**
 * Finds the arrays of numbers that have one name: they are made in a region, and nothing but reads and writes of their
 * elements uses them. O(size of the region).
 */
import { isArray, regionsOf, usesOf, type Region, type Value } from '../ir/ir.js';

export function privateIn(whole: Region): ReadonlySet<Value> {
  const [made, seen] = [new Set<Value>(), new Set<Value>()];
  const see = (of: Value) => {
    if (isArray(of.type)) seen.add(of);
  };
  const visit = ({ body, yields }: Region): void => {
    for (const stmt of body) {
      if (stmt.tag === 'let' && stmt.op.tag === 'alloc' && stmt.op.type.of === undefined)
        made.add(stmt.value);
      const isElement = stmt.tag === 'store' || (stmt.tag === 'let' && stmt.op.tag === 'load');
      // What a store writes is not a name of the array that it writes into.
      if (stmt.tag === 'store') see(stmt.value);
      if (!isElement) usesOf(stmt).forEach(see);
      regionsOf(stmt).forEach(visit);
    }
    yields.forEach(see);
  };
  visit(whole);
  return new Set([...made].filter((array) => !seen.has(array)));
}
