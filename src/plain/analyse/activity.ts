/**
 * Activity analysis. Finds what depends on the inputs of a derivative: numbers, and arrays by their roots. A
 * `stop` ends the dependence. O(size of the function), times the depth of its loops.
 */
import type { HostStmt } from '../ir/host.js';
import {
  holdsReals,
  isArray,
  statementsOf,
  type Func,
  type Op,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { carriedBy } from '../ir/op-table.js';
import { flowsOf, keptFlows, regionsByName, type Flow, type Roots } from './roots.js';

export type Activity = ReadonlySet<Value>;

/** Rows whose partials are 0. */
export const steps: readonly string[] = [
  'sign',
  'floor',
  'ceil',
  'trunc',
  'round',
  'clz32',
  'imul',
];

/** True if the results of a statement depend on inputs when its operands do. */
const passesOn = ({ does, isConstant }: HostStmt): boolean =>
  ((does === 'call' || does === 'apply') && isConstant !== true) ||
  does === 'real' ||
  does === 'lift';

/** @param inputs parameters of the function: numbers, arrays, or values of the host */
export const activityOf = (f: Func, roots: Roots, inputs: Iterable<Value>): Activity =>
  activityWithHosts(f, roots, inputs).active;

/** The same, and the values of the host that depend on inputs. */
export function activityWithHosts(
  f: Func,
  roots: Roots,
  inputs: Iterable<Value>,
): { readonly active: Activity; readonly hosts: ReadonlySet<Value> } {
  const active = new Set<Value>();
  // The language has no cotangents of values of the host.
  const hosts = new Set<Value>();
  for (const input of inputs) {
    if (input.type === 'host') {
      hosts.add(input);
      continue;
    }
    active.add(input);
    for (const root of roots.within(input)) active.add(root);
  }
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  const isActive = (value: Value): boolean =>
    isArray(value.type) ? roots.meets(value, active) : active.has(value) || hosts.has(value);
  const computes = (op: Op): boolean =>
    !(op.tag === 'prim' && steps.includes(op.row)) && carriedBy(op).some(isActive);
  let isStable = false;
  const mark = (value: Value) => {
    if (value.type === 'host') {
      if (!hosts.has(value)) isStable = false;
      hosts.add(value);
      return;
    }
    if (value.type !== 'f64' && !isArray(value.type)) return;
    if (!active.has(value)) isStable = false;
    active.add(value);
  };
  const pass = ([from, to]: Flow) => {
    if (isActive(from)) mark(to);
  };
  const step = (stmt: Stmt) => {
    if (stmt.tag === 'let' && computes(stmt.op) && !isArray(stmt.value.type)) mark(stmt.value);
    if (stmt.tag === 'host' && passesOn(stmt) && stmt.args.some(isActive)) mark(stmt.results[0]);
    if (stmt.tag === 'store' && isActive(stmt.value) && !isArray(stmt.value.type))
      for (const root of roots(stmt.array))
        if (isArray(root.type) && holdsReals(root.type)) mark(root);
    if (stmt.tag === 'for' && (isActive(stmt.from) || isActive(stmt.step)))
      [stmt.counter, stmt.end].forEach(mark);
  };
  const flows = [
    ...statements.flatMap((stmt) => flowsOf(stmt, regions)),
    ...keptFlows(statements),
  ].filter(([, to]) => !isArray(to.type));
  while (!isStable) {
    isStable = true;
    statements.forEach(step);
    flows.forEach(pass);
  }
  return { active, hosts };
}
