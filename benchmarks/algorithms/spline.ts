/** The bending energy and some values of a natural cubic spline. */
function secondDerivatives(x: number[], y: number[]): number[] {
  const n = x.length;
  const m = new Array<number>(n).fill(0);
  const u = new Array<number>(n).fill(0);
  for (let i = 1; i < n - 1; i++) {
    const share = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
    const p = share * m[i - 1] + 2;
    m[i] = (share - 1) / p;
    const jump = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    u[i] = ((6 * jump) / (x[i + 1] - x[i - 1]) - share * u[i - 1]) / p;
  }
  m[n - 1] = 0;
  for (let i = n - 2; i >= 0; i--) m[i] = m[i] * m[i + 1] + u[i];
  return m;
}

function evaluate(x: number[], y: number[], m: number[], at: number): number {
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (high + low) >> 1;
    if (x[middle] > at) high = middle;
    else low = middle;
  }
  const h = x[high] - x[low];
  const a = (x[high] - at) / h;
  const b = (at - x[low]) / h;
  return (
    a * y[low] + b * y[high] + (((a ** 3 - a) * m[low] + (b ** 3 - b) * m[high]) * (h * h)) / 6
  );
}

export function f(y: number[], x: number[]): number {
  const m = secondDerivatives(x, y);
  let total = 0;
  for (let k = 0; k < 3 * x.length; k++) {
    const value = evaluate(x, y, m, 0.3 * k + 0.1);
    total += value * value;
  }
  return total;
}

export const inputs = (n: number): Parameters<typeof f> => [
  Array.from({ length: n }, (_, k) => Math.sin(k)),
  Array.from({ length: n }, (_, k) => k + 0.2 * Math.cos(k)),
];
