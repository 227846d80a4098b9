/** The thread with a larger stack: it does one job, of which another thread waits for the outcome. */
import { workerData } from 'node:worker_threads';
import type { Order, Outcome } from '../large-stack.js';

const { job, args, answer, signal } = workerData as Order;

/** An error as data. */
function failure(error: unknown): Outcome {
  const { name, message, ...more } = error instanceof Error ? error : new Error(String(error));
  const properties = JSON.parse(JSON.stringify(more)) as object;
  return { tag: 'failed', name, message, properties };
}

try {
  const { jobs } = await import('./large-stack-jobs.js');
  answer.postMessage({ tag: 'done', value: jobs[job](...(args as never[])) });
} catch (error) {
  answer.postMessage(failure(error));
} finally {
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
