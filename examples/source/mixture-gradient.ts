// The gradient of mixtureLoss in mixture.ts, written by delta-tape.

/** The value of mixtureLoss, and its gradient with respect to means. */
export function mixtureLossGradient(
  means: readonly number[],
  samples: readonly number[],
): { value: number; gradient: number[] } {
  const meansBar = zeros(means.length);
  stack.top = 0;
  let loss = 0;
  for (let k = 0; k < samples.length; k++) { // line 6
    const sample = samples[k];
    const values = zeros(means.length);
    const valuesBar = new Float64Array(means.length);
    for (let k2 = 0; k2 < means.length; k2++) { // line 6
      const mean = means[k2];
      values[k2] = -0.5 * (sample - mean) ** 2;
    }
    const result = logSumExpBoth(values, valuesBar, -1);
    for (let k2 = means.length - 1; k2 >= 0; k2--) { // line 6
      meansBar[k2] += -((valuesBar[k2] ?? 0) * -0.5 * (2 * (sample - means[k2])));
    }
    loss -= result;
  }
  insist(meansBar);
  return { value: loss + samples.length * Math.log(means.length), gradient: meansBar };
}

/** The value of logSumExp, and its reverse sweep at once: cotangents of its arguments. */
function logSumExpBoth(
  terms: readonly number[],
  termsBar: Float64Array,
  greatestBar: number,
): number {
  let greatest = -Infinity;
  let last = -1;
  for (let k = 0; k < terms.length; k++) {
    const term = terms[k];
    if (term > greatest) {
      greatest = term;
      last = k;
    }
  }
  let sum = 0;
  for (let k = 0; k < terms.length; k++) {
    const exp = Math.exp(terms[k] - greatest);
    keep(exp);
    sum += exp;
  }
  const sumBar = greatestBar * (1 / sum);
  let greatestBar2 = greatestBar;
  for (let k = terms.length - 1; k >= 0; k--) {
    const exp = take();
    const termBar = sumBar * exp;
    termsBar[k] += termBar;
    greatestBar2 += -termBar;
  }
  if (last >= 0) termsBar[last] += greatestBar2;
  return greatest + Math.log(sum);
}

/** Numbers that are kept for the reverse sweep, from call to call. */
const stack = { numbers: new Float64Array(1024), top: 0 };

function grow(size: number): void {
  const longer = new Float64Array(Math.max(size, 2 * stack.numbers.length));
  longer.set(stack.numbers);
  stack.numbers = longer;
}

/** Keeps a number for the reverse sweep. */
function keep(x: number): void {
  if (stack.top === stack.numbers.length) grow(0);
  stack.numbers[stack.top++] = x;
}

/** Takes the number that was kept last. */
function take(): number {
  return stack.numbers[--stack.top]!;
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
