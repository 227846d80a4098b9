/**
 * A charged particle is to fall through the origin: the place of a charge is found by gradient
 * descent over a simulation whose forces are gradients.
 */
import { grad, jvp, valueAndGrad } from 'delta-tape';
import { same } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';
import { argmin } from './saddle.js';

const TIME_STEP = 0.1;

/** The potential of two unit charges, of which `w` moves one. */
const potential = (x: number, y: number, w: number) =>
  1 / distance(x - 10, y - (10 - w)) + 1 / distance(x - 10, y);
const distance = (dx: number, dy: number) => Math.sqrt(dx * dx + dy * dy);

/** The slope of the potential by the place of the particle. */
type Slope = (x: number, y: number, w: number) => readonly [number, number];
const forward: Slope = (x, y, w) => [
  jvp(potential)([x, y, w], [1, undefined, undefined]).tangent,
  jvp(potential)([x, y, w], [undefined, 1, undefined]).tangent,
];
const reverse: Slope = (x, y, w) => grad(potential, { wrt: [0, 1] })(x, y, w);

/** The square of where the particle crosses the axis, by Euler's method. */
function miss(w: number, slope: Slope): number {
  let [x, y] = [0, 8];
  let [vx, vy] = [0.75, 0];
  for (;;) {
    const [px, py] = slope(x, y, w);
    x += TIME_STEP * vx;
    y += TIME_STEP * vy;
    if (y <= 0) {
      const crossing = x - (y / vy) * vx;
      return crossing * crossing;
    }
    vx -= TIME_STEP * px;
    vy -= TIME_STEP * py;
  }
}

export const missForward = (w: number) => miss(w, forward);
export const missReverse = (w: number) => miss(w, reverse);

type Miss = typeof missForward;
const byJvp = (f: Miss) => (w: number) => {
  const { value, tangent } = jvp(f)([w], [1]);
  return { value, gradient: tangent };
};

const read = ({ w }: { readonly w: number }) => w;
const found = (slopes: ReturnType<typeof byJvp>) => (start: number) =>
  argmin(
    ([w]) => {
      const { value, gradient } = slopes(w);
      return { value, gradient: [gradient] };
    },
    [start],
  )[0];

export const functions: Functions = {
  ff: timed(read, found(byJvp(missForward)), same),
  fr: timed(read, found(byJvp(missReverse)), same),
  rf: timed(read, found(valueAndGrad(missForward)), same),
  rr: timed(read, found(valueAndGrad(missReverse)), same),
};
