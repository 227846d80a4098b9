/**
 * Joint mode: the test whether the reverse sweep of a statement, or of a called function, may follow it
 * at once, as far as arrays are concerned. Then it adds to cotangents of arrays before what comes later
 * has taken its own: so nothing later may write what it reads. And it puts no array back that is there
 * before it, since the program goes on from there: of those it may write only loose ones. O(size of the
 * statement).
 */
import {
  isArray,
  isList,
  regionsOf,
  statementsIn,
  statementsOf,
  type CallStmt,
  type ForStmt,
  type Func,
  type IfStmt,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import type { Activity } from './activity.js';
import { isSum } from './adding-loops.js';
import type { Definitions } from './definitions.js';
import type { Regions, Roots } from './roots.js';
import type { Stores } from './stores.js';

/**
 * Arrays that the reverse sweep never reads again, so that no store into them is taken back: no gradient
 * flows through them, and what is read of them is kept. Where a store may be into a loose array, it is into
 * loose arrays only.
 */
export type Loose = ReadonlySet<Value>;

/** The limits of a statement that its reverse sweep follows. */
export interface Limits {
  /** The arrays that it may rely on. */
  readonly loose: Loose;
  /** Functions that are called by halves. */
  readonly halved: ReadonlySet<string>;
}

interface Tables extends Limits {
  readonly activity: Activity;
  readonly definitions: Definitions;
  readonly roots: Roots;
  readonly stores: Stores;
  readonly functions: Regions;
}

/** A statement that its reverse sweep may follow at once. */
export type Followed = ForStmt | WhileStmt | IfStmt | CallStmt;

/**
 * The arrays from before a statement of a region that must be loose if it is followed; null if it may not
 * be.
 */
export function reliesOn(stmt: Followed, around: Region, tables: Tables): Loose | null {
  const { stores, activity } = tables;
  const place = around.body.indexOf(stmt);
  const isWrittenLater = (root: Value): boolean => stores.lastOf(around, root) > place;
  switch (stmt.tag) {
    case 'call': {
      if (tables.halved.has(stmt.of)) return null;
      const own = functionReliesOn(tables.functions.get(stmt.of)!, tables);
      const given = [{ params: [], body: [stmt], yields: [] }];
      const here = own && ofRegions(given, isWrittenLater, tables);
      return here && new Set([...own, ...here]);
    }
    case 'if':
      // What a branch hands on gets its cotangents later.
      if (stmt.results.some(({ type }) => isArray(type))) return null;
      break;
    default:
      if (!isSum(stmt, activity)) return null;
  }
  return ofRegions(regionsOf(stmt), isWrittenLater, tables);
}

/** The same for a function that is called. */
function functionReliesOn(region: Region, tables: Tables): Loose | null {
  if (region.yields.some(({ type }) => isArray(type))) return null;
  return ofRegions([region], () => false, tables);
}

/**
 * @param isWrittenLater whether an array may be written between some regions and the end of what is around
 *   them
 */
function ofRegions(
  regions: readonly Region[],
  isWrittenLater: (root: Value) => boolean,
  tables: Tables,
): Loose | null {
  const { activity, definitions, roots, loose } = tables;
  const statements = regions.flatMap((region) => [...statementsIn(region)]);
  const inside = new Set([...regions, ...statements.flatMap(regionsOf)]);
  const isOwn = (root: Value): boolean => inside.has(definitions.get(root)?.region as Region);
  const relied = new Set<Value>();
  const mayWrite = (written: Iterable<Value>): boolean =>
    [...written].every((root) => {
      if (isOwn(root)) return true;
      relied.add(root);
      return loose.has(root);
    });
  const mayRead = (known: readonly Value[]): boolean =>
    !(known.some((root) => activity.has(root)) && known.some(isWrittenLater));
  const mayBe = (stmt: Stmt): boolean => {
    switch (stmt.tag) {
      case 'keep':
      case 'take':
        // What is kept is asked for elsewhere.
        return false;
      case 'host':
        // The tape of its run is swept at last.
        return false;
      case 'store':
        return mayWrite(roots(stmt.array));
      case 'call':
        return mayCall(stmt, tables, mayWrite, mayRead);
      case 'let': {
        if (stmt.op.tag !== 'load') return true;
        const known = [...roots(stmt.op.args[0])];
        const isRow = isArray(stmt.value.type) && known.some(isWrittenLater);
        return known.length > 0 && !isRow && mayRead(known);
      }
      default:
        return true;
    }
  };
  return statements.every(mayBe) ? relied : null;
}

/** A call writes what it is given of what its function writes. */
function mayCall(
  { of, args }: CallStmt,
  { roots, stores }: Tables,
  mayWrite: (written: readonly Value[]) => boolean,
  mayRead: (known: readonly Value[]) => boolean,
): boolean {
  const written = stores.writtenBy(of);
  return args.every((arg) => {
    const known = [...new Set([...roots(arg), ...roots.within(arg)])];
    return mayWrite(known.filter((root) => written.has(root))) && mayRead(known);
  });
}

/** The roots of each store. */
const targetsIn = (f: Func, roots: Roots): readonly ReadonlySet<Value>[] =>
  [...statementsOf(f)].flatMap((stmt) => (stmt.tag === 'store' ? [roots(stmt.array)] : []));

/** All arrays that could be loose: numbers that are written, and that no gradient flows through. */
export function mostLoose(f: Func, roots: Roots, activity: Activity): Loose {
  const targets = targetsIn(f, roots);
  const loose = new Set(targets.flatMap((target) => [...target]));
  for (const root of loose) if (isList(root.type) || activity.has(root)) loose.delete(root);
  for (let before = -1; before !== loose.size;) {
    before = loose.size;
    for (const target of targets)
      if (![...target].every((root) => loose.has(root)))
        for (const root of target) loose.delete(root);
  }
  return loose;
}

/** Some loose arrays, with those that a store into one of them may be into. */
export function withTargets(loose: Loose, f: Func, roots: Roots): Loose {
  const targets = targetsIn(f, roots);
  const found = new Set(loose);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const target of targets)
      if ([...target].some((root) => found.has(root))) for (const root of target) found.add(root);
  }
  return found;
}
