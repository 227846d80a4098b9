interface Dose {
  time: number;
  amount: number;
}
interface Params {
  ka: number;
  ke: number;
  V: number;
  F?: number;
}
interface Obs {
  t: number;
  c: number;
}
type Route = 'oral' | 'iv';
function concentration(p: Params, doses: Dose[], t: number, route: Route): number {
  const F = p.F ?? 1;
  let c = 0;
  for (const { time, amount } of doses) {
    if (time > t) continue;
    const dt = t - time;
    if (route === 'oral')
      c +=
        ((F * amount * p.ka) / (p.V * (p.ka - p.ke))) *
        (Math.exp(-p.ke * dt) - Math.exp(-p.ka * dt));
    else c += (amount / p.V) * Math.exp(-p.ke * dt);
  }
  return c;
}
export function f(p: Params, doses: Dose[], obs: Obs[], route: Route, sigma = 0.1): number {
  let nll = 0;
  for (const { t, c } of obs) {
    const r = (Math.log(c) - Math.log(concentration(p, doses, t, route))) / sigma;
    nll += 0.5 * r * r + Math.log(sigma);
  }
  return nll;
}
export const inputs = () => [
  { ka: 1.2, ke: 0.15, V: 20, F: 0.8 },
  [
    { time: 0, amount: 100 },
    { time: 12, amount: 50 },
  ],
  Array.from({ length: 20 }, (_, k) => ({ t: 0.5 + k, c: 3 / (1 + k) })),
  'oral',
];
