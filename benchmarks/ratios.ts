/** The gradients' times as ratios to the plain function's. */
import type { Answers } from './answered.js';
import type { RatioLaunch } from './ratio-launch.js';
import { median } from './timing.js';

export interface Ratio {
  readonly median: number;
  readonly least: number;
}

export interface RatioResult {
  readonly name: string;
  readonly answers: Answers;
  readonly plainMilliseconds: number;
  readonly handWritten: Ratio;
  readonly library: Ratio;
  /** Milliseconds of the first calls: plain, hand-written, library. */
  readonly first: readonly number[];
}

export function summariseRatios(name: string, launches: readonly RatioLaunch[]): RatioResult {
  const ratio = (variant: number): Ratio => {
    const ratios = launches.map(({ steady }) => steady[variant] / steady[0]);
    return { median: median(ratios), least: Math.min(...ratios) };
  };
  return {
    name,
    answers: launches[0].answers,
    plainMilliseconds: median(launches.map(({ steady }) => steady[0])),
    handWritten: ratio(1),
    library: ratio(2),
    first: [0, 1, 2].map((variant) => median(launches.map(({ first }) => first[variant]))),
  };
}
