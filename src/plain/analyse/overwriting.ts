/**
 * To be recorded (TBR). Finds the stores whose old element is asked for in the reverse sweep. An array that
 * a region makes is new in each run of the region. So a store into it concerns only the accesses before it
 * in that region, and a call counts as an access of each array that it is given. O(size), times the depth of
 * regions; of an array that may be one of several, each store looks at what is read again of it.
 */
import {
  allOf,
  isArray,
  isList,
  regionsOf,
  statementsIn,
  type Func,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';
import type { Definitions } from './definitions.js';
import { isLeft, madeIn } from './lifetimes.js';
import type { Roots } from './roots.js';

interface Overwriting {
  /** True if the element as it was before a store is read again in the reverse sweep. */
  readonly isReadAgain: (store: StoreStmt, reads: ReadonlySet<Stmt>) => boolean;
  /** True if an element may be stored into before, so that its cotangent must be 0 again there. */
  readonly isStoredBefore: (store: StoreStmt) => boolean;
}

/**
 * A load, a store or a call, with the regions around it, from the outermost on, and the places of the way in
 * these.
 */
interface Access {
  readonly stmt: Stmt;
  readonly array: Value;
  readonly way: readonly (readonly [region: Region, index: number])[];
}

export function overwritingOf(f: Func, definitions: Definitions, roots: Roots): Overwriting {
  const accesses = new Map<Value, Access[]>();
  const known = new Map<Stmt, Access>();
  const around = new Map<Region, Stmt>();
  const parents = new Map<Region, Region>();
  const note = (stmt: Stmt, array: Value, way: Access['way']) => {
    const access = { stmt, array, way };
    known.set(stmt, access);
    for (const root of new Set([
      ...roots(array),
      ...(stmt.tag === 'call' ? roots.within(array) : []),
    ])) {
      const list = accesses.get(root) ?? [];
      accesses.set(root, list);
      list.push(access);
    }
  };
  const visit = (region: Region, outer: Access['way']): void =>
    region.body.forEach((stmt, index) => {
      const way = [...outer, [region, index] as const];
      if (stmt.tag === 'store' && !isArray(stmt.value.type)) note(stmt, stmt.array, way);
      if (stmt.tag === 'let' && stmt.op.tag === 'load') note(stmt, stmt.op.args[0], way);
      if (stmt.tag === 'call')
        for (const arg of stmt.args) if (isArray(arg.type)) note(stmt, arg, way);
      for (const inner of regionsOf(stmt)) {
        around.set(inner, stmt);
        parents.set(inner, region);
        visit(inner, way);
      }
    });
  for (const { region } of allOf(f)) visit(region, []);

  /**
   * The place in the region that makes the array, of an access that may be to the same array; -1 for none.
   */
  const placeOf = ({ array, way }: Access, made: Value, home: Region): number => {
    const place = way.find(([region]) => region === home)?.[1] ?? -1;
    // What is in a list may be newer than the list.
    if (array === made || place < 0 || isList(array.type)) return place;
    const { region, stmt } = definitions.get(array)!;
    // What is defined before the array is another one.
    const isInside = isWithin(region, home);
    return isInside || (region === home && stmt !== null) ? place : -1;
  };
  const isWithin = (region: Region, home: Region): boolean => {
    const outer = parents.get(region);
    return outer !== undefined && (outer === home || isWithin(outer, home));
  };
  /** The accesses of an array after it was made, in the order of their places; null if that is not known. */
  const accessesOf = remembered((array: Value): readonly (readonly [Access, number])[] | null => {
    const { stmt, region: home } = definitions.get(array)!;
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'alloc') return null;
    return (accesses.get(array) ?? [])
      .map((access) => [access, placeOf(access, array, home)] as const)
      .filter(([, place]) => place >= 0);
  });
  /** The first two of these that a question is about: one of them may be the store itself. */
  const firstOf = (array: Value, isAsked: (stmt: Stmt) => boolean) => {
    const found: (readonly [Access, number])[] = [];
    for (const one of accessesOf(array) ?? [])
      if (isAsked(one[0].stmt) && found.push(one) === 2) break;
    return found;
  };
  /** True if an access is another one that comes before a store. */
  const isBefore = (store: StoreStmt, first: ReturnType<typeof firstOf>): boolean => {
    const own = known.get(store)!;
    const last = placeOf(own, store.array, definitions.get(store.array)!.region);
    return first.some(([access, place]) => access !== own && place <= last);
  };
  const isKnown = (store: StoreStmt): boolean => accessesOf(store.array) !== null;

  /**
   * True if an access comes after a store for as long as the array lives: it is further on in a region
   * that runs once, or that makes the array itself, and all other arrays that may be meant, and hands
   * none of them on.
   */
  const isAfter = (access: Access, store: StoreStmt): boolean => {
    const { way } = known.get(store)!;
    const place = way.findIndex(([region], k) => {
      const next = access.way[k + 1]?.[0];
      return access.way[k]?.[0] === region && (next === undefined || next !== way[k + 1]?.[0]);
    });
    if (place < 0 || access.way[place][1] <= way[place][1]) return false;
    return isOnceFor(way[place][0], store.array);
  };
  const isOnceFor = (region: Region, array: Value): boolean => {
    const stmt = around.get(region);
    if (region === f.region) return true;
    if (stmt?.tag === 'if') return isOnceFor(parents.get(region)!, array);
    if (stmt === undefined) return false;
    const own = madeIn(region);
    return (
      [...roots(array)].every((root) => own.has(root)) &&
      ![...statementsIn(region)].some(({ tag }) => tag === 'call') &&
      !isLeft(region, own, roots)
    );
  };

  /** True if no index is stored into twice: there is no loop around, or one that counts the index. */
  const isOnce = (store: StoreStmt): boolean => {
    const home = definitions.get(store.array)!.region;
    const { way } = known.get(store)!;
    const inside = way.slice(way.findIndex(([region]) => region === home) + 1);
    const loops = inside
      .map(([region]) => around.get(region)!)
      .filter(({ tag }) => tag === 'for' || tag === 'while');
    const [loop] = loops;
    return (
      loops.length === 0 ||
      (loops.length === 1 && loop.tag === 'for' && loop.counter === store.index)
    );
  };

  const readsOf = remembered((reads: ReadonlySet<Stmt>) => {
    /** By root, the accesses that are read again. */
    const ofRoot = remembered((root: Value) =>
      (accesses.get(root) ?? []).filter(({ stmt }) => reads.has(stmt)),
    );
    const isReadAnywhere = (array: Value): boolean =>
      [...roots(array)].some((root) => ofRoot(root).length > 0);
    const first = remembered((array: Value) =>
      firstOf(array, (stmt) => (stmt.tag === 'call' ? isReadAnywhere(array) : reads.has(stmt))),
    );
    return { ofRoot, first };
  });
  const firstStores = remembered((array: Value) => firstOf(array, ({ tag }) => tag !== 'let'));
  /** True if an array that may be one of several, or in a list, is read again. */
  const isReadBefore = (store: StoreStmt, reads: ReadonlySet<Stmt>): boolean =>
    [...roots(store.array)].some((root) =>
      readsOf(reads)
        .ofRoot(root)
        .some((access) => !isAfter(access, store)),
    );
  return {
    isReadAgain: (store, reads) =>
      isKnown(store)
        ? isBefore(store, readsOf(reads).first(store.array))
        : isReadBefore(store, reads),
    isStoredBefore: (store) =>
      !isKnown(store) || isBefore(store, firstStores(store.array)) || !isOnce(store),
  };
}

/** A function that computes nothing twice. */
function remembered<K extends object, T>(of: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = of(key)));
    return found;
  };
}
