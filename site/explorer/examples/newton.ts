// The root of x³ + p x = q by Newton's method.
// Choose byRoot below to see the library's own solver: its tape has no steps.
import { root } from 'delta-tape/solve';

export function cubicRoot(p: number, q: number): number {
  let x = 1;
  for (let k = 0; k < 8; k++) {
    const miss = x * x * x + p * x - q;
    const slope = 3 * x * x + p;
    x -= miss / slope;
  }
  return x;
}

const solve = root((x: number, p: number, q: number) => x * x * x + p * x - q);

export function byRoot(p: number, q: number): number {
  return solve(1, p, q);
}

export const at = [1, 2];
