/**
 * One launch of the chain as a loop with a given memory:
 * `node trajectory-launch.js <operations>/<bytes>` prints a TrajectoryLaunch. One gradient, since
 * the peak of memory is that of the process.
 */
import { add, grad, loop, mul, sin, type LoopCounts, type Real } from 'delta-tape';
import { OPERATIONS_PER_STEP, chain } from './chain.js';
import { timed } from './timing.js';

export interface TrajectoryLaunch {
  readonly counts: LoopCounts;
  readonly plainMilliseconds: number;
  readonly milliseconds: number;
  /** The most memory the process had. */
  readonly peakBytes: number;
}

const [operations, memory] = process.argv[2].split('/').map(Number);
const steps = operations / OPERATIONS_PER_STEP;
const { plain, handWritten, point } = chain(steps);

let counts: LoopCounts | undefined;
const trajectory = (x: Real): Real =>
  loop(
    steps,
    ({ y, total }: { y: Real; total: Real }) => {
      const next = add(mul(sin(y), y), 0.1);
      return { y: next, total: add(total, next) };
    },
    { y: x, total: 0 },
    { memory, report: (found) => (counts = found) },
  ).total;

const { result: gradient, milliseconds } = timed(() => grad(trajectory)(point[0]));
const peakBytes = process.resourceUsage().maxRSS * 1024;
const expected = handWritten(point).gradient[0];
if (Math.abs(gradient - expected) > 1e-9 * Math.abs(expected)) {
  throw new Error(`the gradient of the trajectory is ${gradient}, but ${expected} by hand`);
}
plain(point);
const launch: TrajectoryLaunch = {
  counts: counts!,
  plainMilliseconds: timed(() => plain(point)).milliseconds,
  milliseconds,
  peakBytes,
};
console.log(JSON.stringify(launch));
