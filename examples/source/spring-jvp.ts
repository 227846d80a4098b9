// The jvp of miss in spring.ts, written by delta-tape.

interface Spring {
  stiffness: number;
  damping: number;
}

/** The value of miss, and how it changes along a direction of spring. */
export function missJvp(
  spring: Spring,
  start: number,
  target: number,
  steps: number,
  springDot: Spring,
): { value: number; tangent: number } {
  const { stiffness, damping } = spring;
  const { stiffness: stiffnessDot, damping: dampingDot } = springDot;
  const t = -stiffness;
  const t2 = -stiffnessDot;
  let velocity = 0;
  let position = start;
  let velocityDot = 0;
  let positionDot = 0;
  for (let k = 0; k < steps; k++) { // line 11
    const force = t * position - damping * velocity;
    const forceDot = t2 * position + positionDot * t - (dampingDot * velocity + velocityDot * damping);
    const velocity2 = velocity + 0.01 * force;
    const velocityDot2 = velocityDot + forceDot * 0.01;
    velocity = velocity2;
    position += 0.01 * velocity2;
    velocityDot = velocityDot2;
    positionDot += velocityDot2 * 0.01;
  }
  const t3 = position - target;
  const tangent: number = positionDot * (2 * t3);
  insist([tangent]);
  return { value: t3 ** 2, tangent };
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
