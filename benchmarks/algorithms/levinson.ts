/**
 * The error with which the past of a series predicts it: Levinson's recursion on its autocorrelations.
 */
export function f(series: Float64Array, order: number): number {
  const r: number[] = [];
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let t = lag; t < series.length; t++) sum += series[t] * series[t - lag];
    r.push(sum / series.length);
  }
  let a = [1];
  let error = r[0];
  for (let m = 1; m <= order; m++) {
    let reflection = 0;
    for (let i = 0; i < m; i++) reflection -= a[i] * r[m - i];
    reflection /= error;
    const before = [...a, 0];
    a = before.map((x, i) => x + reflection * before[m - i]);
    error *= 1 - reflection * reflection;
  }
  return Math.log(error) + a[1] * a[order];
}

export const inputs = (n: number): Parameters<typeof f> => [
  Float64Array.from({ length: 4 * n }, (_, k) => Math.sin(0.3 * k) + 0.3 * Math.cos(k * k)),
  n,
];
