/**
 * Texts of duals, and numbers of many digits that they are rounded to, as keys. What is found by such a key was kept under an input before: it is noted as a meeting of the two
 * (meetings.ts). Unless that is answered, the run is refused where the key has all digits of the input; by fewer, a
 * table may be read. Texts are known by their value, so a key may be one of them by chance: then something is computed
 * again for nothing. O(1) for a look, and nothing where no dual was made a text.
 */
import { outermostRun } from '../../core/open-runs.js';
import { Dual, type Real, type Run } from '../../core/real.js';
import { keptNumbers } from '../../derivatives/errors.js';
import { callSite } from '../../errors/call-site.js';
import { meet } from '../../errors/meetings.js';

interface TextOfDual {
  readonly level: number;
  /** False for one that is rounded to a few digits, by which a table may be read. */
  readonly isExact: boolean;
}

/** The texts of the duals in the run that is around all others, and the keys that it stored something at. */
const made = {
  texts: new Map<string, TextOfDual>(),
  stored: new WeakMap<object, Set<string>>(),
  /** Those that were compared with another one, and so are kept now. */
  kept: new Set<string>(),
  in: undefined as Run | undefined,
};
/** The oldest are forgotten. */
const MOST = 10_000;
/** Longer keys are not searched for numbers. */
const LONGEST = 1000;
/** In a longer key, a number of so many digits is hardly met by chance. */
const TELLING = 6;

export function noteTextOf(x: Dual, text: string, isExact: boolean): void {
  const run = outermostRun();
  if (made.in !== run) {
    made.texts.clear();
    made.stored = new WeakMap();
    made.kept.clear();
    made.in = run;
  }
  if (made.texts.size >= MOST) made.texts.delete(made.texts.keys().next().value!);
  made.texts.set(text, { level: x.run.level, isExact });
}

/** A rounded number is a key by so many digits. */
const LARGE = 1e5;
const EXACT = 1e8;

/** Notes a whole number that reals are rounded to. */
export function noteRounded(n: number, of: readonly Real[]): void {
  if (!(Math.abs(n) >= LARGE && Math.abs(n) < Infinity)) return;
  for (const x of of)
    if (x instanceof Dual && x.run.status === 'open')
      noteTextOf(x, String(n), Math.abs(n) >= EXACT);
}

const nameOf = (key: unknown, of?: unknown): string | undefined =>
  typeof key === 'string'
    ? key
    : typeof key === 'number' && !Array.isArray(of) && !ArrayBuffer.isView(of)
      ? String(key)
      : undefined;

const isNoted = (): boolean => made.texts.size > 0 && made.in === outermostRun();

/** Notes what comes of a comparison with what the function keeps: it keeps the other one from then on. */
export function comparedKeys(isSame: boolean, ...sides: readonly unknown[]): void {
  if (!isNoted()) return;
  for (const side of isSame ? sides.slice(1) : sides) {
    const name = nameOf(side);
    const texts = name === undefined ? [] : textsIn(name);
    if (texts.length === 0) continue;
    const isNew = made.kept.has(name!);
    const isExact = !isNew && texts.some((one) => one.isExact);
    if (isSame) meet(isExact ? keptNumbers(callSite(), 'taken') : null, isExact);
    made.kept.add(name!);
  }
}

/** The texts of duals in a key. */
function textsIn(key: string): readonly TextOfDual[] {
  const whole = made.texts.get(key);
  if (whole !== undefined) return [whole];
  if (key.length > LONGEST) return [];
  const parts = key.match(/-?(?:\d[\d.]*(?:e[+-]?\d+)?|Infinity)|NaN/g) ?? [];
  return parts.flatMap((part) => {
    const known = made.texts.get(part);
    return known === undefined
      ? []
      : [{ ...known, isExact: known.isExact && part.length > TELLING }];
  });
}

/** Gives what was found in an object at a key; undefined if there is nothing. */
export function found<T>(value: T, of: unknown, key: unknown): T {
  if (value === undefined || !isNoted()) return value;
  const name = nameOf(key, of);
  if (name === undefined || isStored(of, name)) return value;
  const texts = textsIn(name);
  const level = Math.max(0, ...texts.map((one) => one.level));
  if (level === 0 || !holdsOlder(value, level)) return value;
  const isExact = texts.some((one) => one.isExact);
  meet(isExact ? keptNumbers(callSite(), 'taken') : null, isExact);
  return value;
}

/** The same where it is only asked if an object has a key. */
export function asked(isThere: boolean, of: unknown, key: unknown): boolean {
  if (!isThere || !isNoted()) return isThere;
  if (of instanceof Set) {
    if (typeof key === 'string' && !isStored(of, key) && textsIn(key).length > 0) meet(null, false);
    return isThere;
  }
  const value: unknown =
    of instanceof Map
      ? Map.prototype.get.call(of, key)
      : Object.getOwnPropertyDescriptor(of, key as PropertyKey)?.value;
  found(value, of, key);
  return isThere;
}

const isStored = (of: unknown, key: string): boolean =>
  typeof of === 'object' && of !== null && made.stored.get(of)?.has(key) === true;

/** Notes that something is stored at a key: it is not older than the run. */
export function storedAt(of: unknown, key: unknown): void {
  if (made.texts.size === 0 || typeof of !== 'object' || of === null) return;
  const name = nameOf(key, of);
  if (name === undefined) return;
  const known = made.stored.get(of);
  if (known === undefined) made.stored.set(of, new Set([name]));
  else known.add(name);
}

/** True if a value has reals, and all of them are older than a run. O(what it holds), up to a bound. */
function holdsOlder(value: unknown, level: number): boolean {
  let isOlder = false;
  const seen = new Set<unknown>();
  const look = (x: unknown): boolean => {
    if (typeof x === 'number' || x instanceof Dual) {
      isOlder = true;
      return typeof x === 'number' || x.run.level < level;
    }
    if (typeof x !== 'object' || x === null || seen.has(x) || seen.size > MOST) return true;
    seen.add(x);
    const isCollection = x instanceof Map || x instanceof Set;
    return [...(isCollection ? (x as Iterable<unknown>) : Object.values(x))].flat().every(look);
  };
  return look(value) && isOlder;
}
