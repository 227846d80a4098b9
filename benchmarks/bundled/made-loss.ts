/** A loss that is made for data. */
import { grad } from 'delta-tape';

interface Sample {
  t: number;
  value: number;
}

export function makeLoss(samples: Sample[], weight: number) {
  const model = (p: number[], t: number): number => p[0] * Math.exp(-p[1] * t) + p[2];
  return (p: number[]): number => {
    let sum = 0;
    for (const { t, value } of samples) sum += (model(p, t) - value) ** 2;
    return sum + weight * p.reduce((all, x) => all + x * x, 0);
  };
}

export function descend(samples: Sample[], start: number[]): number[] {
  const gradient = grad(makeLoss(samples, 0.001));
  let p = start;
  for (let k = 0; k < 1000; k++) {
    const by = gradient(p);
    p = p.map((x, i) => x - 0.01 * by[i]);
  }
  return p;
}
