/**
 * Which arrays a value may be: each is a parameter of the function, or is made by one `alloc`. Two values may be
 * the same array only if they have a root in common. O(size of the function), times the depth of its loops.
 */
import { isArray, statementsIn, type Func, type Stmt, type Value } from '../ir/ir.js';

export type Roots = (array: Value) => ReadonlySet<Value>;

const none: ReadonlySet<Value> = new Set();

export function rootsOf({ region }: Func): Roots {
  const roots = new Map<Value, Set<Value>>();
  let isStable = false;
  const flow = (from: Value, to: Value) => {
    if (!isArray(to.type)) return;
    const target = roots.get(to) ?? new Set<Value>();
    roots.set(to, target);
    for (const root of roots.get(from) ?? none)
      if (!target.has(root)) {
        target.add(root);
        isStable = false;
      }
  };
  for (const param of region.params) if (isArray(param.type)) roots.set(param, new Set([param]));
  const statements = [...statementsIn(region)];
  for (const stmt of statements)
    if (stmt.tag === 'let' && stmt.op.tag === 'alloc') roots.set(stmt.value, new Set([stmt.value]));
  while (!isStable) {
    isStable = true;
    for (const stmt of statements) {
      if (stmt.tag === 'let' && stmt.op.tag === 'stop') flow(stmt.op.args[0], stmt.value);
      for (const [from, to] of flowsOf(stmt)) flow(from, to);
    }
  }
  return (array) => roots.get(array) ?? none;
}

/** From which values branches and loops take which others. */
export function flowsOf(stmt: Stmt): readonly (readonly [from: Value, to: Value])[] {
  if (stmt.tag === 'if')
    return stmt.results.flatMap((result, k) => [
      [stmt.then.yields[k], result] as const,
      [stmt.otherwise.yields[k], result] as const,
    ]);
  if (stmt.tag !== 'for' && stmt.tag !== 'while') return [];
  const { inits, body, results } = stmt;
  return results.flatMap((result, k) => [
    [inits[k], body.params[k]] as const,
    [body.yields[k], body.params[k]] as const,
    [body.params[k], result] as const,
    ...(stmt.tag === 'while' ? [[body.params[k], stmt.test.params[k]] as const] : []),
  ]);
}
