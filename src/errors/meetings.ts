/**
 * Meetings of an input with a number that was kept before the run (plain/runtime/caches.ts): a comparison for equality
 * that holds, or one up to a tolerance; something found under the text of an input. Each may be answered: what was kept is
 * computed again. A meeting may bring an error, by which the run is refused unless it is answered.
 */
import { withdraw } from './swallowed.js';

/** Comparisons of reals that belong to different runs: how many there were, and the deeper level of the last. */
const levels = { across: 0, last: 0, met: 0 };

/** The number of comparisons between reals of different levels. */
export const across = (): number => levels.across;

/** The number of meetings that nothing has answered by a computation; a field, which is read without a call. */
export const meetings: { readonly met: number } = levels;
export const met = (): number => levels.met;

/** The level of the run whose real was compared last. */
export const lastLevel = (): number => levels.last;

export function noteAcross(level: number): void {
  levels.across++;
  levels.last = level;
}

interface Unanswered {
  readonly number: number;
  readonly error: Error | null;
}
let unanswered: Unanswered[] = [];
/** The run refuses to go on by the first few, so more need not be known. */
const MOST = 100;

/**
 * @param error refuses the run, unless the meeting is answered
 * @param isExact false if they met by a few digits, as where a table is read
 */
export function meet(error: Error | null = null, isExact = true): void {
  levels.met++;
  if (error === null && !isExact) return;
  if (unanswered.length >= MOST) unanswered.shift();
  unanswered.push({ number: levels.met, error });
}

/** True if an input exactly met a number since a number of meetings, and nothing has answered. */
export const isUnanswered = (before: number): boolean =>
  unanswered.some(({ number }) => number > before);

/** Answers all meetings since a number of them: the run is not refused for them. */
export function answer(before: number): void {
  for (const { number, error } of unanswered)
    if (number > before && error !== null) withdraw(error);
  unanswered = unanswered.filter(({ number }) => number <= before);
}

/** Forgets the meetings since a number of them: tests around need not ask about them any more. */
export function forget(before: number): void {
  levels.met = before;
}
