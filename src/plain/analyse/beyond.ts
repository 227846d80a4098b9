/**
 * Tells whether a function may ask an element that is not there for more than its number: whether it is there, whether
 * it is less than another. Otherwise, what is missing makes the result NaN. O(size of the function), times the depth of
 * its loops.
 */
import { isArray, statementsOf, usesOf, type Func, type Stmt, type Value } from '../ir/ir.js';
import { flowsOf, regionsByName, type Flow, type Regions } from './roots.js';
import { Walks } from './walks.js';

/** Operations of which a number that is missing makes NaN, or which hand it on. */
const arithmetic: readonly string[] = ['prim', 'partial', 'times', 'stop'];

function flows(stmt: Stmt, regions: Regions): readonly Flow[] {
  if (stmt.tag !== 'let') return flowsOf(stmt, regions);
  const { value, op } = stmt;
  if (arithmetic.includes(op.tag)) return op.args.map((arg) => [arg, value] as const);
  return op.tag === 'choose' ? op.args.slice(1).map((arg) => [arg, value] as const) : [];
}

/** True if an index is certainly one of its array, since a loop counts through this array. */
function isInside(array: Value, index: Value, walks: Walks): boolean {
  const place = walks.linear(index);
  const walk = place?.of && walks.of(place.of);
  if (!place || !walk) return false;
  return walk.to.of === array && walk.from + place.add >= 0 && walk.to.add + place.add <= 0;
}

/** The numbers that a statement uses for anything but arithmetic, storing and handing on. */
function asks(stmt: Stmt, regions: Regions): readonly Value[] {
  if (stmt.tag !== 'let') return stmt.tag === 'call' && !regions.has(stmt.of) ? stmt.args : [];
  const { op } = stmt;
  if (arithmetic.includes(op.tag)) return [];
  return op.tag === 'choose' ? [op.args[0]] : usesOf(stmt);
}

export function asksBeyond(f: Func): boolean {
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  const walks = new Walks(f);
  const missing = new Set<Value>();
  let isAnyElement = false;
  for (let before = -1; before < missing.size;) {
    before = missing.size;
    for (const stmt of statements) {
      if (stmt.tag === 'let' && stmt.op.tag === 'load' && !isArray(stmt.value.type))
        if (isAnyElement || !isInside(stmt.op.args[0], stmt.op.args[1], walks))
          missing.add(stmt.value);
      for (const [from, to] of flows(stmt, regions)) if (missing.has(from)) missing.add(to);
      isAnyElement ||= stmt.tag === 'store' && missing.has(stmt.value);
    }
  }
  return statements.some((stmt) => asks(stmt, regions).some((value) => missing.has(value)));
}
