/**
 * Arrays that nobody has after the call of a function, or after a step of a loop: their room may be used again.
 * O(size of the function), times the depth of its loops.
 */
import { isArray, statementsIn, type Func, type Region, type Stmt, type Value } from '../ir/ir.js';
import { rootsOf, type Roots } from './roots.js';

export interface Lifetimes {
  /** The `Float64Array`s that are made in the function, and end with it. */
  readonly passing: ReadonlySet<Value>;
  /** Bodies of loops that make such arrays, all of which end with the step. */
  readonly closed: ReadonlySet<Region>;
}

const madeIn = (region: Region): Set<Value> => {
  const made = new Set<Value>();
  for (const stmt of statementsIn(region))
    if (stmt.tag === 'let' && stmt.op.tag === 'alloc') made.add(stmt.value);
  return made;
};

/** @param isCalled whether the function is called by another one, which may have its arrays */
export function lifetimesOf(f: Func, isCalled: boolean): Lifetimes {
  const closed = new Set<Region>();
  const calls = [...statementsIn(f.region)].some(({ tag }) => tag === 'call');
  if (isCalled || calls) return { passing: new Set(), closed };
  const roots = rootsOf(f);
  const made = madeIn(f.region);
  const passing = new Set(
    [...made].filter(({ type }) => isArray(type) && type.storage === 'Float64Array'),
  );
  if (passing.size === 0 || isLeft(f.region, made, roots)) return { passing: new Set(), closed };
  for (const stmt of statementsIn(f.region)) {
    if (stmt.tag !== 'for' && stmt.tag !== 'while') continue;
    const own = madeIn(stmt.body);
    const isBusy = [...own].some((array) => passing.has(array));
    if (isBusy && !isLeft(stmt.body, own, roots)) closed.add(stmt.body);
  }
  return { passing, closed };
}

/** Whether an array that a region makes may be had after it: it yields it, keeps it, or puts it into a list. */
function isLeft(region: Region, own: ReadonlySet<Value>, roots: Roots): boolean {
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
  /** How many more statements keep arrays than take them: what is kept in a region is taken in its way back. */
  let open = 0;
  for (const stmt of statementsIn(region)) {
    if (isPutOutside(stmt)) return true;
    if (
      (stmt.tag === 'keep' || stmt.tag === 'take') &&
      stmt.values.some(({ type }) => isArray(type))
    )
      open += stmt.tag === 'keep' ? 1 : -1;
  }
  return open > 0 || region.yields.some((value) => isArray(value.type) && isOwn(value));
}
