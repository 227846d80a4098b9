/** The functions that workers of the benchmark run. */
export { density } from '../cores-density.js';
export { loss } from '../../examples/digits/plain-network.js';

export const twice = (x: number) => 2 * x;

/** A sum of squares of oscillations, which has many minima. */
export function residuals(
  { a, b, c }: { a: number; b: number; c: number },
  ys: number[],
): number[] {
  const found = new Array<number>(ys.length);
  for (let k = 0; k < ys.length; k++) {
    const x = k / ys.length;
    found[k] = ys[k] - a * Math.sin(b * x) * Math.exp(-c * x);
  }
  return found;
}
