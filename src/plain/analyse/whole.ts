/** Which numbers are whole, whatever the arguments. O(size of the function). */
import { statementsIn, type Func, type Op, type Value } from '../ir/ir.js';

const closed: readonly string[] = ['add', 'sub', 'mul', 'neg', 'max', 'min', 'abs'];
const rounding: readonly string[] = ['floor', 'ceil', 'trunc', 'round', 'sign', 'imul', 'clz32'];

export function wholeNumbers({ region }: Func): ReadonlySet<Value> {
  const whole = new Set<Value>();
  const isWhole = (value: Value) => value.type === 'i32' || whole.has(value);
  const computes = (op: Op): boolean => {
    switch (op.tag) {
      case 'const':
        return Number.isInteger(op.value);
      case 'length':
      case 'bits':
        return true;
      case 'prim':
        return rounding.includes(op.row) || (closed.includes(op.row) && op.args.every(isWhole));
      case 'choose':
        return op.args.slice(1).every(isWhole);
      default:
        return false;
    }
  };
  // Definitions come before uses, so that one pass is enough.
  for (const stmt of statementsIn(region)) {
    if (stmt.tag === 'let' && computes(stmt.op)) whole.add(stmt.value);
    if (stmt.tag === 'for' && isWhole(stmt.from) && isWhole(stmt.step)) {
      whole.add(stmt.counter);
      whole.add(stmt.end);
    }
  }
  return whole;
}
