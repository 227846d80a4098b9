// The gradient of heatMisfit in heat.ts, written by delta-tape.

/** The value of heatMisfit, and its gradient with respect to start. */
export function heatMisfitGradient(
  start: Float64Array,
  wanted: Float64Array,
  steps: number,
): { value: number; gradient: Float64Array } {
  const startBar = new Float64Array(start.length);
  pool.next = 0;
  let kept = column;
  let top = 0;
  const now = new Float64Array(start.length);
  const nowBar = new Float64Array(start.length);
  for (let i = 0; i < start.length; i++) { // line 3
    now[i] = start[i];
  }
  let now2: Float64Array = now;
  kept = withRoom(kept, top + (steps + 1));
  let step = 0;
  for (; step < steps; step++) { // line 4
    const next = floats(now2.length);
    for (let i = 0; i < now2.length; i++) { // line 6
      const left = i > 0 ? now2[i - 1] : now2[i];
      const right = i < now2.length - 1 ? now2[i + 1] : now2[i];
      const nowi = now2[i];
      next[i] = nowi + 0.2 * (left - 2 * nowi + right);
    }
    kept[top++] = now2.length;
    now2 = next;
  }
  const nowBar2 = new Float64Array(now2.length);
  let sum = 0;
  for (let i = 0; i < now2.length; i++) { // line 14
    const t = now2[i] - wanted[i];
    nowBar2[i] += 2 * t;
    sum += t ** 2;
  }

  // The reverse sweep.
  let nextBar: Float64Array = nowBar2;
  for (let step2 = step - 1; step2 >= 0; step2--) { // line 4
    const t = kept[--top];
    const nowBar3 = floats(nextBar.length);
    const t2 = t - 1;
    for (let i = t2; i >= 0; i--) { // line 6
      const nowiBar = nextBar[i] ?? 0;
      const rightBar = nowiBar * 0.2;
      nowBar3[i] += nowiBar + -rightBar * 2;
      if (i < t2) { // line 8
        nowBar3[i + 1] += rightBar;
      } else {
        nowBar3[i] += rightBar;
      }
      if (i > 0) { // line 7
        nowBar3[i - 1] += rightBar;
      } else {
        nowBar3[i] += rightBar;
      }
    }
    nextBar = nowBar3;
  }
  for (let i = 0; i < nextBar.length; i++) {
    nowBar[i] += nextBar[i];
  }
  for (let i = start.length - 1; i >= 0; i--) { // line 3
    startBar[i] += nowBar[i] ?? 0;
  }
  insist(startBar);
  return { value: sum, gradient: startBar };
}

/** Where numbers are kept for the reverse sweep, from call to call. */
let column: Float64Array = new Float64Array(1024);

/** A column with the same numbers, and with room for so many. */
function withRoom(full: Float64Array, size: number): Float64Array {
  if (!(size > full.length)) return full;
  column = new Float64Array(Math.max(Math.ceil(size), 2 * full.length));
  column.set(full);
  return column;
}

/** Arrays that one call leaves to the next. */
const pool = { arrays: [] as Float64Array[], next: 0, size: 0 };

/** Zeros, in an array from the pool where one fits. */
function floats(length: number): Float64Array {
  const found = pool.arrays[pool.next];
  if (found !== undefined && found.length === length) {
    pool.next++;
    return found.fill(0);
  }
  const made = new Float64Array(length);
  if (length > 4096 || pool.size > 2 ** 21) return made;
  pool.size += length - (found === undefined ? 0 : found.length);
  pool.arrays[pool.next++] = made;
  return made;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
