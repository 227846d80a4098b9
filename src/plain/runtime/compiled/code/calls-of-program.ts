/**
 * Calls of functions of the program by compiled code. They change nothing that was there before (lower/harmless/harmless.ts), so
 * that all may be done again where the code leaves. What they are given and what they give must be data (data-of-calls.ts), and none
 * of what they give what they were given.
 */
import { RealArray } from '../../../../core/floats/real-array.js';
import { unrecorded } from '../../../../core/open-runs.js';
import { Dual } from '../../../../core/real.js';
import { OutsideOfTier } from '../../../ir/leave.js';
import { DEEPEST, isGivenBack, isGivenData, MOST } from './data-of-calls.js';

export type Called = (...args: readonly unknown[]) => unknown;

const isNoData = () => new OutsideOfTier('a function gives something else than data');

/**
 * The result of a call while a run records it.
 *
 * @param met what stands outside and is known to be data, as nothing changes while code runs
 */
export function applied(met: WeakSet<object>, f: Called, args: readonly unknown[]): unknown {
  if (!args.every((one) => isGivenData(one, met)))
    throw new OutsideOfTier('a function is given something else than data');
  const isGenerator = Object.prototype.toString.call(f) === '[object GeneratorFunction]';
  const found = isGenerator ? elementsOf(f, args) : f(...args);
  if (typeof found === 'number' || found instanceof Dual) return found;
  if (!isGivenBack(found, args)) throw isNoData();
  return found;
}

/** The same of a call that depends on no input: nothing is recorded. */
export const plainly = (met: WeakSet<object>, f: Called, args: readonly unknown[]): unknown =>
  unrecorded(() => applied(met, f, args));

/**
 * All that a generator gives, which is gone through where it is called, and nowhere else. What it changes after it gave it was
 * another thing in its turn; and an error may stand behind the last that the program takes.
 */
function elementsOf(f: Called, args: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const then: unknown[] = [];
  try {
    for (const one of f(...args) as Iterable<unknown>) {
      if (found.push(one) > MOST) throw isNoData();
      addParts(one, then, DEEPEST);
    }
  } catch {
    throw isNoData();
  }
  const now: unknown[] = [];
  for (const one of found) addParts(one, now, DEEPEST);
  const isSame = now.length === then.length && now.every((part, n) => Object.is(part, then[n]));
  if (!isSame) throw isNoData();
  return found;
}

/** Adds a value, and all that is in it. */
function addParts(of: unknown, to: unknown[], depth: number): void {
  to.push(of);
  if (typeof of !== 'object' || of === null || of instanceof Dual) return;
  if (depth === 0 || of instanceof RealArray) throw isNoData();
  const parts = Array.isArray(of) ? (of as readonly unknown[]) : Object.values(of);
  for (let k = 0; k < parts.length; k++) addParts(parts[k], to, depth - 1);
}
