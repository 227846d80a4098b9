// The gradient of angleAfter in pendulum.ts, written by delta-tape.

/** The value of angleAfter, and its gradient with respect to length. */
export function angleAfterGradient(
  length: number,
  start: number,
  steps: number,
): { value: number; gradient: number } {
  let kept = column;
  let top = 0;
  const pow = length ** 2;
  const t = -9.81 * length;
  let speed = 0;
  let angle = start;
  kept = withRoom(kept, top + 3 * (steps + 1));
  let k = 0;
  for (; k < steps; k++) { // line 9
    const sin = Math.sin(angle);
    const slope = -sin * t;
    if (Number.isNaN(slope)) throw outside('the arguments');
    const t2 = 0.01 * slope / pow;
    const speed2 = speed - t2;
    kept[top] = t2;
    kept[top + 1] = sin;
    kept[top + 2] = angle;
    top += 3;
    speed = speed2;
    angle += 0.01 * speed2;
  }

  // The reverse sweep.
  const t2 = 1 / pow;
  let speedBar = 0;
  let angleBar = 1;
  let powBar = 0;
  let t3 = 0;
  for (let k2 = k - 1; k2 >= 0; k2--) { // line 9
    top -= 3;
    const t4 = kept[top];
    const sin = kept[top + 1];
    const angle2 = kept[top + 2];
    const speedBar2 = speedBar + angleBar * 0.01;
    const t5 = -speedBar2 * t2;
    const slopeBar = t5 * 0.01;
    speedBar = speedBar2;
    angleBar += -(slopeBar * t) * Math.cos(angle2);
    powBar += -(t5 * t4);
    t3 += slopeBar * -sin;
  }
  const gradient: number = t3 * -9.81 + powBar * (2 * length);
  insist([gradient]);
  return { value: angle, gradient };
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

function outside(what: string): Error {
  return new RangeError(what + ": there is no derivative there. The library's grad has one, or says why not.");
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
