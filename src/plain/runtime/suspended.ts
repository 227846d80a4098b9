/** Calls of translated generators and async functions where they suspend, and where they go on (general/suspensions.ts). */
import type { PlaceOfVariable } from '../../core/left-behind.js';
import { insideRun, mode } from '../../core/open-runs.js';
import { notePlace } from './noted-places.js';
import { attempt, settledNow } from './settling.js';

/**
 * Called by each activation. It gives a function that passes a value on, and keeps the places of the variables from there
 * to the next suspension, for the run that is open. O(places) memory for an activation, however often it suspends.
 */
export function suspending(): <T>(value: T, ...places: PlaceOfVariable[]) => T {
  let now: readonly PlaceOfVariable[] = [];
  let given: unknown;
  let noted = 0;
  const all: PlaceOfVariable = (settle) => {
    settle(given);
    for (const place of now) attempt(() => place(settle));
  };
  return (value, ...places) => {
    now = places;
    given = value;
    if (mode.on && noted !== mode.run) {
      notePlace(all);
      noted = mode.run;
    }
    return value;
  };
}

/** The value that a suspended function goes on with, after what else it has to ask then. A run may have ended meanwhile. */
export const resumed = <T>(value: T, ..._asked: unknown[]): T =>
  mode.on || typeof value === 'number' ? value : settledNow(value, !insideRun());
