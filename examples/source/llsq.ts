/** The sum of the squares of what a polynomial misses a signal by. */
export function misfit(coefficients: readonly number[], points: number): number {
  let total = 0;
  for (let i = 0; i < points; i++) {
    const t = -1 + (2 * i) / (points - 1);
    let power = 1;
    let value = 0;
    for (let j = 0; j < coefficients.length; j++) {
      value += coefficients[j] * power;
      power *= t;
    }
    const error = Math.sign(t) - value;
    total += error * error;
  }
  return 0.5 * total;
}
