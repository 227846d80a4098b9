import type { Region, Value } from '../ir/ir.js';
import { Substitution } from './substitution.js';

/** The call that takes the place of another. */
type ChangedCall = readonly [of: string, args: readonly Value[]];

/** A region with other names and arguments of what it calls. O(size). */
export function withCalls(
  region: Region,
  change: (of: string, args: readonly Value[]) => ChangedCall,
): Region {
  const same = new Substitution();
  const body = region.body.map((stmt) => {
    if (stmt.tag !== 'call') return same.inStmt(stmt, (inner) => withCalls(inner, change));
    const [of, args] = change(stmt.of, stmt.args);
    return { ...stmt, of, args };
  });
  return { ...region, body };
}

/** A region that calls functions by other names. */
export const renamed = (region: Region, named: (of: string) => string): Region =>
  withCalls(region, (of, args) => [named(of), args]);
