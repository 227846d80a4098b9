/**
 * Finds the values that may be read where an array has no element. Every other value is a number, a bool or an array.
 * O(size of the function), times the depth of its loops.
 */
import {
  allOf,
  isArray,
  regionsOf,
  statementsOf,
  usesOf,
  type ArrayType,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { flowsOf, regionsByName, type Regions } from './roots.js';

const flows = (stmt: Stmt, regions: Regions): readonly (readonly [from: Value, to: Value])[] => {
  if (stmt.tag !== 'let') return flowsOf(stmt, regions);
  const { value, op } = stmt;
  if (op.tag === 'stop') return [[op.args[0], value]];
  if (op.tag === 'choose') return op.args.slice(1).map((arg) => [arg, value] as const);
  return [];
};

/** @param isThere whether an array is sure to have a number at an index */
export function missingIn(
  f: Func,
  isThere: (array: Value, index: Value) => boolean = () => false,
): ReadonlySet<Value> {
  const missing = new Set<Value>();
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  for (const stmt of statements)
    if (
      stmt.tag === 'let' &&
      stmt.op.tag === 'load' &&
      stmt.op.orZero !== true &&
      !isThere(...stmt.op.args) &&
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

/** The values that a statement reads as numbers, so that what is missing is NaN to it. */
function asNumbers(stmt: Stmt): readonly Value[] {
  if (stmt.tag === 'store') {
    const { storage } = stmt.array.type as ArrayType;
    return storage === 'Float64Array' || storage === 'Float32Array' ? [stmt.value] : [];
  }
  if (stmt.tag !== 'let') return [];
  const { op } = stmt;
  if (op.tag === 'prim' || op.tag === 'times') return op.args;
  return op.tag === 'compare' && op.by !== 'eq' && op.by !== 'ne' ? op.args : [];
}

/** Rows that may give one of their arguments as it is, once they are simplified. */
const handingOn: readonly string[] = ['add', 'sub', 'mul', 'div', 'pow'];

/** The values of which some reader may tell a missing element from NaN. O(size of the function). */
export function tellsMissing(f: Func): ReadonlySet<Value> {
  const telling = new Set<Value>();
  const handsOn = (stmt: Stmt): boolean =>
    stmt.tag === 'let' &&
    telling.has(stmt.value) &&
    (stmt.op.tag === 'times' || (stmt.op.tag === 'prim' && handingOn.includes(stmt.op.row)));
  // Readers come later in the text.
  const visit = (region: Region): void => {
    region.yields.forEach((yielded) => telling.add(yielded));
    for (const stmt of [...region.body].reverse()) {
      const numbers = handsOn(stmt) ? [] : asNumbers(stmt);
      usesOf(stmt).forEach((used) => numbers.includes(used) || telling.add(used));
      regionsOf(stmt).forEach(visit);
    }
  };
  allOf(f).forEach(({ region }) => visit(region));
  return telling;
}
