/** The errors between threads, and at files. */
import { DeltaTapeError } from '../../errors/errors.js';

export const cannotCross = (place: string, what: string) =>
  new DeltaTapeError(
    'cannot-cross',
    `${place} is ${what}, which cannot cross to another thread as it is. Give numbers, texts, arrays, typed arrays, ` +
      'plain objects, Maps and Sets, and build everything else from them inside the function.',
  );

export const checkpointNotKept = (path: string, reason: string) =>
  new DeltaTapeError(
    'checkpoint-not-kept',
    `no checkpoint can be kept in ${path}: ${reason}. Make room for it, or choose another place. One that was there before ` +
      'is unchanged, and a training resumes from it.',
  );

export const noExport = (module: string, name: string) =>
  new DeltaTapeError(
    'no-export',
    `the module ${module} has no function ${name} among its exports. Export it, or correct the name.`,
  );

export const workerFailed = (reason: string) =>
  new DeltaTapeError(
    'worker-failed',
    `a thread ended before its work was done: ${reason}. Look for code that ends the process or uses up the memory.`,
  );
