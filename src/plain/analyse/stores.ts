/**
 * Tells which arrays are written, and where in each region for the last time. O(size of the program), times the
 * number of its functions.
 */
import {
  allOf,
  isArray,
  isList,
  regionsOf,
  statementsIn,
  type CallStmt,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import type { Definitions } from './definitions.js';
import type { Roots } from './roots.js';

export interface Stores {
  /** All roots that are written. */
  readonly written: ReadonlySet<Value>;
  /** The place, in a region, of the last statement that may write an array; -1 if there is none. */
  readonly lastIn: (region: Region, array: Value) => number;
  /** The same for one root. */
  readonly lastOf: (region: Region, root: Value) => number;
  /** The roots that a function may write, with all that it calls. */
  readonly writtenBy: (name: string) => ReadonlySet<Value>;
  /**
   * True if a list holds its last elements from a place on, as long as the region that makes the list
   * runs.
   */
  readonly isComplete: (list: Value, region: Region, index: number) => boolean;
  /** True if an array may be written in a region, after a place of the region. O(size of the region). */
  readonly isWrittenAfter: (region: Region, index: number, array: Value) => boolean;
}

/** The arrays that each function may write, with all functions that it calls. */
function writtenBy(f: Func, roots: Roots): ReadonlyMap<string, ReadonlySet<Value>> {
  const written = new Map(allOf(f).map(({ name }) => [name, new Set<Value>()]));
  let isStable = false;
  const into = (target: Set<Value>, found: Iterable<Value>) => {
    const before = target.size;
    for (const root of found) target.add(root);
    if (target.size > before) isStable = false;
  };
  while (!isStable) {
    isStable = true;
    for (const { name, region } of allOf(f))
      for (const stmt of statementsIn(region)) {
        if (stmt.tag === 'store') into(written.get(name)!, roots(stmt.array));
        if (stmt.tag === 'call') into(written.get(name)!, written.get(stmt.of)!);
      }
  }
  return written;
}

export function storesOf(f: Func, roots: Roots, definitions: Definitions): Stores {
  const byName = writtenBy(f, roots);
  const last = new Map<Region, Map<Value, number>>();
  const around = new Map<Region, Region>();
  const places = new Map<Region, number>();
  const visit = (region: Region): ReadonlyMap<Value, number> => {
    const here = new Map<Value, number>();
    last.set(region, here);
    region.body.forEach((stmt: Stmt, index) => {
      if (stmt.tag === 'store') for (const root of roots(stmt.array)) here.set(root, index);
      if (stmt.tag === 'call') for (const root of byName.get(stmt.of)!) here.set(root, index);
      for (const inner of regionsOf(stmt)) {
        around.set(inner, region);
        places.set(inner, index);
        for (const root of visit(inner).keys()) here.set(root, index);
      }
    });
    return here;
  };
  for (const { region } of allOf(f)) visit(region);
  const written = new Set([...byName.values()].flatMap((found) => [...found]));
  const lastOf = (region: Region, root: Value) => last.get(region)?.get(root) ?? -1;
  const lastIn = (region: Region, array: Value) =>
    Math.max(-1, ...[...roots(array)].map((root) => lastOf(region, root)));

  const isWithin = (region: Region, outer: Region): boolean => {
    const next = around.get(region);
    return region === outer || (next !== undefined && isWithin(next, outer));
  };
  /**
   * True if an array is made after another one is known, in the same run of a region around the given
   * one.
   */
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
    /**
     * True if a call may write an array: the array is among the roots of its arguments, or in a list of
     * those.
     */
    const isHandedOn = (stmt: CallStmt): boolean =>
      [...own].some((root) => byName.get(stmt.of)!.has(root)) &&
      stmt.args.some((arg) => isArray(arg.type) && (isList(arg.type) || mayBe(arg)));
    const writes = (stmt: Stmt): boolean =>
      (stmt.tag === 'store' && mayBe(stmt.array)) ||
      (stmt.tag === 'call' && isHandedOn(stmt)) ||
      regionsOf(stmt).some((inner) => inner.body.some(writes));
    return region.body.slice(index + 1).some(writes);
  };
  /** The place of a region, or of a place in it, in another one around it; undefined if that is not around it. */
  const placeIn = (
    outer: Region,
    region: Region | undefined,
    index: number,
  ): number | undefined => {
    if (region === undefined || region === outer) return region && index;
    return placeIn(outer, around.get(region), places.get(region)!);
  };
  const isComplete = (list: Value, region: Region, index: number): boolean =>
    [...roots(list)].every((root) => {
      if (!written.has(root)) return true;
      const made = definitions.get(root);
      if (made?.stmt?.tag !== 'let') return false;
      const place = placeIn(made.region, region, index);
      return place !== undefined && lastOf(made.region, root) < place;
    });
  return {
    written,
    lastIn,
    lastOf,
    isComplete,
    isWrittenAfter,
    writtenBy: (name) => byName.get(name)!,
  };
}
