// The gradient of miss in spring.ts, written by delta-tape.

interface Spring {
  stiffness: number;
  damping: number;
}

/** The value of miss, and its gradient with respect to spring. */
export function missGradient(
  spring: Spring,
  start: number,
  target: number,
  steps: number,
): { value: number; gradient: Spring } {
  const { stiffness, damping } = spring;
  let kept = column;
  let top = 0;
  const t = -stiffness;
  let velocity = 0;
  let position = start;
  kept = withRoom(kept, top + 2 * (steps + 1));
  let k = 0;
  for (; k < steps; k++) { // line 11
    const force = t * position - damping * velocity;
    const velocity2 = velocity + 0.01 * force;
    kept[top] = velocity;
    kept[top + 1] = position;
    top += 2;
    velocity = velocity2;
    position += 0.01 * velocity2;
  }
  const t2 = position - target;

  // The reverse sweep.
  let velocityBar = 0;
  let positionBar = 2 * t2;
  let dampingBar = 0;
  let t3 = 0;
  for (let k2 = k - 1; k2 >= 0; k2--) { // line 11
    top -= 2;
    const velocity2 = kept[top];
    const position2 = kept[top + 1];
    const velocityBar2 = velocityBar + positionBar * 0.01;
    const forceBar = velocityBar2 * 0.01;
    const t4 = -forceBar;
    velocityBar = velocityBar2 + t4 * damping;
    positionBar += forceBar * t;
    dampingBar += t4 * velocity2;
    t3 += forceBar * position2;
  }
  const gradient: Spring = { stiffness: -t3, damping: dampingBar };
  insist([gradient.stiffness, gradient.damping]);
  return { value: t2 ** 2, gradient };
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

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
