// The gradient of misfit in llsq.ts, written by delta-tape.

/** The value of misfit, and its gradient with respect to coefficients. */
export function misfitGradient(
  coefficients: readonly number[],
  points: number,
): { value: number; gradient: number[] } {
  const coefficientsBar = zeros(coefficients.length);
  let kept = column;
  let top = 0;
  const t = points - 1;
  let total = 0;
  kept = withRoom(kept, top + 3 * (points + 1));
  let i = 0;
  for (; i < points; i++) { // line 4
    const t2 = 2 * i / t;
    const t3 = -1 + t2;
    let value = 0;
    let power = 1;
    for (let j = 0; j < coefficients.length; j++) { // line 8
      value += coefficients[j] * power;
      power *= t3;
    }
    const sign = Math.sign(t3);
    const error = sign - value;
    kept[top] = sign;
    kept[top + 1] = value;
    kept[top + 2] = t2;
    top += 3;
    total += error * error;
  }

  // The reverse sweep.
  for (let i2 = i - 1; i2 >= 0; i2--) { // line 4
    top -= 3;
    const sign = kept[top];
    const value = kept[top + 1];
    const t2 = kept[top + 2];
    const t3 = -1 + t2;
    const errorBar = 0.5 * (sign - value);
    const valueBar = -(errorBar + errorBar);
    let power = 1;
    for (let j = 0; j < coefficients.length; j++) { // line 8
      coefficientsBar[j] += valueBar * power;
      power *= t3;
    }
  }
  insist(coefficientsBar);
  return { value: 0.5 * total, gradient: coefficientsBar };
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
