/** Bare BullMQ: a worker that doubles numbers, in a process of its own. */
import { Worker } from 'bullmq';

const [, , host, port, concurrency] = process.argv;
const connection = { host, port: Number(port), maxRetriesPerRequest: null };
const worker = new Worker('bare', (job) => Promise.resolve(2 * (job.data as { x: number }).x), {
  connection,
  concurrency: Number(concurrency),
});
await worker.waitUntilReady();
console.log('ready');
