/** The passes that make code smaller, in their order. None changes a bit of any result. */
import type { Func } from '../ir/ir.js';
import { counting } from './counting.js';
import { folded } from './folded.js';
import { hoisted } from './hoisted.js';
import { shared } from './shared.js';
import { steady } from './steady.js';
import { used } from './used.js';

/** By name, for tests of each. */
export const passes: Readonly<Record<string, (f: Func) => Func>> = {
  steady,
  folded,
  counting,
  hoisted,
  shared,
  used,
};

export const improved = (f: Func): Func =>
  Object.values(passes).reduce((made, pass) => pass(made), f);
