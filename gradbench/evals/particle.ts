/**
 * A charged particle is to fall through the origin: the place of a charge is found by gradient
 * descent over a simulation whose forces are gradients.
 */
import { argmin, MODES, type Gradient } from '../descent.js';
import { same } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

const TIME_STEP = 0.1;

/** The potential of unit charges at some places. */
function potential(at: number[], charges: readonly number[][]): number {
  let total = 0;
  for (const [x, y] of charges) {
    const dx = at[0] - x;
    const dy = at[1] - y;
    total += 1 / Math.sqrt(dx * dx + dy * dy);
  }
  return total;
}

/** The square of where the particle crosses the axis, by Euler's method; `w` moves one charge. */
export function miss(w: number, gradientOf: Gradient): number {
  const charges = [
    [10, 10 - w],
    [10, 0],
  ];
  const slope = gradientOf((at) => potential(at, charges));
  let [x, y] = [0, 8];
  let [vx, vy] = [0.75, 0];
  for (;;) {
    const [px, py] = slope([x, y]);
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

const read = ({ w }: { readonly w: number }) => w;

const found = (outer: Gradient, inner: Gradient) => (w: number) =>
  argmin(([x]) => miss(x, inner), outer, [w])[0];

const { f, r } = MODES;

export const functions: Functions = {
  ff: timed(read, found(f, f), same),
  fr: timed(read, found(f, r), same),
  rf: timed(read, found(r, f), same),
  rr: timed(read, found(r, r), same),
};
