/**
 * Which values may be what an array gives where it has no element. All others are numbers, bools or arrays. O(size of
 * the function), times the depth of its loops.
 */
import { isArray, statementsOf, type Func, type Stmt, type Value } from '../ir/ir.js';
import { flowsOf, regionsByName, type Regions } from './roots.js';

const flows = (stmt: Stmt, regions: Regions): readonly (readonly [from: Value, to: Value])[] => {
  if (stmt.tag !== 'let') return flowsOf(stmt, regions);
  const { value, op } = stmt;
  if (op.tag === 'stop') return [[op.args[0], value]];
  if (op.tag === 'choose') return op.args.slice(1).map((arg) => [arg, value] as const);
  return [];
};

export function missingIn(f: Func): ReadonlySet<Value> {
  const missing = new Set<Value>();
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  for (const stmt of statements)
    if (
      stmt.tag === 'let' &&
      stmt.op.tag === 'load' &&
      stmt.op.orZero !== true &&
      !isArray(stmt.value.type)
    )
      missing.add(stmt.value);
  for (const stmt of statements)
    if (stmt.tag === 'call' && !regions.has(stmt.of))
      for (const result of stmt.results) missing.add(result);
  for (let before = -1; before < missing.size;) {
    before = missing.size;
    for (const stmt of statements)
      for (const [from, to] of flows(stmt, regions)) if (missing.has(from)) missing.add(to);
  }
  return missing;
}
