/**
 * Caches that were filled before the run (front/caches.ts): numbers in them are constants to it, whatever they were
 * computed of. Where an input equals what was kept, versions compute it again, and insist that the same numbers come out.
 * So the result is what the program gives, with its derivative. Where other numbers come out (a tolerance, a counter, a
 * difference to the step before), the run is refused. O(what is kept), and only where an input meets a kept number.
 */
import { keptNumbers } from '../../derivatives/errors.js';
import { callSite } from '../../errors/call-site.js';
import { Dual, isReal, primalOf } from '../../core/real.js';
import { across, answer, forget, lastLevel, meet, met } from '../../errors/meetings.js';
import { eq, looseEq, type Comparison } from './comparisons.js';
import { comparedKeys } from './keys-of-texts.js';
import { privateParts } from './told-private-fields.js';

/** The most values of a cache are compared. */
const MOST = 10_000;

/**
 * The outcome of a comparison up to a tolerance, of which `isNear` says that two numbers are near each other. `before` is
 * `across()` of before the comparison, and `read` gives the numbers in it, of which some may have been kept.
 */
export function near(
  before: number,
  outcome: unknown,
  isNear: boolean,
  read: () => readonly unknown[],
): unknown {
  if (outcome === isNear && across() !== before && !read().every(isOfRun)) meet();
  return outcome;
}

const isOfRun = (value: unknown): boolean =>
  value instanceof Dual && value.run.level >= lastLevel();

/**
 * A comparison for equality with what the function keeps. Where it holds of an input and of what is older, or of keys that
 * were made of them, the run is refused unless a computation answers it.
 */
const remembering =
  (compare: Comparison): Comparison =>
  (x, y) => {
    const before = met();
    const isSo = compare(x, y);
    if (met() !== before) meet(keptNumbers(callSite(), 'taken'));
    comparedKeys(isSo, x, y);
    return isSo;
  };
export const eqKept = remembering(eq);
export const looseEqKept = remembering(looseEq);

/** The numbers of a cache when a run computed it again. */
class Kept {
  private readonly before: readonly unknown[];
  private readonly lengths: ReadonlyMap<unknown[], number>;

  constructor(
    private readonly read: () => readonly unknown[],
    private readonly site: string | undefined,
    places: readonly unknown[],
  ) {
    const { found, lists } = contents(places);
    this.before = found.map(withoutFlag);
    this.lengths = new Map(lists.map((list) => [list, list.length]));
  }

  /** @throws DeltaTapeError unless the same numbers are kept now. */
  compare(): void {
    for (const [list, length] of this.lengths) withoutRepeated(list, length);
    if (!isSame(contents(this.read()).found, this.before))
      throw keptNumbers(this.site, 'other numbers');
  }
}

/** Takes away what was added to a list that has it already. */
function withoutRepeated(list: unknown[], length: number): void {
  if (list.length <= length || length > MOST) return;
  const older = list.slice(0, length).map((one) => contents([one]).found.map(withoutFlag));
  const isOlder = (one: unknown) => older.some((known) => isSame(contents([one]).found, known));
  if (list.slice(length).every(isOlder)) list.length = length;
}

const isSame = (now: readonly unknown[], before: readonly unknown[]): boolean =>
  now.length === before.length &&
  now.length <= MOST &&
  now.every((value, k) => Object.is(withoutFlag(value), before[k]));

const withPrimal = (value: unknown): unknown =>
  value instanceof Dual && !value.isBlock ? primalOf(value) : value;
/** A flag says that something has to be computed again, and so it is. */
const withoutFlag = (value: unknown): unknown =>
  typeof value === 'boolean' ? 'a flag' : withPrimal(value);

interface Contents {
  readonly found: readonly unknown[];
  readonly lists: readonly unknown[][];
}

/** All that is reached from values, in order, with marks that tell the structure. */
function contents(values: readonly unknown[]): Contents {
  const found: unknown[] = [];
  const lists: unknown[][] = [];
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
    if (Array.isArray(value)) lists.push(value);
    const isCollection = value instanceof Map || value instanceof Set;
    const parts: unknown[] = isCollection
      ? [...(value as Iterable<unknown>)]
      : Reflect.ownKeys(value).flatMap((key) => [key, (value as never)[key]]);
    const hidden = privateParts(value);
    found.push(`${parts.length} and ${hidden.length}`);
    [...parts, ...hidden].forEach(add);
  };
  values.forEach(add);
  return { found, lists };
}

/**
 * The outcome of a test that takes what was kept if it is `taking`: an object to be given to `sameKept` after the other
 * branch, where an input met a number of before the run. `before` is `met()` of before the test.
 *
 * @throws DeltaTapeError if the numbers that are kept cannot be seen, and so not be compared
 */
export function again(
  before: number,
  outcome: unknown,
  taking: boolean,
  read: () => readonly unknown[],
): boolean | Kept {
  if (met() === before) return Boolean(outcome);
  answer(before);
  if (Boolean(outcome) !== taking) return Boolean(outcome);
  forget(before);
  const places = read();
  if (!contents(places).found.some((value) => isReal(value)))
    throw keptNumbers(callSite(), 'taken');
  return new Kept(read, callSite(), places);
}

/**
 * The outcome of a test that takes what was kept if it is `taking`, where that cannot be computed again.
 *
 * @throws DeltaTapeError if an input met a number of before the run
 */
export function notTaken<T>(before: number, outcome: T, taking: boolean): T {
  if (met() !== before && Boolean(outcome) === taking) throw keptNumbers(callSite(), 'taken');
  return outcome;
}

/**
 * Gives what a branch gives.
 *
 * @throws DeltaTapeError unless the branch kept the same numbers.
 */
export function sameKept<T>(kept: unknown, value?: T): T | undefined {
  if (kept instanceof Kept) kept.compare();
  return value;
}
