/**
 * Finds numbers that are whole and small, whatever the arguments: |n| < 2⁵³, so that sums of them are exact. A
 * product is not among them, since it may be large. O(size of the function).
 */
import { statementsOf, type Func, type Op, type Value } from '../ir/ir.js';

/** Sums of as many lengths as a function has operations are still small. */
const closed: readonly string[] = ['add', 'sub', 'neg', 'max', 'min', 'abs'];
const small: readonly string[] = ['sign', 'imul', 'clz32'];
/** A loop with such a step is not run until its counter is large. */
const LARGEST = 2 ** 20;

const isSmall = (of: number | boolean): boolean =>
  typeof of === 'number' && Number.isInteger(of) && Math.abs(of) <= LARGEST;

export function countsOf(f: Func): ReadonlySet<Value> {
  const counts = new Set<Value>();
  const constants = new Set<Value>();
  const isCount = (value: Value) => value.type === 'i32' || counts.has(value);
  const computes = (op: Op): boolean => {
    switch (op.tag) {
      case 'const':
        return isSmall(op.value);
      case 'length':
        return true;
      case 'prim':
        return small.includes(op.row) || (closed.includes(op.row) && op.args.every(isCount));
      case 'choose':
        return op.args.slice(1).every(isCount);
      default:
        return false;
    }
  };
  // Definitions come before uses, so that one pass is enough.
  for (const stmt of statementsOf(f)) {
    if (stmt.tag === 'let' && computes(stmt.op)) counts.add(stmt.value);
    if (stmt.tag === 'let' && stmt.op.tag === 'const' && isSmall(stmt.op.value))
      constants.add(stmt.value);
    if (stmt.tag === 'for' && isCount(stmt.from) && constants.has(stmt.step)) {
      counts.add(stmt.counter);
      counts.add(stmt.end);
    }
  }
  return counts;
}
