/**
 * One launch of the chain of some length:
 * `node scaling-launch.js <operations> <milliseconds>` prints a ScalingLaunch.
 */
import { trace } from 'delta-tape';
import { OPERATIONS_PER_STEP, chain } from './chain.js';
import { timed, timeInTurns } from './timing.js';
import { libraryGradient } from './workload.js';

/** Everything per operation of the plain function. */
export interface ScalingLaunch {
  readonly firstNanoseconds: number;
  readonly steadyNanoseconds: number;
  readonly plainNanoseconds: number;
  readonly countedBytes: number;
  readonly residentBytes: number;
}

/**
 * `trace` copies every binding into an object, so above this length its count
 * is carried on linearly.
 */
const MOST_TO_COUNT = 1e5;

/** Bytes of tape and accumulator of a chain, by the library's own count. */
function countedBytes(operations: number): number {
  const { library, point } = chain(operations / OPERATIONS_PER_STEP);
  return trace(library)(point).counts.bytes;
}

/** Linear, since it starts at two lengths that were counted. */
function continuedBytes(operations: number): number {
  const slope =
    (countedBytes(MOST_TO_COUNT) - countedBytes(MOST_TO_COUNT / 2)) / (MOST_TO_COUNT / 2);
  return countedBytes(MOST_TO_COUNT) + slope * (operations - MOST_TO_COUNT);
}

/**
 * Memory that the process occupies outside the heap: the reserved columns
 * count where they were touched.
 */
function residentOutsideHeap(): number {
  const { rss, heapTotal } = process.memoryUsage();
  return rss - heapTotal;
}

const operations = Number(process.argv[2]);
const milliseconds = Number(process.argv[3]);
const workload = chain(operations / OPERATIONS_PER_STEP);
const { plain, point } = workload;
const gradient = libraryGradient(workload);

const before = residentOutsideHeap();
const first = timed(() => gradient(point));
const after = residentOutsideHeap();

const [steadyPlain, steady] = timeInTurns(
  [() => plain(point), () => gradient(point).value],
  milliseconds,
);
const bytes = operations <= MOST_TO_COUNT ? countedBytes(operations) : continuedBytes(operations);

const nanoseconds = (total: number) => (total * 1e6) / operations;
const launch: ScalingLaunch = {
  firstNanoseconds: nanoseconds(first.milliseconds),
  steadyNanoseconds: nanoseconds(steady),
  plainNanoseconds: nanoseconds(steadyPlain),
  countedBytes: bytes / operations,
  residentBytes: (after - before) / operations,
};
console.log(JSON.stringify(launch));
