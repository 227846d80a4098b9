/**
 * Finds loops that only add to the numbers that gradients flow through, and write into no array from before a step.
 * Such sums have the same cotangents at every step. If these are known before the loop, each step may be followed by
 * its own way back at once. O(size of the loop, times the numbers that it carries).
 */
import {
  isArray,
  regionsOf,
  statementsIn,
  type CallStmt,
  type ForStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import type { Activity } from './activity.js';
import type { Definitions } from './definitions.js';
import type { Roots } from './roots.js';
import type { Stores } from './stores.js';

type Loop = ForStmt | WhileStmt;

interface Tables {
  readonly activity: Activity;
  readonly definitions: Definitions;
  readonly roots: Roots;
  readonly stores: Stores;
}

/** Whether a loop is such a sum, and its region writes none of the loop's arrays after it. */
export function isSum(loop: Loop, around: Region, tables: Tables): boolean {
  const { activity, definitions, roots, stores } = tables;
  const { body } = loop;
  if (body.params.some(({ type }) => isArray(type))) return false;
  // A counter that is no whole number may have a derivative.
  if (loop.tag === 'for' && (activity.has(loop.from) || activity.has(loop.step))) return false;
  const regions = new Set<Region>([body]);
  for (const stmt of statementsIn(body)) for (const inner of regionsOf(stmt)) regions.add(inner);
  const isOwn = (root: Value): boolean => regions.has(definitions.get(root)?.region as Region);
  const place = around.body.indexOf(loop);
  for (const stmt of statementsIn(body)) {
    // What is kept is asked for elsewhere.
    if (stmt.tag === 'keep' || stmt.tag === 'take') return false;
    if (stmt.tag === 'store' && ![...roots(stmt.array)].every(isOwn)) return false;
    if (stmt.tag === 'call' && !isQuiet(stmt, around, place, isOwn, tables)) return false;
    if (stmt.tag !== 'let' || stmt.op.tag !== 'load') continue;
    const [array] = stmt.op.args;
    const known = [...roots(array)];
    const isActive = isArray(stmt.value.type) || known.some((root) => activity.has(root));
    if (known.length === 0 || (isActive && stores.lastIn(around, array) > place)) return false;
  }
  return body.params.every((param, k) => !activity.has(param) || isAddedTo(param, k, loop));
}

/** Whether a call writes only into what a step makes, and reads nothing that is written after the loop. */
function isQuiet(
  { of, args }: CallStmt,
  around: Region,
  place: number,
  isOwn: (root: Value) => boolean,
  { activity, roots, stores }: Tables,
): boolean {
  const written = stores.writtenBy(of);
  return args.every((arg) => {
    const known = [...roots(arg), ...roots.within(arg)];
    const isActive = known.some((root) => activity.has(root));
    return (
      known.every((root) => !written.has(root) || isOwn(root)) &&
      !(isActive && known.some((root) => stores.lastOf(around, root) > place))
    );
  });
}

/** Operations through which no gradient flows: rows whose partials are 0, and questions. */
const asking: readonly Op['tag'][] = ['compare', 'bits', 'truthy', 'present', 'not', 'stop'];

/** Whether all that becomes of a carried number is that other numbers are added to it. */
function isAddedTo(param: Value, place: number, { body }: Loop): boolean {
  /** The values that are the number and something added to it. */
  const sums = new Set([param]);
  let isRight = true;
  const has = (value: Value): boolean => sums.has(value);
  const follow = (results: readonly Value[], ...from: (readonly Value[])[]) =>
    results.forEach((result, k) => {
      const found = from.map((list) => has(list[k]));
      if (found.includes(true)) sums.add(result);
      if (found.includes(true) && found.includes(false)) isRight = false;
    });
  const step = (stmt: Stmt): void => {
    switch (stmt.tag) {
      case 'let': {
        const { op, value } = stmt;
        const summands = op.args.filter(has).length;
        if (summands === 0 || asking.includes(op.tag)) return;
        const isAdded =
          op.tag === 'prim' && (op.row === 'add' || (op.row === 'sub' && !has(op.args[1])));
        if (isAdded && summands === 1) sums.add(value);
        else isRight = false;
        return;
      }
      case 'store':
        if (has(stmt.value)) isRight = false;
        return;
      case 'call':
        if (stmt.args.some(has)) isRight = false;
        return;
      case 'if':
        region(stmt.then);
        region(stmt.otherwise);
        follow(stmt.results, stmt.then.yields, stmt.otherwise.yields);
        return;
      case 'for':
      case 'while':
        follow(stmt.body.params, stmt.inits);
        if (stmt.tag === 'while') {
          follow(stmt.test.params, stmt.inits);
          region(stmt.test);
        }
        region(stmt.body);
        follow(stmt.results, stmt.inits, stmt.body.yields);
        return;
      default:
        return;
    }
  };
  const region = ({ body: stmts }: Region): void => stmts.forEach(step);
  region(body);
  return isRight && body.yields.every((yielded, k) => has(yielded) === (k === place));
}
