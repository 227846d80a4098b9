/** Tells where each value of a function is defined. O(size of the function). */
import {
  allOf,
  definedBy,
  regionsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';

interface Definition {
  /** The region that the value is visible in. */
  readonly region: Region;
  /** The statement that defines it, and its place in the region; null for a parameter of the region. */
  readonly stmt: Stmt | null;
  readonly index: number;
}

export type Definitions = ReadonlyMap<Value, Definition>;

export function definitionsOf(f: Func): Definitions {
  const found = new Map<Value, Definition>();
  const visit = (region: Region, more: readonly Value[]) => {
    for (const value of [...region.params, ...more])
      found.set(value, { region, stmt: null, index: -1 });
    region.body.forEach((stmt, index) => {
      for (const value of definedBy(stmt)) found.set(value, { region, stmt, index });
      const counters = stmt.tag === 'for' ? [stmt.counter] : [];
      for (const inner of regionsOf(stmt)) visit(inner, counters);
    });
  };
  for (const { region } of allOf(f)) visit(region, []);
  return found;
}
