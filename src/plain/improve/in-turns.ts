/**
 * Functions that call themselves, for V8, which puts small functions in the place of their calls, but none into itself:
 * such a function is written twice, and each of the two calls the other. Before that, the end of the recursion stands in
 * the place of each call, beside the call: most calls of a tree are of leaves. This changes no bit, and is the last pass,
 * since what a copy keeps has the block of the original. O(size of the program).
 */
import { value } from '../ir/build.js';
import {
  allOf,
  statementCount,
  statementsIn,
  type CallStmt,
  type Func,
  type IfStmt,
  type Region,
  type Stmt,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { Copy } from './copy.js';
import { Substitution } from './substitution.js';

/**
 * The most statements of a function that V8 puts in the place of its calls: about 460 bytes of its
 * code.
 */
const SMALL = 70;
/** The most statements of an end, with those that compute whether it is one. */
const SHORT = 16;

const callsOf = (region: Region, name: string): boolean =>
  [...statementsIn(region)].some((stmt) => stmt.tag === 'call' && stmt.of === name);

/** A function that asks first whether it ends. */
interface Ending {
  readonly before: readonly Stmt[];
  readonly branch: IfStmt;
  readonly isThen: boolean;
  readonly after: readonly Stmt[];
}

/** True if a statement may be computed once more: it changes nothing, and never leaves. */
const isPlain = (stmt: Stmt): boolean => stmt.tag === 'let' && !operations[stmt.op.tag].makesArray;

/** The test by which a function ends, if it comes first, and little is to be done then. */
export function endingOf({ name, region }: Func): Ending | null {
  const place = region.body.findIndex(({ tag }) => tag === 'if');
  const branch = region.body[place];
  if (branch?.tag !== 'if') return null;
  const [before, after] = [region.body.slice(0, place), region.body.slice(place + 1)];
  const isThen = !callsOf(branch.then, name);
  const end = isThen ? branch.then : branch.otherwise;
  const isEnd =
    callsOf(isThen ? branch.otherwise : branch.then, name) &&
    [...before, ...after].every(isPlain) &&
    [...statementsIn(end)].every(({ tag }) => tag !== 'call' && tag !== 'for' && tag !== 'while') &&
    before.length + statementCount(end) + after.length <= SHORT;
  return isEnd ? { before, branch, isThen, after } : null;
}

/** A function that calls itself only where it does not end at once. */
function withEnds(f: Func, find: typeof endingOf): Func {
  // Calls give the values of the function, so that what stands in their place is made of others.
  const { region } = copyOf(f, f.name, f.name);
  const ending = find({ name: f.name, region });
  if (ending === null) return f;
  const { before, branch, isThen, after } = ending;
  const same = new Substitution();
  const called = (call: CallStmt): Stmt[] => {
    const copy = new Copy();
    region.params.forEach((param, k) => copy.replace(param, call.args[k]));
    const first = before.map(copy.stmt);
    const test = copy.of(branch.test);
    const { body, yields } = isThen ? branch.then : branch.otherwise;
    const last = body.map(copy.stmt);
    branch.results.forEach((result, k) => copy.replace(result, copy.of(yields[k])));
    last.push(...after.map(copy.stmt));
    const end: Region = { params: [], body: last, yields: region.yields.map(copy.of) };
    const results = call.results.map(({ name, type }) => value(name, type));
    const on: Region = { params: [], body: [{ ...call, results }], yields: results };
    const [then, otherwise] = isThen ? [end, on] : [on, end];
    return [...first, { tag: 'if', test, then, otherwise, results: call.results }];
  };
  const within = (of: Region): Region => ({
    ...of,
    body: of.body.flatMap((stmt) => {
      const made = same.inStmt(stmt, within);
      return made.tag === 'call' && made.of === f.name ? called(made) : [made];
    }),
  });
  return { ...f, region: within(f.region) };
}

/** A copy of a function by another name, which calls `other` in the place of the function. */
function copyOf({ region, name }: Func, own: string, other: string): Func {
  const copy = new Copy((stmt) =>
    stmt.tag === 'call' && stmt.of === name ? { ...stmt, of: other } : stmt,
  );
  return { name: own, region: copy.region(region) };
}

/** The program with its small functions that call themselves taken in turns; itself if it has none. */
export function inTurns(f: Func, find = endingOf): Func {
  const taken = new Set(allOf(f).map(({ name }) => name));
  const isSmall = ({ name, region }: Func) =>
    callsOf(region, name) && statementCount(region) <= SMALL;
  if (!f.functions?.some(isSmall)) return f;
  const functions = f.functions.flatMap((of) => {
    if (!isSmall(of)) return [of];
    const ended = withEnds(of, find);
    const one = isSmall(ended) ? ended : of;
    let name = `${one.name}_again`;
    while (taken.has(name)) name += '_';
    taken.add(name);
    return [copyOf(one, one.name, name), copyOf(one, name, one.name)];
  });
  return { ...f, functions };
}
