/** The thread with a larger stack: it does one job. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Order, Outcome } from '../large-stack.js';

const { job, args } = workerData as Order;

/** An error as data. */
function failure(error: unknown): Outcome {
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
