/** Which arrays are written, and where in each region for the last time. O(size of the function). */
import { regionsOf, type Func, type Region, type Stmt, type Value } from '../ir/ir.js';
import type { Roots } from './roots.js';

export interface Stores {
  /** All roots that are written. */
  readonly written: ReadonlySet<Value>;
  /** The place, in a region, of the last statement that may write an array; -1 if there is none. */
  readonly lastIn: (region: Region, array: Value) => number;
}

export function storesOf({ region: whole }: Func, roots: Roots): Stores {
  const last = new Map<Region, Map<Value, number>>();
  const visit = (region: Region): ReadonlyMap<Value, number> => {
    const here = new Map<Value, number>();
    last.set(region, here);
    region.body.forEach((stmt: Stmt, index) => {
      if (stmt.tag === 'store') for (const root of roots(stmt.array)) here.set(root, index);
      for (const inner of regionsOf(stmt))
        for (const root of visit(inner).keys()) here.set(root, index);
    });
    return here;
  };
  const written = new Set(visit(whole).keys());
  const lastIn = (region: Region, array: Value) =>
    Math.max(-1, ...[...roots(array)].map((root) => last.get(region)?.get(root) ?? -1));
  return { written, lastIn };
}
