/** The misfit of the temperature of a rod to a wanted one, after heat has spread for some steps. */
export function heatMisfit(start: Float64Array, wanted: Float64Array, steps: number): number {
  let now = start.slice();
  for (let step = 0; step < steps; step++) {
    const next = new Float64Array(now.length);
    for (let i = 0; i < now.length; i++) {
      const left = i > 0 ? now[i - 1] : now[i];
      const right = i < now.length - 1 ? now[i + 1] : now[i];
      next[i] = now[i] + 0.2 * (left - 2 * now[i] + right);
    }
    now = next;
  }
  let sum = 0;
  for (let i = 0; i < now.length; i++) sum += (now[i] - wanted[i]) ** 2;
  return sum;
}
