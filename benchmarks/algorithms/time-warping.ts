/** The distance of two series from each other when time may be warped. */
export function f(a: number[], b: number[]): number {
  const cost = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(Infinity),
  );
  cost[0][0] = 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const distance = (a[i - 1] - b[j - 1]) ** 2;
      cost[i][j] = distance + Math.min(cost[i - 1][j], cost[i][j - 1], cost[i - 1][j - 1]);
    }
  }
  return Math.sqrt(cost[a.length][b.length]);
}

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: 3 * n }, (_, k) => Math.sin(0.2 * k)),
  Array.from({ length: 3 * n }, (_, k) => Math.sin(0.25 * k + 0.3) + 0.01 * k),
];
