/** The passes that make code smaller, in their order. None changes a bit of any result. */
import { usesHost } from '../ir/host.js';
import type { Func } from '../ir/ir.js';
import { ahead } from './ahead.js';
import { counted } from './counted.js';
import { counting } from './counting-whiles.js';
import { folded } from './folded.js';
import { fused } from './fused.js';
import { gathered } from './gathered.js';
import { handed } from './handed.js';
import { hoisted } from './hoisted.js';
import { merged } from './merged.js';
import { paired } from './paired.js';
import { shared } from './shared.js';
import { sunk } from './sunk.js';
import { steady } from './steady.js';
import { used } from './used.js';

/** By name, for tests of each. */
export const passes: Readonly<Record<string, (f: Func) => Func>> = {
  steady,
  folded,
  counting,
  ahead,
  counted,
  hoisted,
  shared,
  fused,
  merged,
  used,
};

/** Passes that move statements past each other: calls of the host stay in their order. */
const reordering: readonly string[] = ['fused', 'merged'];

/** @param tell receives the result of each pass */
export const improved = (f: Func, tell: (pass: string, made: Func) => void = () => {}): Func =>
  Object.entries(passes).reduce((before, [name, pass]) => {
    const made = reordering.includes(name) && usesHost(before) ? before : pass(before);
    tell(name, made);
    return made;
  }, f);

/** A derivative as it runs: improved, with loops in steps of two. What is added to elements may round otherwise. */
export function inPairs(f: Func): Func {
  const once = improved(f);
  if (usesHost(f)) return once;
  const twice = paired(once);
  return inBranches(twice === once ? once : gathered(shared(folded(twice))));
}

/** A derivative with less to do where it has branches. Changes no bit. */
export const inBranches = (f: Func): Func => (usesHost(f) ? f : sunk(handed(f)));
