// The gradient of rosenbrock in rosenbrock.ts, written by delta-tape.

/** The value of rosenbrock, and its gradient with respect to x. */
export function rosenbrockGradient(x: readonly number[]): { value: number; gradient: number[] } {
  const xBar = zeros(x.length);
  let sum = 0;
  for (let i = 0; i < x.length - 1; i++) { // line 4
    const xi = x[i];
    const a = 1 - xi;
    const b = x[i + 1] - xi * xi;
    const t = 100 * b;
    const bBar = t + t;
    const xiBar = -bBar * xi;
    xBar[i + 1] += bBar;
    xBar[i] += xiBar + xiBar + -(a + a);
    sum += a * a + t * b;
  }
  insist(xBar);
  return { value: sum, gradient: xBar };
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
