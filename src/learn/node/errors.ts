/** What can go wrong between threads. */
import { DeltaTapeError } from '../../core/errors.js';

export const cannotCross = (place: string, what: string) =>
  new DeltaTapeError(
    'cannot-cross',
    `${place} is ${what}, which cannot cross to another thread as it is. Give numbers, texts, arrays, typed arrays, ` +
      'plain objects, Maps and Sets, and make other things of them inside of the function.',
  );

export const noExport = (module: string, name: string) =>
  new DeltaTapeError(
    'no-export',
    `the module ${module} has no function ${name} among its exports. Export it, or give the name that it has.`,
  );

export const workerFailed = (reason: string) =>
  new DeltaTapeError(
    'worker-failed',
    `a thread ended before its work was done: ${reason}. Look for what ends the process or takes all memory.`,
  );
