/** A line with noise: a log density for `cores.ts`, by which threads find it. */
import { exponentialLogDensity, normalLogDensity } from 'delta-tape/learn/inference';

export interface Line {
  readonly slope: number;
  readonly offset: number;
  readonly noise: number;
}

export function density({ slope, offset, noise }: Line, xs: number[], ys: number[]): number {
  let total = normalLogDensity(slope, 0, 10) + normalLogDensity(offset, 0, 10);
  for (let k = 0; k < xs.length; k++)
    total += normalLogDensity(ys[k], slope * xs[k] + offset, noise);
  return total + exponentialLogDensity(noise, 1);
}
