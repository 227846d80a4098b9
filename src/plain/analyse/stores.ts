/** Which arrays are written, and where in each region for the last time. O(size of the function). */
import { regionsOf, type Func, type Region, type Stmt, type Value } from '../ir/ir.js';
import type { Definitions } from './definitions.js';
import type { Roots } from './roots.js';

export interface Stores {
  /** All roots that are written. */
  readonly written: ReadonlySet<Value>;
  /** The place, in a region, of the last statement that may write an array; -1 if there is none. */
  readonly lastIn: (region: Region, array: Value) => number;
  /** Whether an array may be written in a region, after a place of the region. O(size of the region). */
  readonly isWrittenAfter: (region: Region, index: number, array: Value) => boolean;
}

export function storesOf({ region: whole }: Func, roots: Roots, definitions: Definitions): Stores {
  const last = new Map<Region, Map<Value, number>>();
  const around = new Map<Region, Region>();
  const visit = (region: Region): ReadonlyMap<Value, number> => {
    const here = new Map<Value, number>();
    last.set(region, here);
    region.body.forEach((stmt: Stmt, index) => {
      if (stmt.tag === 'store') for (const root of roots(stmt.array)) here.set(root, index);
      for (const inner of regionsOf(stmt)) {
        around.set(inner, region);
        for (const root of visit(inner).keys()) here.set(root, index);
      }
    });
    return here;
  };
  const written = new Set(visit(whole).keys());
  const lastIn = (region: Region, array: Value) =>
    Math.max(-1, ...[...roots(array)].map((root) => last.get(region)?.get(root) ?? -1));

  const isWithin = (region: Region, outer: Region): boolean => {
    const next = around.get(region);
    return region === outer || (next !== undefined && isWithin(next, outer));
  };
  /** Whether an array is made after another one is known, in the same run of a region around the given one. */
  const isNewer = (array: Value, other: Value, inside: Region): boolean => {
    const { region, stmt, index } = definitions.get(array)!;
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'alloc' || !isWithin(inside, region)) return false;
    const known = definitions.get(other)!;
    return known.region === region ? known.index < index : isWithin(region, known.region);
  };
  const isWrittenAfter = (region: Region, index: number, array: Value): boolean => {
    if (lastIn(region, array) <= index) return false;
    const own = roots(array);
    const mayBe = (other: Value): boolean =>
      [...roots(other)].some((root) => own.has(root)) &&
      !isNewer(array, other, region) &&
      !isNewer(other, array, region);
    const writes = (stmt: Stmt): boolean =>
      (stmt.tag === 'store' && mayBe(stmt.array)) ||
      regionsOf(stmt).some((inner) => inner.body.some(writes));
    return region.body.slice(index + 1).some(writes);
  };
  return { written, lastIn, isWrittenAfter };
}
