import { statementsOf, type Func, type Region, type Stmt } from '../ir/ir.js';

/** The same change of a function and of those that it calls. */
export const mapped = (f: Func, change: (region: Region) => Region): Func => ({
  ...f,
  region: change(f.region),
  ...(f.functions && { functions: f.functions.map((inner) => mapped(inner, change)) }),
});

/** Whether a program has such a statement: without, a pass need not look at it closer. */
export function hasStmt(f: Func, tag: Stmt['tag']): boolean {
  for (const stmt of statementsOf(f)) if (stmt.tag === tag) return true;
  return false;
}
