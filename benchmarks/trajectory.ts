/** Long trajectories within little memory: time, memory, and what was computed again. */
import { median } from './timing.js';
import type { TrajectoryLaunch } from './trajectory-launch.js';

export interface TrajectoryResult {
  readonly operations: number;
  /** The memory the loop was given. */
  readonly memory: number;
  readonly peakBytes: number;
  /** The gradient's time as a multiple of the plain function's. */
  readonly ratio: number;
  readonly milliseconds: number;
  /** Steps that were computed again, per step, and the least possible. */
  readonly again: number;
  readonly least: number;
}

/** Operations and bytes: long with plenty, and shorter with less and less. */
export const TRAJECTORIES = ['1e8/67108864', '1e7/67108864', '1e7/1e6', '1e7/1e5', '1e7/1e4'];

export function summariseTrajectory(
  subject: string,
  launches: readonly TrajectoryLaunch[],
): TrajectoryResult {
  const [operations, memory] = subject.split('/').map(Number);
  const { steps, advanced, least } = launches[0].counts;
  return {
    operations,
    memory,
    peakBytes: Math.max(...launches.map(({ peakBytes }) => peakBytes)),
    ratio: median(
      launches.map(({ milliseconds, plainMilliseconds }) => milliseconds / plainMilliseconds),
    ),
    milliseconds: median(launches.map(({ milliseconds }) => milliseconds)),
    again: advanced / steps,
    least: least / steps,
  };
}
