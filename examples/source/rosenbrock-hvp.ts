// The hvp of rosenbrock in rosenbrock.ts, written by delta-tape.

/** The value of rosenbrock, its gradient with respect to x, and the change of that along a direction. */
export function rosenbrockHvp(
  x: readonly number[],
  xDot: readonly number[],
): { value: number; gradient: number[]; product: number[] } {
  const xBar = zeros(x.length);
  const xBarDot = zeros(x.length);
  let sum = 0;
  for (let i = 0; i < x.length - 1; i++) { // line 4
    const xi = x[i];
    const xiDot = xDot[i];
    const a = 1 - xi;
    const aDot = -xiDot;
    const t = xiDot * xi;
    const b = x[i + 1] - xi * xi;
    const t2 = 100 * b;
    const t3 = (xDot[i + 1] - (t + t)) * 100;
    const bBar = t2 + t2;
    const bBarDot = t3 + t3;
    const t4 = -bBar;
    const xiBar = t4 * xi;
    const xiBarDot = -bBarDot * xi + xiDot * t4;
    xBar[i + 1] += bBar;
    xBarDot[i + 1] += bBarDot;
    xBar[i] += xiBar + xiBar + -(a + a);
    xBarDot[i] += xiBarDot + xiBarDot + -(aDot + aDot);
    sum += a * a + t2 * b;
  }
  insistTwice(xBar);
  insistTwice(xBarDot);
  return { value: sum, gradient: xBar, product: xBarDot };
}

function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insistTwice(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError("The second derivative is NaN here. The library's hvp has one, or says why not.");
}
