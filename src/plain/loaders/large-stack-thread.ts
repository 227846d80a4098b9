/** The thread with a larger stack. It does one job. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOrder, ThreadOutcome } from '../large-stack.js';

const { job, args } = workerData as ThreadOrder;

/** An error as data. */
function failure(error: unknown): ThreadOutcome {
  const { name, message, ...more } = error instanceof Error ? error : new Error(String(error));
  const properties = JSON.parse(JSON.stringify(more)) as object;
  return { tag: 'failed', name, message, properties };
}

try {
  const { jobs } = await import('./large-stack-jobs.js');
  parentPort!.postMessage({ tag: 'done', value: jobs[job](...(args as never[])) });
} catch (error) {
  parentPort!.postMessage(failure(error));
}
