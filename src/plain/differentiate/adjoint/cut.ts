/**
 * Cuts a pullback in two: an augmented primal, which runs once, and a reverse sweep for any number of
 * cotangents. The reverse sweep begins with the first statement that asks for a cotangent. The augmented
 * primal hands on what the reverse sweep uses. The sweep writes into some of these arrays, and must be
 * given copies of them each time. O(size of the program).
 */
import { definitionsOf } from '../../analyse/definitions.js';
import { rootsOf } from '../../analyse/roots.js';
import { storesOf } from '../../analyse/stores.js';
import { partOf } from '../../improve/closed.js';
import { Substitution } from '../../improve/substitution.js';
import { value } from '../../ir/build.js';
import {
  isArray,
  statementsIn,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../../ir/ir.js';

export interface Cut {
  /** A program that calls both, one after the other. */
  readonly func: Func;
  /** It takes the arguments; it gives the results, and then what is handed on. */
  readonly there: string;
  /**
   * It takes what is handed on, arrays of zeros for gradients, and cotangents; it gives the gradients of
   * numbers.
   */
  readonly back: string;
  /**
   * For each array that is handed on: true if the reverse sweep writes into it, or into an array in it.
   */
  readonly written: readonly boolean[];
  /** True if it writes into arrays that were kept. */
  readonly writesKept: boolean;
}

const fresh = ({ name, type }: Value): Value => value(name, type === 'i32' ? 'f64' : type);

/**
 * @param f a pullback that gives the results of the function behind the gradients
 * @param params how many arguments the function takes
 * @param count how many results it gives
 * @returns null where steps are taken back at once, so that results come with the reverse sweep
 */
export function cut(f: Func, params: number, count: number): Cut | null {
  const { body, yields } = f.region;
  if (count === 0) return null;
  const [args, given] = [f.region.params.slice(0, params), f.region.params.slice(params)];
  const [slopes, results] = [yields.slice(0, -count), yields.slice(-count)];
  const asked = new Set(given);
  const first = body.findIndex((stmt) => [...partIn([stmt]).free].some((of) => asked.has(of)));
  const place = first < 0 ? body.length : first;
  const [before, after] = [body.slice(0, place), body.slice(place)];
  const known = new Set([...args, ...partIn(before).defined]);
  if (!results.every((result) => known.has(result))) return null;

  const isWritten = writtenIn(after, f);
  const writesKept = [...statementsOf(f)].some(
    (stmt) => stmt.tag === 'keep' && stmt.values.some(isWritten),
  );

  const needed = partIn(after, given, slopes).free;
  // What is known of constants and lengths makes better code.
  const again = before.filter((stmt) => isPlain(stmt) && needed.has(stmt.value)) as Plain[];
  again.forEach((stmt) => needed.delete(stmt.value));
  again.forEach(({ op }) => op.args.forEach((array) => needed.add(array)));
  const handed = [...needed];
  const same = new Substitution();
  const own = (of: Value): Value => {
    const made = fresh(of);
    same.replace(of, made);
    return made;
  };
  const [there, back] = [`${f.name}.there`, `${f.name}.back`];
  const wayBack = {
    params: [...handed, ...given].map(own),
    body: [...again.map((stmt) => ({ ...stmt, value: own(stmt.value) })), ...after],
    yields: slopes,
  };
  const functions: Func[] = [
    { name: there, region: { params: args, body: before, yields: [...results, ...handed] } },
    { name: back, region: same.inRegion(wayBack) },
    ...(f.functions ?? []),
  ];
  const region = inTurn([there, back], f.region.params.map(fresh), params, results, handed, slopes);
  const func = { name: f.name, region, functions };
  return { func, there, back, written: handed.map(isWritten), writesKept };
}

function inTurn(
  [there, back]: readonly string[],
  params: readonly Value[],
  count: number,
  results: readonly Value[],
  handed: readonly Value[],
  slopes: readonly Value[],
): Region {
  const [found, more, ends] = [results, handed, slopes].map((list) => list.map(fresh));
  const [args, given] = [params.slice(0, count), params.slice(count)];
  return {
    params,
    body: [
      { tag: 'call', of: there, args, results: [...found, ...more] },
      { tag: 'call', of: back, args: [...more, ...given], results: ends },
    ],
    yields: [...ends, ...found],
  };
}

const partIn = (
  body: readonly Stmt[],
  params: readonly Value[] = [],
  yields: readonly Value[] = [],
) => partOf({ name: '', region: { params, body, yields } });

type Plain = Stmt & { readonly tag: 'let' };
const isPlain = (stmt: Stmt): stmt is Plain =>
  stmt.tag === 'let' && (stmt.op.tag === 'const' || stmt.op.tag === 'length');

/** Which arrays some statements of a function write. */
function writtenIn(stmts: readonly Stmt[], f: Func): (of: Value) => boolean {
  const roots = rootsOf(f);
  const stores = storesOf(f, roots, definitionsOf(f));
  const written = new Set<Value>();
  const add = (found: Iterable<Value>) => {
    for (const root of found) written.add(root);
  };
  for (const stmt of statementsIn({ params: [], body: stmts, yields: [] })) {
    if (stmt.tag === 'store') add(roots(stmt.array));
    if (stmt.tag === 'call') add(stores.writtenBy(stmt.of));
  }
  return (of) =>
    isArray(of.type) &&
    (roots(of).size === 0 ||
      [...roots(of)].some((root) => written.has(root)) ||
      roots.meets(of, written));
}
