/**
 * Moves loop-invariant terms: what a counting loop computes from values of before it is computed once, before the
 * loop. Only operations move that can neither fail nor read elements. O(size of the function).
 */
import { definedBy, type Func, type Op, type Region, type Stmt, type Value } from '../ir/ir.js';
import { mapped } from './mapped.js';
import { isInMath, isWritten } from '../ir/rows.js';

function isMovable(op: Op): boolean {
  if (op.tag === 'prim') return isWritten(op.row) || isInMath(op.row);
  return op.tag === 'const' || op.tag === 'times' || op.tag === 'length';
}

const hoistedIn = (region: Region): Region => ({
  ...region,
  body: region.body.flatMap(hoistedOut),
});

/** A statement, after what it need not repeat. */
function hoistedOut(stmt: Stmt): Stmt[] {
  switch (stmt.tag) {
    case 'if':
      return [{ ...stmt, then: hoistedIn(stmt.then), otherwise: hoistedIn(stmt.otherwise) }];
    case 'while':
      return [{ ...stmt, body: hoistedIn(stmt.body) }];
    case 'for': {
      const body = hoistedIn(stmt.body);
      const inside = new Set<Value>([stmt.counter, ...body.params]);
      const before: Stmt[] = [];
      const rest = body.body.filter((inner) => {
        const isSteady =
          inner.tag === 'let' &&
          isMovable(inner.op) &&
          !inner.op.args.some((arg) => inside.has(arg));
        if (isSteady) before.push(inner);
        else definedBy(inner).forEach((value) => inside.add(value));
        return !isSteady;
      });
      return [...before, { ...stmt, body: { ...body, body: rest } }];
    }
    default:
      return [stmt];
  }
}

/** The function whose loops compute less. */
export const hoisted = (f: Func): Func => mapped(f, hoistedIn);
