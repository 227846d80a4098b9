/** The eccentric anomalies of planets by Newton's iteration on Kepler's equation. */
function solve(equation: (x: number) => number, slope: (x: number) => number, start: number) {
  let x = start;
  let step = Infinity;
  let count = 0;
  while (Math.abs(step) > 1e-12 && count < 50) {
    step = equation(x) / slope(x);
    x -= step;
    count++;
  }
  return x;
}

export function f(eccentricities: number[], anomaly: number): number {
  let total = 0;
  for (const e of eccentricities) {
    const angle = solve(
      (x) => x - e * Math.sin(x) - anomaly,
      (x) => 1 - e * Math.cos(x),
      anomaly,
    );
    total += Math.cos(angle) * (1 - e);
  }
  return total;
}

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: 10 * n }, (_, k) => 0.9 * Math.sin(k) ** 2),
  1.2,
];
