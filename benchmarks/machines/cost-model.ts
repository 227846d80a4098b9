/** The page about other machines: what was measured, and what a hundred machines would cost by it. */
import { short, table } from '../text.js';

/** Counts of one task, and of a training. */
export interface Measured {
  readonly commands: number;
  readonly bytes: number;
  /** Of the processor of Redis. */
  readonly redisSeconds: number;
  readonly senderSeconds: number;
  readonly training: {
    readonly bytes: number;
    readonly commands: number;
    readonly steps: number;
    readonly batch: number;
    /** Bytes of the parameters, and of a gradient. */
    readonly size: number;
    readonly milliseconds: number;
  } | null;
}

/** The cores of a hundred machines, and bytes a second to and from Redis. */
const CORES = 400;
const MACHINES = 100;
const NETWORK = 1.25e9;

const microseconds = (seconds: number): string => `${short(seconds * 1e6)} µs`;
const kilobytes = (bytes: number): string => `${short(bytes / 1e3)} kB`;

export function costPage(
  when: string,
  tasks: number,
  overhead: string,
  speed: string,
  { commands, bytes, redisSeconds, senderSeconds, training }: Measured,
): string {
  const most = Math.min(1 / redisSeconds, 1 / senderSeconds, NETWORK / bytes);
  const first =
    most === 1 / senderSeconds ? 'the sender' : most === 1 / redisSeconds ? 'Redis' : 'the network';
  const { steps, batch, milliseconds, size, bytes: all, commands: asked } = training!;
  const image = milliseconds / steps / batch / 1e3;
  const moved = MACHINES * 3 * size;
  const wait = moved / NETWORK;
  const half = (wait * MACHINES) / image;
  return `# Many machines

Worker processes on one machine, with a Redis of its own (\`appendonly yes\`): small tasks beside bare BullMQ, the gain of several workers, and counts from which
the cost of a hundred machines follows. \`npm run bench:machines\` measures again, and takes some two minutes.

${when}

## Small tasks

${tasks} tasks that double a number, by one worker process. BullMQ alone runs the function in the thread that asks Redis, and nobody reads answers;
\`delta-tape worker\` runs it in other threads, so that a task that hangs or crashes can be ended, checks each message, and keeps answers for a
sender that resumes.

${overhead}

## Several workers

Each worker does one task at a time; the shortest of three rounds. Figures on the right are how many times faster more workers are. What is
possible is the number of cores.

${speed}

![gain by the number of workers](machines.svg)

## A hundred machines

Counted for each small task, with all that BullMQ does:

${table(
  ['', 'a task', 'a training step'],
  [
    ['commands of Redis', short(commands), short(asked / steps)],
    ['bytes to and from Redis', kilobytes(bytes), kilobytes(all / steps)],
    ['processor of Redis', microseconds(redisSeconds), ''],
    ['processor of the sender', microseconds(senderSeconds), ''],
  ],
)}

**Tasks that share no large data** (chains, starts, samples, settings): with t seconds for each, ${MACHINES} machines of ${CORES / MACHINES} cores do
${CORES}/t of them a second. What saturates first is ${first}, at ${short(most)} tasks a second. So all machines are busy if a task takes more than
${CORES}/${short(most)} = ${short(CORES / most)} s; shorter ones should be put together into one.

**Training.** Each step sends the parameters, ${kilobytes(size)} here, to each machine, and as many bytes of a gradient to Redis and on to the sender. ${MACHINES}
machines with a chunk each move ${short(moved / 1e6)} MB a step, which takes ${short(wait)} s at 10 Gbit/s. An image takes ${microseconds(image)} of one core here. So half
of the time is work from batches of about ${short(half)} images on, and below that the network of Redis saturates first. A training of small batches
belongs on one machine, with \`threads\`; sweeps, chains and starts belong on many.

- Time of a step: n · t / M + M · 3 · 8 P / B, for a batch of n examples of t seconds each, P parameters, M machines and B bytes a second.
- It is least at M = √(n · t · B / 24 P) machines.
`;
}
