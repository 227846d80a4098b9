/**
 * The places that outlive a run and may hold its duals now. Translated code notes each place when it
 * stores there (noted-places.ts), and when the run ends, however it ends, numbers take the
 * places of its duals (settling.ts): a plain call finds what it would have found without the run. A run
 * that stores nowhere but in its own objects pays nothing; one that does pays for what it left, and not
 * for the length of the run.
 *
 * Code that is not translated notes nothing. A dual that it kept is refused as before (invariant *one run*). So a bundle
 * without translated code has this file alone.
 */
import type { Run } from './real.js';

/** A value with primals in the places of duals; objects are settled in place. */
export type Settle = <T>(value: T) => T;

/** Settles a variable: reads it, and assigns it again. */
export type PlaceOfVariable = (settle: Settle) => void;

/** The method of what stands for another object while a run lasts: that object, of plain numbers. */
export const numbersOnly = Symbol('numbersOnly');

interface LeftBehind {
  readonly objects: Set<object>;
  readonly variables: Set<PlaceOfVariable>;
  /** Puts numbers there. O(what is reached). */
  settle(ending: Run, isLast: boolean): void;
}

/** That of the deepest run; null if it has noted nothing, or no run is open. */
let noted: LeftBehind | null = null;

/** Objects of the deepest run that need not be noted. */
export const recent = {
  /** The object that was noted last: mostly the next one is the same. */
  noted: undefined as unknown,
  /** The two objects made in the run that were handed on last: what is stored in them leaves nothing behind. */
  fresh: undefined as unknown,
  fresher: undefined as unknown,
};

/** The number of open runs. */
let depth = 0;

/** The number of runs so far, so that a place is noted once in each; never 0. */
let serial = 0;
/** The number of the run that began last. */
export const lastSerial = (): number => serial;
export const nextSerial = (): number => (serial = (serial % (2 ** 30 - 1)) + 1);

/** The places that the deepest run has left behind. */
export const leftBehind = (): LeftBehind | null => noted;

/** The same, to add to it; null if no run is open. */
export const leavingBehind = (first: () => LeftBehind): LeftBehind | null =>
  depth === 0 ? null : (noted ??= first());

/** Another run is the deepest, to which none of these objects is new. */
function forgetObjects(): void {
  recent.noted = recent.fresh = recent.fresher = undefined;
}

/** Begins a run, which notes its own places, and gives what ends it. */
export function beginLeaving(): LeftBehind | null {
  const outer = noted;
  depth++;
  noted = null;
  forgetObjects();
  return outer;
}

/**
 * Ends a run. Its places are those of the run around it, too: an object of that may have been put there, in which duals
 * are stored later.
 */
export function endLeaving(outer: LeftBehind | null): void {
  const own = noted;
  depth--;
  noted = outer;
  forgetObjects();
  if (own === null || depth === 0) return;
  if (outer === null) {
    noted = own;
    return;
  }
  for (const object of own.objects) outer.objects.add(object);
  for (const variable of own.variables) outer.variables.add(variable);
}
