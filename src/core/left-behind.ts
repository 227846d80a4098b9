/**
 * The places that outlive a run and may hold its duals now. Translated code notes each place when it stores
 * there (noted-places.ts), and when the run ends, however it ends, numbers take the places of its duals
 * (settling.ts): a plain call finds what it would have found without the run. A run that stores nowhere but
 * in its own objects pays nothing; one that does pays for what it left, and not for the length of the run.
 *
 * Code that is not translated notes nothing. A dual that it kept is refused as before (invariant *one run*).
 * So a bundle without translated code has this file alone.
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
  /** Those in which something was stored by a name. */
  readonly named: Set<object>;
  readonly variables: Set<PlaceOfVariable>;
  /** Puts numbers there. O(what is reached). */
  settle(ending: Run, isLast: boolean): void;
}

/** The things that a run leaves behind, as far as it has noted them. */
export interface Leaving {
  places: LeftBehind | null;
  /** The object that was noted last: mostly the next one is the same. */
  noted: unknown;
  /** The same, if something was stored there by a name. */
  named: unknown;
  /**
   * The two objects made in the run that were handed on last: what is stored in them leaves nothing behind.
   */
  fresh: unknown;
  fresher: unknown;
}

/** While no run is open, nothing is left behind. */
const outside: Leaving = { places: null, noted: null, named: null, fresh: null, fresher: null };

/** That of the deepest run, which brings its own (open-runs.ts). */
export const leaving = { deepest: outside };

/** The places that the deepest run has left behind; null if it has noted nothing, or no run is open. */
export const leftBehind = (): LeftBehind | null => leaving.deepest.places;

/** The same, to add to it; null if no run is open. */
export const leavingBehind = (first: () => LeftBehind): LeftBehind | null =>
  leaving.deepest === outside ? null : (leaving.deepest.places ??= first());

/**
 * Adds the places of a run that ended to those of the run around it: an object of that may have been put
 * there, in which duals are stored later.
 */
export function handOn(places: LeftBehind): void {
  const outer = leavingBehind(() => places);
  if (outer === null || outer === places) return;
  for (const object of places.objects) outer.objects.add(object);
  for (const object of places.named) outer.named.add(object);
  for (const variable of places.variables) outer.variables.add(variable);
}
