/** Logistic regression in loops, as one writes it in plain TypeScript. */
export function loss(
  w: Float64Array,
  x: Float64Array,
  labels: Float64Array,
  decay: number,
): number {
  let total = 0;
  for (let i = 0; i < labels.length; i++) {
    let score = 0;
    for (let j = 0; j < w.length; j++) score += w[j] * x[i * w.length + j];
    const margin = labels[i] * score;
    total += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(-margin, 0);
  }
  let squares = 0;
  for (let j = 0; j < w.length; j++) squares += w[j] * w[j];
  return total / labels.length + 0.5 * decay * squares;
}
