/**
 * Finds numbers that are whole or not finite, provided that certain parameters are. Only such a number can be an
 * index of an array in which each element is several numbers. O(size of the program), times the depth of its loops.
 */
import {
  allOf,
  regionsOf,
  statementsOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { keptFlows, regionsByName } from './roots.js';

const closed: readonly string[] = ['add', 'sub', 'mul', 'rem', 'neg', 'max', 'min', 'abs'];
const whole: readonly string[] = ['floor', 'ceil', 'trunc', 'round', 'sign', 'imul', 'clz32'];

/**
 * For each such number, the numbers that must be whole for it to be whole; an empty list if it is whole in any case.
 */
export type Indices = ReadonlyMap<Value, readonly Value[]>;

export function indicesOf(f: Func): Indices {
  const called = regionsByName(f);
  /** Undefined for what is not known to be whole. */
  const from = new Map<Value, readonly Value[]>();
  const computed = (op: Op): readonly Value[] | undefined => {
    switch (op.tag) {
      case 'const':
        return Number.isInteger(op.value) ? [] : undefined;
      case 'length':
      case 'bits':
        return [];
      case 'prim':
        if (whole.includes(op.row)) return [];
        return closed.includes(op.row) ? op.args : undefined;
      case 'choose':
        return op.args.slice(1);
      case 'stop':
        return op.args;
      default:
        return undefined;
    }
  };
  const note = (value: Value, sources: readonly Value[] | undefined) => {
    if (value.type === 'i32') from.set(value, []);
    else if (value.type === 'f64' && sources !== undefined) from.set(value, sources);
  };
  const visit = (of: Region): void => of.body.forEach(define);
  const define = (stmt: Stmt): void => {
    if (stmt.tag === 'let') note(stmt.value, computed(stmt.op));
    if (stmt.tag === 'if')
      stmt.results.forEach((result, k) =>
        note(result, [stmt.then.yields[k], stmt.otherwise.yields[k]]),
      );
    if (stmt.tag === 'for' || stmt.tag === 'while')
      stmt.results.forEach((result, k) => {
        const sources = [stmt.inits[k], stmt.body.yields[k]];
        note(stmt.body.params[k], sources);
        if (stmt.tag === 'while') note(stmt.test.params[k], sources);
        note(result, sources);
      });
    if (stmt.tag === 'for') {
      note(stmt.counter, [stmt.from, stmt.step]);
      note(stmt.end, [stmt.from, stmt.step]);
    }
    if (stmt.tag === 'call')
      stmt.results.forEach((result, k) =>
        note(result, called.get(stmt.of)?.yields.slice(k, k + 1)),
      );
    regionsOf(stmt).forEach(visit);
  };
  for (const { region } of allOf(f)) {
    region.params.forEach((param) => note(param, []));
    visit(region);
  }
  for (const [kept, taken] of keptFlows([...statementsOf(f)])) note(taken, [kept]);
  for (let before = -1; before !== from.size;) {
    before = from.size;
    for (const [value, sources] of from)
      if (sources.some((source) => source.type !== 'i32' && !from.has(source))) from.delete(value);
  }
  return from;
}
