/**
 * Finds arrays that end with the call of a function, or with a step of a loop. Their room may be used again. O(size
 * of the function), times the depth of its loops.
 */
import { isHost } from '../ir/host.js';
import {
  isArray,
  regionsOf,
  statementsIn,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { rootsOf, type Roots } from './roots.js';

export interface Lifetimes {
  /** The `Float64Array`s and `Int32Array`s that are made in the function, and end with it. */
  readonly passing: ReadonlySet<Value>;
  /** True if they are made in functions that it calls, too, and end with its own call. */
  readonly areShared: boolean;
  /** Bodies of loops that make such arrays, all of which end with the step. */
  readonly closed: ReadonlySet<Region>;
  /** Arrays that end with the step of the loop that makes them: there is one at a time. */
  readonly single: ReadonlySet<Value>;
  /** Arrays that end with the next step, which takes them: there are two at a time. */
  readonly double: ReadonlySet<Value>;
}

const arraysOf = (stmts: Iterable<Stmt>): Set<Value> => {
  const made = new Set<Value>();
  for (const stmt of stmts) if (stmt.tag === 'let' && stmt.op.tag === 'alloc') made.add(stmt.value);
  return made;
};
export const madeIn = (region: Region): Set<Value> => arraysOf(statementsIn(region));
/** Without the arrays of loops inside: these end with the steps of those. */
const madeBy = (region: Region): Set<Value> => arraysOf(stepOf(region));

function* stepOf({ body }: Region): Generator<Stmt> {
  for (const stmt of body) {
    yield stmt;
    if (stmt.tag === 'if') for (const inner of regionsOf(stmt)) yield* stepOf(inner);
  }
}

const POOLED: readonly string[] = ['Float64Array', 'Int32Array'];
const isPooled = ({ type }: Value): boolean => isArray(type) && POOLED.includes(type.storage);
const areFloats = ({ type }: Value): boolean => isArray(type) && type.storage === 'Float64Array';

/**
 * The arrays of a function and of all that it calls, if all end with its call: it gives none, has no list into which they could
 * be put, and runs no code of others. Nothing is known of loops then. Null if it calls nothing, or if any may be had later.
 *
 * O(size of the program).
 */
export function sharedLifetimes(f: Func): Lifetimes | null {
  const holds = ({ type }: Value): boolean => isArray(type);
  const isList = ({ type }: Value): boolean => isArray(type) && type.of !== undefined;
  const stmts = [...statementsOf(f)];
  if (f.region.yields.some(holds) || f.region.params.some(isList) || stmts.some(isHost))
    return null;
  if (!stmts.some(({ tag }) => tag === 'call')) return null;
  const passing = new Set([...arraysOf(stmts)].filter(isPooled));
  return { passing, areShared: true, closed: new Set(), single: new Set(), double: new Set() };
}

/** @param isCalled whether the function is called by another one, which may have its arrays */
export function lifetimesOf(f: Func, isCalled: boolean): Lifetimes {
  const closed = new Set<Region>();
  const single = new Set<Value>();
  const double = new Set<Value>();
  const nothing = { passing: new Set<Value>(), areShared: false, closed, single, double };
  const calls = [...statementsIn(f.region)].some(({ tag }) => tag === 'call');
  if (isCalled || calls) return nothing;
  const roots = rootsOf(f);
  const made = madeIn(f.region);
  const passing = new Set([...made].filter(isPooled));
  if (passing.size === 0 || isLeft(f.region, made, roots)) return nothing;
  for (const stmt of statementsIn(f.region)) {
    if (stmt.tag !== 'for' && stmt.tag !== 'while') continue;
    const own = madeIn(stmt.body);
    const isBusy = [...own].some((array) => passing.has(array));
    if (!isBusy) continue;
    const isClosed = !isLeft(stmt.body, own, roots);
    if (isClosed) closed.add(stmt.body);
    for (const array of madeBy(stmt.body))
      if (
        passing.has(array) &&
        areFloats(array) &&
        (isClosed || !isLeft(stmt.body, new Set([array]), roots))
      )
        single.add(array);
  }
  for (const array of takenNext(f.region, roots))
    if (passing.has(array) && areFloats(array)) double.add(array);
  return { passing, areShared: false, closed, single, double };
}

/**
 * Arrays that each step of a loop makes for the next one, which hands them on to nobody. They are no more when the loop runs
 * once more.
 */
function takenNext(region: Region, roots: Roots): Value[] {
  return region.body.flatMap((stmt) =>
    regionsOf(stmt).flatMap((inner) => {
      const isLoop = stmt.tag === 'for' || stmt.tag === 'while';
      const within = takenNext(inner, roots);
      if (!isLoop) return within;
      const kept = within.filter((array) => !isLeft(inner, new Set([array]), roots));
      const made = inner.body.flatMap((one) =>
        one.tag === 'let' && one.op.tag === 'alloc' ? [one.value] : [],
      );
      const next = made.filter((array) => {
        const place = inner.yields.indexOf(array);
        const yields = inner.yields.filter((_, k) => k !== place);
        return place >= 0 && !isLeft({ ...inner, yields }, new Set([array]), roots);
      });
      return [...kept, ...next];
    }),
  );
}

/** Of these, the `Float64Array`s, and the loops that make any. */
export function floatsOf(all: Lifetimes): Lifetimes {
  const passing = new Set([...all.passing].filter(areFloats));
  const closed = [...all.closed].filter((body) => [...madeIn(body)].some((of) => passing.has(of)));
  return { ...all, passing, closed: new Set(closed) };
}

/**
 * True if an array that a region makes may outlive it: the region yields it, keeps it, or puts it into
 * a list.
 */
export function isLeft(region: Region, own: ReadonlySet<Value>, roots: Roots): boolean {
  const isOwn = (array: Value): boolean => {
    const found = [...roots(array)];
    return found.length === 0 || found.some((root) => own.has(root));
  };
  const isOnlyOwn = (array: Value): boolean => {
    const found = [...roots(array)];
    return found.length > 0 && found.every((root) => own.has(root));
  };
  const isPutOutside = (stmt: Stmt): boolean =>
    stmt.tag === 'store' && isArray(stmt.value.type) && isOwn(stmt.value) && !isOnlyOwn(stmt.array);
  /**
   * The number of statements that keep arrays, less the number of those that take them: what is kept in a region is taken in
   * its reverse sweep.
   */
  let open = 0;
  for (const stmt of statementsIn(region)) {
    if (isPutOutside(stmt)) return true;
    if (
      (stmt.tag === 'keep' || stmt.tag === 'take') &&
      stmt.values.some((value) => isArray(value.type) && isOwn(value))
    )
      open += stmt.tag === 'keep' ? 1 : -1;
  }
  return open > 0 || region.yields.some((value) => isArray(value.type) && isOwn(value));
}
