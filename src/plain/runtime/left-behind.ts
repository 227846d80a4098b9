/**
 * The functions that translated code calls where it stores in places that may outlive the run
 * (core/left-behind.ts), and where it reads variables that have outlived one.
 */
import { insideRun, mode } from '../../core/open-runs.js';
import type { PlaceOfVariable } from '../../core/left-behind.js';
import { elementIn, notePlace, storedIn } from './noted-places.js';
import { Settling } from './settling.js';
import { set } from './keys.js';

export { elementIn as intoList, madeInRun as made, storedIn as into } from './noted-places.js';
export { registerPrivateFields as privateFields } from './told-private-fields.js';

/** `o[k] = v` for an object that may be older than the run. */
export const put = <T>(o: unknown, k: unknown, v: T): T =>
  set(o, k, typeof k === 'number' ? elementIn(o, v) : storedIn(o, v));

/** An object that a pattern, or a loop, is about to store in. */
export function target<T>(o: T): T {
  storedIn(o, o);
  return o;
}

/** Notes variables that a function assigns. The result is the run in which it did. */
export function assigns(place: PlaceOfVariable): number {
  notePlace(place);
  return mode.run;
}

/**
 * Called by a function that was made in a run, and is called when that is over: its variables may hold duals. If another
 * run is open by now, the function may put duals of that into them.
 */
export function outlived(...variables: PlaceOfVariable[]): void {
  if (mode.on) variables.forEach(notePlace);
  else new Settling(null, !insideRun()).variables(variables);
}
