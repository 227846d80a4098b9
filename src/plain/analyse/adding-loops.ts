/**
 * Loops that only add to the numbers that gradients flow through. The cotangents of the sums are the same at
 * every step; so if they are known before the loop, and arrays allow it (followed.ts), each step may be
 * followed by its own reverse sweep at once. O(size of the loop, times the numbers that it carries).
 */
import {
  isArray,
  type ForStmt,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { carriedBy } from '../ir/op-table.js';
import type { Activity } from './activity.js';

type Loop = ForStmt | WhileStmt;

/** True if a loop is such a sum. */
export function isSum(loop: Loop, activity: Activity): boolean {
  const { body } = loop;
  if (body.params.some(({ type }) => isArray(type))) return false;
  // A counter that is not a whole number may have a derivative.
  if (loop.tag === 'for' && (activity.has(loop.from) || activity.has(loop.step))) return false;
  return body.params.every((param, k) => !activity.has(param) || isAddedTo(param, k, loop));
}

/** True if a carried number is used for nothing but to add other numbers to it. */
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
        if (summands === 0 || carriedBy(op).length === 0) return;
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
      case 'host':
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
