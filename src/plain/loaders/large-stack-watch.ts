/**
 * The thread that starts the one with a larger stack, and watches it: whatever becomes of that one, the thread that
 * waits is told.
 */
import { Worker, workerData } from 'node:worker_threads';
import type { ThreadOutcome, Watch } from '../large-stack.js';

const { order, stackMb, answer, signal } = workerData as Watch;

function tell(outcome: ThreadOutcome): void {
  answer.postMessage(outcome);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

const ended = (message: string) => tell({ tag: 'ended', message });

try {
  // Only what is told first is read.
  new Worker(new URL('./large-stack-thread.js', import.meta.url), {
    workerData: order,
    resourceLimits: { stackSizeMb: stackMb },
  })
    .on('message', tell)
    .on('error', ({ message }) => ended(message))
    .on('exit', (status) => ended(`status ${status}`));
} catch (error) {
  ended((error as Error).message);
}
