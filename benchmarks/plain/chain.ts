/** The long recurrence in plain TypeScript. */
export function chain(x: Float64Array, steps: number): number {
  let y = x[0];
  let total = 0;
  for (let i = 0; i < steps; i++) {
    y = Math.sin(y) * y + 0.1;
    total += y;
  }
  return total;
}
