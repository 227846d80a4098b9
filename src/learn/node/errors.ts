/** The errors between threads, and at files. */
import { DeltaTapeError } from '../../errors/errors.js';

export const checkpointNotKept = (path: string, reason: string) =>
  new DeltaTapeError(
    'checkpoint-not-kept',
    `no checkpoint can be kept in ${path}: ${reason}. Make room for it, or choose another place. One that was there before ` +
      'is unchanged, and a training resumes from it.',
  );

export const workerFailed = (reason: string) =>
  new DeltaTapeError(
    'worker-failed',
    `a thread ended before its work was done: ${reason}. Look for code that ends the process or uses up the memory.`,
  );
