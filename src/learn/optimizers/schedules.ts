/** Learning rates that change from step to step. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';

/** Returns the value to be taken at a step; the first is step 0. */
export type Schedule = (step: number) => number;

export function scheduleOf(rate: number | Schedule, name: string): Schedule {
  if (typeof rate === 'function') return rate;
  if (!(rate >= 0 && rate < Infinity)) {
    throw invalidOption(name, 'a number of at least 0, or a schedule', rate);
  }
  return () => rate;
}

function checkSteps(name: string, steps: number): void {
  if (!Number.isInteger(steps) || steps < 1) throw invalidOption(name, 'a positive integer', steps);
}

/**
 * A learning rate that begins at `start`, and is multiplied by `factor` after each `every` steps.
 *
 * @throws DeltaTapeError if `every` is not a positive integer.
 * @example [0, 1, 2, 4].map(stepSchedule({ start: 8, factor: 0.5, every: 2 })) // [8, 8, 4, 2]
 */
export function stepSchedule(options: {
  readonly start: number;
  readonly factor: number;
  readonly every: number;
}): Schedule {
  insistOnOptions('stepSchedule', options, { start: true, factor: true, every: true });
  const { start, factor, every } = options;
  checkSteps('every', every);
  return (step) => start * factor ** Math.floor(step / every);
}

/**
 * A learning rate that goes from `start` to `end` (default 0) along half a wave of a cosine in `steps` steps, and stays there
 * (Loshchilov and Hutter, 2017).
 *
 * @throws DeltaTapeError if `steps` is not a positive integer.
 * @example [0, 5, 10, 11].map(cosineSchedule({ start: 1, steps: 10 })) // [1, 0.5, 0, 0]
 */
export function cosineSchedule(options: {
  readonly start: number;
  readonly steps: number;
  readonly end?: number;
}): Schedule {
  insistOnOptions('cosineSchedule', options, { start: true, steps: true, end: true });
  const { start, steps, end = 0 } = options;
  checkSteps('steps', steps);
  return (step) =>
    step >= steps ? end : end + ((start - end) * (1 + Math.cos((Math.PI * step) / steps))) / 2;
}

/**
 * A learning rate that goes from `start` to `end` (default 0) along a straight line in `steps` steps, and stays there.
 *
 * @throws DeltaTapeError if `steps` is not a positive integer.
 * @example [0, 1, 2, 3].map(linearSchedule({ start: 1, steps: 2 })) // [1, 0.5, 0, 0]
 */
export function linearSchedule(options: {
  readonly start: number;
  readonly steps: number;
  readonly end?: number;
}): Schedule {
  insistOnOptions('linearSchedule', options, { start: true, steps: true, end: true });
  const { start, steps, end = 0 } = options;
  checkSteps('steps', steps);
  return (step) => (step >= steps ? end : start + ((end - start) * step) / steps);
}

/**
 * A schedule with `steps` steps before it, in which its first rate is approached along a straight line.
 *
 * @throws DeltaTapeError if `steps` is not a positive integer, or `then` a number below 0.
 * @example [0, 1, 2, 3, 4].map(warmUp(3, 4)) // [1, 2, 3, 4, 4]
 */
export function warmUp(steps: number, then: number | Schedule): Schedule {
  checkSteps('steps', steps);
  const schedule = scheduleOf(then, 'then');
  return (step) =>
    step < steps ? (schedule(0) * (step + 1)) / (steps + 1) : schedule(step - steps);
}
