/**
 * Caches that were filled before the run (front/caches.ts): numbers in them are constants to it, whatever they were
 * computed of. Where an input equals what was kept, versions compute it again, and insist that the same numbers come out.
 * So the result is what the program gives, with its derivative. Where other numbers come out (a tolerance, a counter, a
 * difference to the step before), the run is refused. O(what is kept), and only where an input meets a kept number.
 */
import { callSite } from '../../errors/call-site.js';
import { Dual, primalOf } from '../../core/real.js';
import { keptNumbers } from './errors.js';
import { levels } from './comparisons.js';

/** The most values of a cache are compared. */
const MOST = 10_000;

/** The number of comparisons between reals of different levels. */
export const across = (): number => levels.across;

/** The numbers of a cache when a run computed it again. */
class Kept {
  private readonly before: readonly unknown[];

  constructor(
    private readonly read: () => readonly unknown[],
    private readonly site: string | undefined,
    places: readonly unknown[],
  ) {
    this.before = contents(places).map(withPrimal);
  }

  /** @throws DeltaTapeError unless the same numbers are kept now. */
  compare(): void {
    const now = contents(this.read());
    const isSame =
      now.length === this.before.length &&
      now.length <= MOST &&
      now.every((value, k) => Object.is(withPrimal(value), this.before[k]));
    if (!isSame) throw keptNumbers(this.site);
  }
}

const withPrimal = (value: unknown): unknown =>
  value instanceof Dual && !value.isBlock ? primalOf(value) : value;

/** All that is reached from values, in order, with marks that tell the structure. */
function contents(values: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const known = new Map<object, string>();
  const add = (value: unknown): void => {
    if (found.length > MOST) return;
    if (typeof value !== 'object' || value === null || value instanceof Dual) {
      found.push(value);
      return;
    }
    const before = known.get(value);
    if (before !== undefined) {
      found.push(before);
      return;
    }
    known.set(value, `object ${known.size}`);
    const isCollection = value instanceof Map || value instanceof Set;
    const parts = isCollection ? [...(value as Iterable<unknown>)] : Object.entries(value).flat();
    found.push(parts.length);
    parts.forEach(add);
  };
  values.forEach(add);
  return found;
}

/**
 * The outcome of a test that takes what was kept if it is `taking`: the other one, as an object to be given to
 * `sameKept` after the branch, where an input met a number of before the run. `before` is `across()` of before the test.
 */
export function again(
  before: number,
  outcome: unknown,
  taking: boolean,
  read: () => readonly unknown[],
): boolean | Kept {
  if (Boolean(outcome) !== taking || levels.across === before) return Boolean(outcome);
  const places = read();
  const isOfRun = contents(places).some(
    (value) => value instanceof Dual && value.run.level >= levels.last,
  );
  return isOfRun ? taking : new Kept(read, callSite(), places);
}

/** @throws DeltaTapeError unless the branch kept the same numbers. */
export function sameKept(kept: unknown): void {
  if (kept instanceof Kept) kept.compare();
}
