// A curve through points. The library finds where the sum of the squares is least,
// and prints the solution. Move the sliders: no other place is better.
import { leastSquares } from 'delta-tape/learn';

const times = [0, 1, 2, 3, 4, 5, 6];
const seen = [2.95, 2.25, 1.62, 1.28, 0.94, 0.71, 0.56];

const model = (t: number, height: number, rate: number) => height * Math.exp(-rate * t);

const residuals = ({ height, rate }: { height: number; rate: number }) =>
  times.map((t, k) => seen[k] - model(t, height, rate));

const { solution, standardErrors } = leastSquares(residuals, { height: 1, rate: 1 });
console.log('solution', solution);
console.log('standard errors', standardErrors);

export function cost(height: number, rate: number): number {
  let sum = 0;
  for (let k = 0; k < times.length; k++) sum += (model(times[k], height, rate) - seen[k]) ** 2;
  return sum / 2;
}

export const at = [2, 0.5];
