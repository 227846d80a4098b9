/**
 * A saddle point by nested gradient descent: the minimum over x of the maximum over y. The descent stands here, since
 * it is a part of what is differentiated, and a function of another module that takes functions has no compiled version.
 */
import { jvp, valueAndGrad } from 'delta-tape';
import type { Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** The value and the slope of an objective. */
type Slopes = (x: number[]) => { readonly value: number; readonly gradient: number[] };

const ENOUGH = 1e-5;
const FIRST_STEP = 1e-5;
/** After so many steps that went down, the step is doubled. */
const PATIENCE = 10;

function length(v: number[]): number {
  let total = 0;
  for (const x of v) total += x * x;
  return Math.sqrt(total);
}

/** Where an objective has a minimum, as found from `start` by steps that grow while they succeed. */
export function argmin(slopes: Slopes, start: number[]): number[] {
  let x = start;
  let { value, gradient } = slopes(x);
  let step = FIRST_STEP;
  let successes = 0;
  while (length(gradient) > ENOUGH) {
    if (successes === PATIENCE) {
      step *= 2;
      successes = 0;
      continue;
    }
    const next = x.map((xk, k) => xk - step * gradient[k]);
    if (length(next.map((xk, k) => xk - x[k])) <= ENOUGH) break;
    const there = slopes(next);
    if (there.value < value) {
      x = next;
      value = there.value;
      gradient = there.gradient;
      successes++;
    } else {
      step /= 2;
      successes = 0;
    }
  }
  return x;
}

const height = (x: number[], y: number[]) =>
  x[0] * x[0] + x[1] * x[1] - (y[0] * y[0] + y[1] * y[1]);

/** Where the height is largest over y, by either mode. */
function bestForward(x: number[], start: number[]): number[] {
  const depth = (y: number[]) => -height(x, y);
  return argmin((y) => {
    const { value, tangent } = jvp(depth)([y], [[1, 0]]);
    return { value, gradient: [tangent, jvp(depth)([y], [[0, 1]]).tangent] };
  }, start);
}
function bestReverse(x: number[], start: number[]): number[] {
  const depth = (y: number[]) => -height(x, y);
  return argmin((y) => valueAndGrad(depth)(y), start);
}

/** The largest height over y. */
const ridgeForward = (x: number[], start: number[]) => height(x, bestForward(x, start));
const ridgeReverse = (x: number[], start: number[]) => height(x, bestReverse(x, start));

type Ridge = typeof ridgeForward;
/** The point x and the point y of the saddle, each found from `start`. */
const saddle =
  (slopes: (x: number[], start: number[]) => ReturnType<Slopes>, best: typeof bestForward) =>
  (start: number[]) => {
    const x = argmin((at) => slopes(at, start), start);
    return [...x, ...best(x, start)];
  };

const along = (f: Ridge) => (x: number[], start: number[]) => {
  const { value, tangent } = jvp(f)([x, start], [[1, 0], undefined]);
  return { value, gradient: [tangent, jvp(f)([x, start], [[0, 1], undefined]).tangent] };
};

const read = ({ start }: { readonly start: Vector }) => [...start];
const write = (point: number[]) => point;

export const functions: Functions = {
  ff: timed(read, saddle(along(ridgeForward), bestForward), write),
  fr: timed(read, saddle(along(ridgeReverse), bestForward), write),
  rf: timed(read, saddle(valueAndGrad(ridgeForward), bestReverse), write),
  rr: timed(read, saddle(valueAndGrad(ridgeReverse), bestReverse), write),
};
