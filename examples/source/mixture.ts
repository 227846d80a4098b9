import { logSumExp } from './log-sum-exp.js';

/** The negative logarithm of the likelihood of some numbers under normal distributions of width 1, equally likely. */
export function mixtureLoss(means: readonly number[], samples: readonly number[]): number {
  let loss = 0;
  for (const sample of samples) loss -= logSumExp(means.map((mean) => -0.5 * (sample - mean) ** 2));
  return loss + samples.length * Math.log(means.length);
}
