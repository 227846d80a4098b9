/**
 * Decides whether code that was improved apart may be put together. A function of another module was improved as if
 * all its array arguments were different arrays, and its caller as if all arrays that it returns were new. Where that
 * is wrong, a store under one name would not be seen under another name.
 */
import { isArray, isList, statementsOf, type CallStmt, type Func, type Value } from '../ir/ir.js';
import { rootsOf, type Roots } from './roots.js';
import { writtenParams } from './written-params.js';

/** The effects of a function on the arrays that it is given. */
export interface Habits {
  /** The places of the parameters that it writes into. */
  readonly writes: ReadonlySet<number>;
  /** The places of results that are not new, or that share elements. */
  readonly shares: ReadonlySet<number>;
  /** True if it puts arrays into lists that it is given. */
  readonly fills: boolean;
}

/** @param f the function with what it calls. O(size of the program) */
export function habitsOf(f: Func): Habits {
  const roots = rootsOf(f);
  const { params, yields } = f.region;
  const written = new Set(writtenParams(f, roots));
  const given = new Set(params.flatMap((param) => elementsOf(param, roots)));
  const shares = new Set<number>();
  const before = new Set(given);
  yields.forEach((result, k) => {
    const found = elementsOf(result, roots);
    if (found.some((root) => before.has(root))) shares.add(k);
    found.forEach((root) => before.add(root));
  });
  return {
    writes: new Set([...params.keys()].filter((k) => written.has(params[k]))),
    shares,
    fills: [...statementsOf(f)].some(
      (stmt) =>
        stmt.tag === 'store' &&
        isArray(stmt.value.type) &&
        [...roots(stmt.array)].some((root) => given.has(root)),
    ),
  };
}

/**
 * True if a program calls a function that was improved apart in a way for which it was not improved.
 * O(size).
 */
export function meetsApart(f: Func, habits: ReadonlyMap<string, Habits>): boolean {
  const roots = rootsOf(f);
  const stored = new Set<Value>();
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'store') roots(stmt.array).forEach((root) => stored.add(root));
  const isRight = (call: CallStmt): boolean => {
    const own = habits.get(call.of);
    if (own === undefined) return true;
    const { writes, shares, fills } = own;
    if (fills) return false;
    const args = call.args.map((arg) => elementsOf(arg, roots));
    const isTwice = [...writes].some((k) =>
      args.some((other, j) => j !== k && other.some((root) => args[k].includes(root))),
    );
    const isStored = (k: number) =>
      elementsOf(call.results[k], roots).some((root) => stored.has(root));
    return !isTwice && ![...shares].some(isStored);
  };
  return [...statementsOf(f)].some((stmt) => stmt.tag === 'call' && !isRight(stmt));
}

/** The roots of an array and of what stands in it. */
const elementsOf = (of: Value, roots: Roots): Value[] =>
  isArray(of.type) ? [...(isList(of.type) ? roots(of) : []), ...roots.within(of)] : [];
