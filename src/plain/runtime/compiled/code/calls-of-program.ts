/**
 * Calls of functions of the program by compiled code. They change nothing that was there before (lower/harmless/harmless.ts), so
 * that all may be done again where the code leaves. What they give must be data: numbers, texts, and arrays and plain objects of
 * these, none of which the call was given.
 */
import { RealArray } from '../../../../core/floats/real-array.js';
import { unrecorded } from '../../../../core/open-runs.js';
import { Dual } from '../../../../core/real.js';
import { OutsideOfTier } from '../../../ir/leave.js';

type Called = (...args: readonly unknown[]) => unknown;

/** How many values there are at most in what a call gives, and how deep objects hold objects. */
const MOST = 2 ** 16;
const DEEPEST = 6;

const isNoData = () => new OutsideOfTier('a function gives something else than data');

/** What a call gives while a run records it. */
export function applied(f: Called, args: readonly unknown[]): unknown {
  const found = f(...args);
  if (typeof found === 'number' || found instanceof Dual) return found;
  return asData(f, found, args);
}

/** The same of a call that depends on no input: nothing is recorded. */
export const plainly = (f: Called, args: readonly unknown[]): unknown =>
  unrecorded(() => applied(f, args));

/** What a generator gives is gone through where it is called, and nowhere else: so it is a list. */
function asData(f: Called, found: unknown, args: readonly unknown[]): unknown {
  const isGenerator = Object.prototype.toString.call(f) === '[object GeneratorFunction]';
  const data = isGenerator ? elementsOf(found as Iterable<unknown>) : found;
  const count = { left: MOST };
  if (!isData(data, args, count, DEEPEST)) throw isNoData();
  return data;
}

/** All that a generator gives. What it changes after it gave it was another thing in its turn. */
function elementsOf(of: Iterable<unknown>): unknown[] {
  const found: unknown[] = [];
  const then: unknown[][] = [];
  for (const one of of) {
    if (found.push(one) > MOST) throw isNoData();
    then.push(partsOf(one, DEEPEST));
  }
  const isSame = (one: unknown, k: number): boolean => {
    const now = partsOf(one, DEEPEST);
    return now.length === then[k].length && now.every((part, n) => Object.is(part, then[k][n]));
  };
  if (!found.every(isSame)) throw isNoData();
  return found;
}

function partsOf(of: unknown, depth: number): unknown[] {
  if (typeof of !== 'object' || of === null || of instanceof Dual) return [of];
  if (depth === 0 || of instanceof RealArray) throw isNoData();
  return [of, ...Object.values(of).flatMap((part) => partsOf(part, depth - 1))];
}

function isData(
  of: unknown,
  args: readonly unknown[],
  count: { left: number },
  depth: number,
): boolean {
  if (of === null || of === undefined || of instanceof Dual) return true;
  if (typeof of !== 'object')
    return typeof of === 'number' || typeof of === 'string' || typeof of === 'boolean';
  if (depth === 0 || args.includes(of)) return false;
  if (of instanceof RealArray || ArrayBuffer.isView(of)) return !(of instanceof DataView);
  const isPart = (one: unknown): boolean => --count.left > 0 && isData(one, args, count, depth - 1);
  const prototype: unknown = Object.getPrototypeOf(of);
  if (prototype === Array.prototype) return (of as readonly unknown[]).every(isPart);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(of).every(isPart);
}
