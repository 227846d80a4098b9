/** The price of a European call by the method of Crank and Nicolson, and Thomas' algorithm. */
interface Market {
  spot: number;
  strike: number;
  rate: number;
  volatility: number;
  years: number;
}

export function f({ spot, strike, rate, volatility, years }: Market, cells: number): number {
  const highest = 3 * strike;
  const steps = cells;
  const dt = years / steps;
  const ds = highest / cells;
  let v = new Float64Array(cells + 1);
  for (let i = 0; i <= cells; i++) v[i] = Math.max(i * ds - strike, 0);
  const lower = new Float64Array(cells + 1);
  const upper = new Float64Array(cells + 1);
  const middle = new Float64Array(cells + 1);
  for (let i = 1; i < cells; i++) {
    lower[i] = 0.25 * dt * (volatility * volatility * i * i - rate * i);
    middle[i] = -0.5 * dt * (volatility * volatility * i * i + rate);
    upper[i] = 0.25 * dt * (volatility * volatility * i * i + rate * i);
  }
  for (let step = 1; step <= steps; step++) {
    const right = new Float64Array(cells + 1);
    for (let i = 1; i < cells; i++)
      right[i] = lower[i] * v[i - 1] + (1 + middle[i]) * v[i] + upper[i] * v[i + 1];
    const end = highest - strike * Math.exp(-rate * step * dt);
    right[cells - 1] += upper[cells - 1] * end;
    const c = new Float64Array(cells + 1);
    const d = new Float64Array(cells + 1);
    for (let i = 1; i < cells; i++) {
      const scale = 1 - middle[i] + lower[i] * c[i - 1];
      c[i] = -upper[i] / scale;
      d[i] = (right[i] + lower[i] * d[i - 1]) / scale;
    }
    const next = new Float64Array(cells + 1);
    next[cells] = end;
    for (let i = cells - 1; i > 0; i--) next[i] = d[i] - c[i] * (i < cells - 1 ? next[i + 1] : 0);
    v = next;
  }
  const place = spot / ds;
  const i = Math.floor(place);
  return v[i] + (place - i) * (v[i + 1] - v[i]);
}

export const inputs = (n: number): Parameters<typeof f> => [
  { spot: 103, strike: 100, rate: 0.04, volatility: 0.3, years: 1.5 },
  3 * n,
];
