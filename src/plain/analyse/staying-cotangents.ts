/**
 * Finds stores of what an element was plus or minus something, as `a[i] -= x` is: the element's cotangent
 * stays where it is in the reverse sweep, since what it was has the same one. Between the reading and the
 * store nothing is written, and nobody else uses the sum. O(size of the program).
 */
import {
  allOf,
  regionsOf,
  statementsOf,
  usesOf,
  type Func,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';

/** Sums that are stored in the place of one of their operands, with that operand. */
export function stayingCotangentsIn(f: Func): ReadonlyMap<Value, Value> {
  const uses = new Map<Value, number>();
  const use = (value: Value) => uses.set(value, (uses.get(value) ?? 0) + 1);
  const found = new Map<Value, Value>();
  for (const stmt of statementsOf(f)) {
    usesOf(stmt).forEach(use);
    for (const region of regionsOf(stmt)) region.yields.forEach(use);
  }
  for (const { region } of allOf(f)) region.yields.forEach(use);
  const visit = ({ body }: Region): void =>
    body.forEach((stmt, place) => {
      regionsOf(stmt).forEach(visit);
      if (stmt.tag !== 'store' || uses.get(stmt.value) !== 1) return;
      const operand = operandOf(stmt, quietBefore(body, place));
      if (operand !== null) found.set(stmt.value, operand);
    });
  for (const { region } of allOf(f)) visit(region);
  return found;
}

/**
 * The definitions in front of a statement, back to the last statement that may do anything else but leave.
 */
function quietBefore(body: readonly Stmt[], place: number): ReadonlyMap<Value, Stmt> {
  const found = new Map<Value, Stmt>();
  for (let k = place - 1; k >= 0; k--) {
    const stmt = body[k];
    if (stmt.tag === 'let') found.set(stmt.value, stmt);
    else if (stmt.tag !== 'check' && stmt.tag !== 'whole') break;
  }
  return found;
}

/** The element that a store adds to or subtracts from; null if it does something else. */
function operandOf(store: StoreStmt, before: ReadonlyMap<Value, Stmt>): Value | null {
  const stmt = before.get(store.value);
  if (stmt?.tag !== 'let' || stmt.op.tag !== 'prim') return null;
  const { row, args } = stmt.op;
  if ((row !== 'add' && row !== 'sub') || args[0] === args[1]) return null;
  const isElement = (value: Value): boolean => {
    const made = before.get(value);
    if (made?.tag !== 'let' || made.op.tag !== 'load') return false;
    return made.op.args[0] === store.array && made.op.args[1] === store.index;
  };
  const found = (row === 'add' ? args : args.slice(0, 1)).find(isElement);
  return found ?? null;
}
