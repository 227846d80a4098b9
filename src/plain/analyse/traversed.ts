/**
 * Finds arrays that every call of a function goes through: a counted loop reads them, nothing stands around this
 * loop, and its number of steps is not written down. A copy of such an array costs no more than the call. O(size of
 * the function).
 */
import { isArray, statementsIn, usesOf, type Func, type Stmt, type Value } from '../ir/ir.js';
import { definitionsOf } from './definitions.js';
import { rootsOf } from './roots.js';

export function traversedParams(f: Func): ReadonlySet<Value> {
  const definitions = definitionsOf(f);
  const roots = rootsOf(f);
  const isConstant = (value: Value): boolean => {
    const stmt = definitions.get(value)?.stmt;
    return stmt?.tag === 'let' && stmt.op.tag === 'const';
  };
  const read = new Set<Value>();
  for (const loop of f.region.body) {
    if (loop.tag !== 'for' || (isConstant(loop.from) && isConstant(loop.to))) continue;
    for (const stmt of statementsIn(loop.body))
      for (const used of isLength(stmt) ? [] : usesOf(stmt))
        if (isArray(used.type))
          for (const root of [...roots(used), ...roots.within(used)]) read.add(root);
  }
  const isRead = (param: Value): boolean =>
    [...roots(param), ...roots.within(param)].some((root) => read.has(root));
  return new Set(f.region.params.filter((param) => isArray(param.type) && isRead(param)));
}

const isLength = (stmt: Stmt): boolean => stmt.tag === 'let' && stmt.op.tag === 'length';
