/**
 * Decides whether a call of a function, in a run that records, is better as one binding with the gradient for its
 * partials, or as a group that is pulled back by compiled code. Asking takes as long as recording some thirty operations,
 * and recorded code is good at few operations. The decision is made where the function is lowered, and does not look at arguments. So a program is always recorded
 * in the same way.
 */
import {
  allOf,
  isArray,
  isNumber,
  regionsOf,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { ONE, type Gives, type ResultForm } from '../ir/result-form.js';
import type { Origin } from '../ir/origin.js';
import { definitionsOf, type Definitions } from './definitions.js';
import { writtenParams } from './written-params.js';

/** From so many statements on a call is worth it. */
const LEAST = 40;
/**
 * A group keeps copies of its arguments, and has a way back of its own: 5 µs and more a call. It is faster where much is computed from few
 * reals, twice for a matrix of data of 100 × 100, and takes ten times as long for one of 3 × 3. What is counted here
 * does not tell these apart. Tests ask for less.
 */
export const least = { ofGroup: 1_000_000 };
/** How many steps a loop is taken to have. */
const USUAL = 16;

/** What is made of a call: `void` is a group without results, and `own` that the function records by itself. */
export type Recording = 'binding' | 'group' | 'void' | 'own';

interface Lowered {
  /** How the result is made of what the function yields. */
  readonly result: ResultForm;
  readonly gives: Gives;
  readonly origins: readonly Origin[];
}

export function recordingOf(f: Func, { result, gives, origins }: Lowered): Recording {
  const work = workOf(f.region, definitionsOf(f));
  // What functions of other modules write is known when they are linked.
  const names = new Set(allOf(f).map(({ name }) => name));
  const isWhole = [...statementsOf(f)].every((stmt) => stmt.tag !== 'call' || names.has(stmt.of));
  const written = isWhole ? writtenParams(f) : [];
  if (result === ONE && isNumber(f.region.yields[0].type) && written.length === 0)
    return work < LEAST ? 'own' : 'binding';
  // Nothing would come of a call without results. Rows that are replaced, and what entry tells, are left to runs.
  const isTold = origins.some(({ tells }) => tells !== undefined);
  const isNone = f.region.yields.length + written.length === 0;
  const isOfRows = written.some(({ type }) => isArray(type) && type.of !== undefined);
  if (gives !== 'new' || isTold || isNone || isOfRows || work < least.ofGroup) return 'own';
  return result === null ? 'void' : 'group';
}

/** An estimate of how many statements run. */
function workOf({ body }: Region, definitions: Definitions): number {
  return body.reduce((sum, stmt) => {
    if (stmt.tag === 'call') return sum + LEAST;
    const inside = regionsOf(stmt).map((region) => workOf(region, definitions));
    const once = stmt.tag === 'if' ? Math.max(...inside) : inside.reduce((all, x) => all + x, 0);
    return sum + 1 + once * stepsOf(stmt, definitions);
  }, 0);
}

function stepsOf(stmt: Stmt, definitions: Definitions): number {
  if (stmt.tag === 'while') return USUAL;
  if (stmt.tag !== 'for') return 1;
  const [from, to, step] = [stmt.from, stmt.to, stmt.step].map((of) => constantOf(of, definitions));
  if (from === null || to === null || step === null) return USUAL;
  return Math.max(0, Math.ceil((to - from) / step)) || 0;
}

function constantOf(of: Value, definitions: Definitions): number | null {
  const stmt = definitions.get(of)?.stmt;
  const op = stmt?.tag === 'let' ? stmt.op : undefined;
  return op?.tag === 'const' ? Number(op.value) : null;
}
