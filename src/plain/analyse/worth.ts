/**
 * Decides whether a call of a function, in a run that records, is better as one binding with the gradient for its
 * partials. Asking takes as long as recording some thirty operations, and recorded code is good at few operations.
 * The decision is made where the function is lowered, and does not look at arguments. So a program is always recorded
 * in the same way.
 */
import {
  allOf,
  isNumber,
  regionsOf,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { definitionsOf, type Definitions } from './definitions.js';
import { writtenParams } from './written-params.js';

/** From so many statements on a call is worth it. */
const LEAST = 40;
/** How many steps a loop is taken to have. */
const USUAL = 16;

export function isWorthOneBinding(f: Func): boolean {
  const [result] = f.region.yields;
  if (!isNumber(result.type) || workOf(f.region, definitionsOf(f)) < LEAST) return false;
  // What functions of other modules write is known when they are linked.
  const names = new Set(allOf(f).map(({ name }) => name));
  const isWhole = [...statementsOf(f)].every((stmt) => stmt.tag !== 'call' || names.has(stmt.of));
  return !isWhole || writtenParams(f).length === 0;
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
