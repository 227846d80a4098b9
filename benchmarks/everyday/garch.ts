/** The likelihood of a GARCH(1,1) model of returns. */
interface Params {
  mu: number;
  omega: number;
  alpha: number;
  beta: number;
}
const variance = (xs: number[]) => {
  const mean = xs.reduce((a, b) => a + b, 0) / xs.length;
  return xs.reduce((s, x) => s + (x - mean) ** 2, 0) / (xs.length - 1);
};
export function f(params: Params, returns: number[]): number {
  const { mu, omega, alpha, beta } = params;
  let sigma2 = variance(returns);
  let logLik = 0;
  for (const r of returns) {
    const eps = r - mu;
    logLik -= 0.5 * (Math.log(2 * Math.PI) + Math.log(sigma2) + (eps * eps) / sigma2);
    sigma2 = omega + alpha * eps ** 2 + beta * sigma2;
  }
  return -logLik;
}
export const inputs = (): Parameters<typeof f> => [
  { mu: 0.01, omega: 0.05, alpha: 0.1, beta: 0.8 },
  Array.from({ length: 500 }, (_, i) => Math.sin(i * 13.7) * (1 + 0.5 * Math.sin(i / 20))),
];
