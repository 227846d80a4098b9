/** Rosenbrock's valley, in as many dimensions as `x` has. */
export function rosenbrock(x: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < x.length - 1; i++) {
    const a = 1 - x[i];
    const b = x[i + 1] - x[i] * x[i];
    sum += a * a + 100 * b * b;
  }
  return sum;
}
