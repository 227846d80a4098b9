// Where x is 0, two branches meet: the slope of abs depends on the side.
// Move x near 0, and the explorer names the line.
export function kink(x: number, y: number): number {
  const roof = Math.max(1 - Math.abs(x), 0);
  return y > 1 ? roof * y : roof;
}

export const at = [0.3, 0.5];
