/**
 * Binomial checkpointing (Griewank): which states of a sequence to keep, so that going through it backwards
 * with few of them in memory takes the fewest steps forward.
 *
 * A sequence of `length` steps is gone through backwards from `slots` kept states, the first of which is its
 * start. If no step is repeated more than `repeats` times, at most `reach` steps can be covered.
 */

/** The binomial coefficient (slots + repeats over slots); Infinity where it is beyond 2^53. */
function reach(slots: number, repeats: number): number {
  if (repeats < 0) return 0;
  let result = 1;
  for (let k = 1; k <= Math.min(slots, repeats); k++) {
    result *= (Math.max(slots, repeats) + k) / k;
    if (result > Number.MAX_SAFE_INTEGER) return Infinity;
  }
  return Math.round(result);
}

/** The least number of times that some step has to be advanced through. */
function repeatsFor(length: number, slots: number): number {
  if (slots === 1) return length - 1;
  let repeats = 0;
  while (reach(slots, repeats) < length) repeats++;
  return repeats;
}

/** The least number of advances by a step with which a sequence can be gone through backwards. */
export function leastAdvances(length: number, slots: number): number {
  if (length <= 1) return 0;
  const repeats = repeatsFor(length, slots);
  return repeats * length - reach(slots + 1, repeats - 1);
}

/**
 * The number of steps from the start of a sequence to the next state that is to be kept; there are 2
 * slots or more.
 */
export function nextSnapshot(length: number, slots: number): number {
  const repeats = repeatsFor(length, slots);
  const least = reach(slots, repeats - 2);
  return Math.max(1, least, length - reach(slots - 1, repeats));
}
