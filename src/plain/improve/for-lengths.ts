/**
 * Specialisation by shape. The program for arguments of some lengths: what depends on them alone is computed
 * when code is made, short loops are written out, and the elements of small arrays stand in variables.
 * O(size of the program).
 */
import { writtenParams } from '../analyse/written-params.js';
import { sizesOf } from '../analyse/sizes.js';
import type { Func, Region, Stmt, Value } from '../ir/ir.js';
import { folded } from './folded.js';
import { inVariables } from './in-variables.js';
import { inlined } from './inlined.js';
import { hasStmt, inRegions, mapped } from './mapped.js';
import { steady } from './steady.js';
import { unrolled } from './unrolled.js';
import { used } from './used.js';

/** The depth to which loops of known steps may be nested and are still written out. */
const DEEPEST = 4;

/** The function with the lengths of some of its parameters written down. */
function withLengths(f: Func, lengths: ReadonlyMap<Value, number>): Func {
  const sizes = sizesOf(f);
  const inStmt = (stmt: Stmt): Stmt => {
    if (stmt.tag !== 'let' || stmt.op.tag !== 'length') return inRegions(stmt, inRegion);
    const size = sizes(stmt.op.args[0]);
    const known = typeof size === 'number' ? size : lengths.get(size);
    return known === undefined ? stmt : { ...stmt, op: { tag: 'const', value: known, args: [] } };
  };
  const inRegion = (region: Region): Region => ({ ...region, body: region.body.map(inStmt) });
  return mapped(f, inRegion);
}

/**
 * @param lengths of parameters of the function
 * @returns null where nothing can be written out
 */
export function forLengths(f: Func, lengths: ReadonlyMap<Value, number>): Func | null {
  // What keeps for a reverse sweep does so in blocks; there are none before a derivative is made.
  if (hasStmt(f, 'keep')) return null;
  const whole = folded(withLengths(inlined(f), lengths));
  let made = whole;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const longer = unrolled(made);
    if (longer === made) break;
    made = folded(longer);
  }
  if (made === whole) return null;
  const written = writtenParams(made);
  const unwritten = [...lengths].filter(([param]) => !written.includes(param));
  return used(steady(folded(inVariables(made, new Map(unwritten)))));
}
