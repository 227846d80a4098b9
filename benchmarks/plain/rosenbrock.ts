/** Rosenbrock's valley in plain TypeScript. */
export function rosenbrock(x: Float64Array): number {
  let total = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const a = x[i + 1] - x[i] * x[i];
    const b = 1 - x[i];
    total += 100 * a * a + b * b;
  }
  return total;
}
