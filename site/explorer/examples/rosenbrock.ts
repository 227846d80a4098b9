// A valley that is easy to find and hard to follow.
// Look at the path of descent in the plot.
export function rosenbrock(x: number, y: number): number {
  const a = 1 - x;
  const b = y - x * x;
  return a * a + 100 * b * b;
}

export const at = [-1.2, 1];
