/** The cost of an operation in runs of different lengths. */
import type { ScalingLaunch } from './scaling-launch.js';
import { median } from './timing.js';

/** Medians over launches, per operation. */
export interface ScalingResult extends ScalingLaunch {
  readonly operations: number;
}

export function summariseScaling(
  operations: number,
  launches: readonly ScalingLaunch[],
): ScalingResult {
  const of = (what: keyof ScalingLaunch) => median(launches.map((launch) => launch[what]));
  return {
    operations,
    firstNanoseconds: of('firstNanoseconds'),
    steadyNanoseconds: of('steadyNanoseconds'),
    plainNanoseconds: of('plainNanoseconds'),
    countedBytes: of('countedBytes'),
    residentBytes: of('residentBytes'),
  };
}
