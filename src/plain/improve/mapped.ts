import { statementsOf, type Func, type Region, type Stmt } from '../ir/ir.js';

/** The same change of a function and of those that it calls. */
export const mapped = (f: Func, change: (region: Region) => Region): Func => ({
  ...f,
  region: change(f.region),
  ...(f.functions && { functions: f.functions.map((inner) => mapped(inner, change)) }),
});

/** A statement with its branches, or the steps of a loop, changed. */
export function inBodies<S extends Stmt>(stmt: S, change: (region: Region) => Region): S {
  const of: Stmt = stmt;
  if (of.tag === 'if') return { ...stmt, then: change(of.then), otherwise: change(of.otherwise) };
  return of.tag === 'for' || of.tag === 'while' ? { ...stmt, body: change(of.body) } : stmt;
}

/** The same with the tests of loops. */
export function inRegions<S extends Stmt>(stmt: S, change: (region: Region) => Region): S {
  const made: Stmt = inBodies(stmt, change);
  return (made.tag === 'while' ? { ...made, test: change(made.test) } : made) as S;
}

/** True if a program has such a statement: without one, a pass need not look at it closer. */
export function hasStmt(f: Func, tag: Stmt['tag']): boolean {
  for (const stmt of statementsOf(f)) if (stmt.tag === tag) return true;
  return false;
}
