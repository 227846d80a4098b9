// The gradient of mixtureLoss in mixture.ts, written by delta-tape.

/** The value of mixtureLoss, and its gradient with respect to means. */
export function mixtureLossGradient(
  means: readonly number[],
  samples: readonly number[],
): { value: number; gradient: number[] } {
  const meansBar = new Float64Array(means.length);
  pool.next = 0;
  let kept = column;
  let top = 0;
  let loss = 0;
  for (let k = 0; k < samples.length; k++) { // line 6
    const mark = pool.next;
    const sample = samples[k];
    const terms = zeros(means.length);
    const termsBar = floats(means.length);
    let greatest = -Infinity;
    kept = withRoom(kept, top + 2 * (means.length + 1));
    for (let k2 = 0; k2 < means.length; k2++) { // line 6
      const mean = means[k2];
      const old = terms[k2];
      terms[k2] = -0.5 * (sample - mean) ** 2;
      const term = terms[k2];
      kept[top] = greatest;
      kept[top + 1] = old;
      top += 2;
      greatest = term > greatest ? term : greatest;
    }
    let sum = 0;
    kept = withRoom(kept, top + (means.length + 1));
    for (let k2 = 0; k2 < means.length; k2++) {
      const term = terms[k2];
      const exp = Math.exp(term - greatest);
      kept[top++] = exp;
      sum += exp;
    }
    const sumBar = -1 * (1 / sum);
    let greatestBar = -1;
    for (let k2 = means.length - 1; k2 >= 0; k2--) {
      const exp = kept[--top];
      const termBar = sumBar * exp;
      termsBar[k2] += termBar;
      greatestBar += -termBar;
    }
    for (let k2 = means.length - 1; k2 >= 0; k2--) { // line 6
      top -= 2;
      const greatest2 = kept[top];
      const old = kept[top + 1];
      const test = terms[k2] > greatest2;
      termsBar[k2] += test ? greatestBar : 0;
      terms[k2] = old;
      meansBar[k2] += -((termsBar[k2] ?? 0) * -0.5 * (2 * (sample - means[k2])));
      greatestBar = test ? 0 : greatestBar;
    }
    pool.next = mark;
    loss -= greatest + Math.log(sum);
  }
  insist(meansBar);
  return { value: loss + samples.length * Math.log(means.length), gradient: listOf(meansBar) };
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

/** The same numbers in a list, faster than by Array.from. */
function listOf(floats: Float64Array): number[] {
  const list = new Array<number>(floats.length);
  for (let k = 0; k < floats.length; k++) list[k] = floats[k]!;
  return list;
}

function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
