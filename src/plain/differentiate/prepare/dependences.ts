/** Prepares a program for its derivatives, and finds what depends on its inputs. */
import { activityOf, type Activity } from '../../analyse/activity.js';
import { rootsOf, type Roots } from '../../analyse/roots.js';
import type { Func, Value } from '../../ir/ir.js';
import { apartByActivity } from './by-activity.js';
import { withCarriedCounters } from './carried-counters.js';

export interface Dependences {
  readonly f: Func;
  readonly roots: Roots;
  readonly activity: Activity;
}

/** @param inputs the parameters that derivatives are wanted of: numbers, or arrays of them */
export function dependencesOf(given: Func, inputs: readonly Value[]): Dependences {
  const found = looked(apartByActivity(given, inputs), inputs);
  const f = withCarriedCounters(found.f, found.activity);
  return f === found.f ? found : looked(f, inputs);
}

function looked(f: Func, inputs: readonly Value[]): Dependences {
  const roots = rootsOf(f);
  return { f, roots, activity: activityOf(f, roots, inputs) };
}
