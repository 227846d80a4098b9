/**
 * Which values may be what an array gives where it has no element. All others are numbers, bools or arrays. O(size of
 * the function), times the depth of its loops.
 */
import { isArray, statementsIn, type Func, type Stmt, type Value } from '../ir/ir.js';
import { flowsOf } from './roots.js';

const flows = (stmt: Stmt): readonly (readonly [from: Value, to: Value])[] => {
  if (stmt.tag !== 'let') return flowsOf(stmt);
  const { value, op } = stmt;
  if (op.tag === 'stop') return [[op.args[0], value]];
  if (op.tag === 'choose') return op.args.slice(1).map((arg) => [arg, value] as const);
  return [];
};

export function missingIn({ region }: Func): ReadonlySet<Value> {
  const missing = new Set<Value>();
  const statements = [...statementsIn(region)];
  for (const stmt of statements)
    if (stmt.tag === 'let' && stmt.op.tag === 'load' && !isArray(stmt.value.type))
      missing.add(stmt.value);
  for (let before = -1; before < missing.size;) {
    before = missing.size;
    for (const stmt of statements)
      for (const [from, to] of flows(stmt)) if (missing.has(from)) missing.add(to);
  }
  return missing;
}
