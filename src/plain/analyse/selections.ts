/**
 * Finds numbers that a loop only selects: a step gives a carried number another value, or leaves it as it is, as where the
 * greatest of many is looked for. Only the last step that gave it one counts for derivatives: of those before, nothing is
 * left. O(size of the body), times the selections.
 */
import {
  regionsOf,
  statementsIn,
  usesOf,
  type Comparison,
  type ForStmt,
  type IfStmt,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import type { Activity } from './activity.js';

interface Ordered {
  readonly by: Comparison;
  readonly args: readonly [Value, Value];
}

/** The way in which a step selects. */
type Choice =
  /** A branch gives the numbers new values on one side, and leaves them on the other. */
  | { readonly tag: 'branch'; readonly stmt: IfStmt; readonly isThen: boolean }
  /** A choice between the number and `other`, which is taken if a test is, or is not. */
  | {
      readonly tag: 'choose';
      readonly stmt: Stmt;
      readonly test: Value;
      readonly isThen: boolean;
      readonly other: Value;
    }
  /** The greater or smaller one; neither is taken where one is NaN: then no gradient flows. */
  | {
      readonly tag: 'order';
      readonly stmt: Stmt;
      readonly taken: Ordered;
      readonly left: Ordered;
      readonly other: Value;
    };

export interface Selection {
  readonly choice: Choice;
  /** The places of the numbers among what the loop carries. */
  readonly places: readonly number[];
}

/** Statements that read only, and give numbers. */
const reading: readonly Stmt['tag'][] = ['let', 'check', 'whole', 'leave', 'if', 'for', 'while'];

/** The selections of a loop of which nothing else depends, and which changes nothing else. */
export function selectionsIn(loop: ForStmt, activity: Activity): readonly Selection[] {
  const { body, counter } = loop;
  const active = body.params.flatMap((param, place) => (activity.has(param) ? [place] : []));
  if (active.length === 0 || activity.has(counter)) return [];
  const groups = new Map<Stmt, { choice: Choice; places: number[] }>();
  for (const place of active) {
    const choice = choiceAt(body, place);
    if (choice === null) continue;
    const group = groups.get(choice.stmt);
    if (group === undefined) groups.set(choice.stmt, { choice, places: [place] });
    else if (isSame(group.choice, choice)) group.places.push(place);
  }
  if (groups.size === 0) return [];
  if ([...statementsIn(body)].some(({ tag }) => !reading.includes(tag))) return [];
  const carried = dependingOn(active, body, activity);
  return [...groups.values()].filter(({ choice, places }) => {
    // What a step takes comes from outside of the loop.
    if (givenBy(choice, body, places).some((of) => carried.has(of))) return false;
    const depending = dependingOn(places, body, activity);
    const others = active.filter((place) => !places.includes(place));
    return !others.some((place) => depending.has(body.yields[place]));
  });
}

const isSame = (one: Choice, other: Choice): boolean =>
  one.tag === 'branch' && other.tag === 'branch' && one.isThen === other.isThen;

/** The values that a selection gives to the numbers that it changes. */
export function givenBy(choice: Choice, body: Region, places: readonly number[]): readonly Value[] {
  if (choice.tag !== 'branch') return [choice.other];
  const { stmt, isThen } = choice;
  const side = isThen ? stmt.then : stmt.otherwise;
  return places.map((place) => side.yields[stmt.results.indexOf(body.yields[place])]);
}

function choiceAt(body: Region, place: number): Choice | null {
  const [param, given] = [body.params[place], body.yields[place]];
  for (const stmt of body.body) {
    if (stmt.tag === 'if' && stmt.results.includes(given)) {
      const at = stmt.results.indexOf(given);
      const [then, otherwise] = [stmt.then.yields[at], stmt.otherwise.yields[at]];
      if ((then === param) === (otherwise === param)) return null;
      return { tag: 'branch', stmt, isThen: otherwise === param };
    }
    if (stmt.tag !== 'let' || stmt.value !== given) continue;
    const { op } = stmt;
    if (op.tag === 'choose') {
      const [test, then, otherwise] = op.args;
      if ((then === param) === (otherwise === param)) return null;
      const isThen = otherwise === param;
      return { tag: 'choose', stmt, test, isThen, other: isThen ? then : otherwise };
    }
    if (op.tag !== 'prim' || op.args.length !== 2) return null;
    return op.row === 'max' || op.row === 'min' ? orderOf(stmt, op.row, op.args, param) : null;
  }
  return null;
}

/** A tie goes to the first argument. */
function orderOf(
  stmt: Stmt,
  row: 'max' | 'min',
  [first, second]: readonly Value[],
  param: Value,
): Choice | null {
  if ((first === param) === (second === param)) return null;
  const isSmaller = row === 'min';
  const isFirst: Ordered = { by: isSmaller ? 'le' : 'ge', args: [first, second] };
  const isSecond: Ordered = { by: isSmaller ? 'gt' : 'lt', args: [first, second] };
  return first === param
    ? { tag: 'order', stmt, taken: isSecond, left: isFirst, other: second }
    : { tag: 'order', stmt, taken: isFirst, left: isSecond, other: first };
}

/** The values of a step that depend on numbers that the loop carries, so that cotangents flow. */
function dependingOn(
  places: readonly number[],
  body: Region,
  activity: Activity,
): ReadonlySet<Value> {
  const found = new Set(places.map((place) => body.params[place]));
  const isIn = (of: Value): boolean => found.has(of);
  const usesAny = (stmt: Stmt): boolean =>
    usesOf(stmt).some(isIn) ||
    regionsOf(stmt).some((inner) => inner.body.some(usesAny) || inner.yields.some(isIn));
  const mark = (of: Value): void => {
    if (activity.has(of)) found.add(of);
  };
  const visit = (region: Region): void => {
    for (const stmt of region.body) {
      if (stmt.tag === 'let' && stmt.op.args.some(isIn)) mark(stmt.value);
      if (stmt.tag === 'if') {
        [stmt.then, stmt.otherwise].forEach(visit);
        stmt.results.forEach((result, k) => {
          if (isIn(stmt.then.yields[k]) || isIn(stmt.otherwise.yields[k])) mark(result);
        });
      }
      if ((stmt.tag === 'for' || stmt.tag === 'while') && usesAny(stmt)) stmt.results.forEach(mark);
    }
  };
  visit(body);
  return found;
}
