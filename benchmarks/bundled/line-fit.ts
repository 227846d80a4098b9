/** A line through points, found by gradient descent. */
import { grad } from 'delta-tape';

interface Line {
  slope: number;
  offset: number;
}

const points = [
  { x: 0, y: 1.1 },
  { x: 1, y: 2.9 },
  { x: 2, y: 5.2 },
  { x: 3, y: 6.8 },
];

function loss(line: Line): number {
  let total = 0;
  for (const { x, y } of points) {
    const error = line.slope * x + line.offset - y;
    total += error * error;
  }
  return total / points.length;
}

const gradient = grad(loss);

export function fit(steps: number, rate: number): Line {
  let line = { slope: 0, offset: 0 };
  for (let k = 0; k < steps; k++) {
    const by = gradient(line);
    line = { slope: line.slope - rate * by.slope, offset: line.offset - rate * by.offset };
  }
  return line;
}
