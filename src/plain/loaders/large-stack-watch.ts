/**
 * The thread that starts and watches the thread with a larger stack. It reports every end of that thread to the
 * thread that waits.
 */
import { Worker, workerData } from 'node:worker_threads';
import type { ThreadOutcome, Watch } from '../large-stack.js';

const { order, stackMb, answer, signal } = workerData as Watch;

function report(outcome: ThreadOutcome): void {
  answer.postMessage(outcome);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}

const ended = (message: string) => report({ tag: 'ended', message });

try {
  // The waiting thread reads the first report only.
  new Worker(new URL('./large-stack-thread.js', import.meta.url), {
    workerData: order,
    resourceLimits: { stackSizeMb: stackMb },
  })
    .on('message', report)
    .on('error', ({ message }) => ended(message))
    .on('exit', (status) => ended(`status ${status}`));
} catch (error) {
  ended((error as Error).message);
}
