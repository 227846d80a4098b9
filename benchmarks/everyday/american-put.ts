/** A binomial tree for an American put; values of its nodes are remembered in a map. */
export function f(volatility: number, strike: number, steps: number): number {
  const dt = 1 / steps;
  const up = Math.exp(volatility * Math.sqrt(dt));
  const discount = Math.exp(-0.03 * dt);
  const p = (1 / discount - 1 / up) / (up - 1 / up);
  const memo = new Map<string, number>();
  const value = (i: number, j: number): number => {
    const key = `${i},${j}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const exercise = Math.max(0, strike - 100 * up ** (2 * j - i));
    let result = exercise;
    if (i < steps) {
      const hold = discount * (p * value(i + 1, j + 1) + (1 - p) * value(i + 1, j));
      result = Math.max(exercise, hold);
    }
    memo.set(key, result);
    return result;
  };
  return value(0, 0);
}
export const inputs = (): Parameters<typeof f> => [0.2, 105, 8];
