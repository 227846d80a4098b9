/**
 * The gain of several cores: trainings and samplings without threads, on one and on two, in turns:
 * `npm run bench:cores`. Writes benchmarks/CORES.md.
 */
import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { flatten, sgd, train, type Executor } from 'delta-tape/learn';
import { hmc, nuts, positive, type Samples } from 'delta-tape/learn/inference';
import { threads } from 'delta-tape/learn/node';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { readExamples } from '../examples/digits/images.js';
import { loss, newNetwork } from '../examples/digits/plain-network.js';
import { answering } from './answered.js';
import { density, type Line } from './cores-density.js';
import { processorTimes } from './processor-times.js';
import { machine, short, table, time } from './text.js';
import { writePage } from './written-page.js';

/**
 * The number of times that each is timed. The shortest time counts, since other work on the machine
 * only adds.
 */
const ROUNDS = 9;
const BATCHES = 2;
const EPOCHS = 4;
const CHUNKS = 8;

/** Something to do, here or in threads; what comes of it are numbers. */
interface Work {
  readonly name: string;
  /** Which version of the function answers. */
  readonly version: string;
  readonly run: (executor: Executor | null) => Promise<Float64Array>;
}

const exported = (module: string, name: string) => ({
  module: new URL(module, import.meta.url),
  export: name,
});

const examples = readExamples();
const params = newNetwork(xoroshiro128plus(1));

const training = (batchSize: number): Work => ({
  name: `${EPOCHS} epochs, ${BATCHES} batches of ${batchSize} images`,
  version: answering(loss),
  async run(executor) {
    const data = examples.slice(0, BATCHES * batchSize);
    const options = { params, data, batchSize, epochs: EPOCHS, chunks: CHUNKS, optimizer: sgd() };
    const where =
      executor === null
        ? { loss }
        : { executor, loss: exported('../examples/digits/plain-network.ts', 'loss') };
    return flatten((await train({ ...options, ...where })).params).vector;
  },
});

const xs = Array.from({ length: 1000 }, (_, k) => k / 1000);
const ys = xs.map((x, k) => 2 * x + 1 + Math.sin(k));

const STEPS = 8;
const samplers = { nuts, hmc } as unknown as Record<
  'nuts' | 'hmc',
  (...args: unknown[]) => Samples<Line> | Promise<Samples<Line>>
>;

const sampling = (kind: 'nuts' | 'hmc', chains: number, draws: number): Work => ({
  name: `${kind.toUpperCase()}, ${chains} chains of ${draws} draws`,
  version: answering(density),
  async run(executor) {
    const start = { slope: 0, offset: 0, noise: 1 };
    const data = { args: [xs, ys], constraints: { noise: positive } };
    const options = { ...data, seed: 1, chains, draws, warmup: draws };
    const more = kind === 'hmc' ? { ...options, steps: STEPS } : options;
    const samples =
      executor === null
        ? await samplers[kind](density, start, more)
        : await samplers[kind](exported('cores-density.ts', 'density'), start, {
            ...more,
            executor,
          });
    return flatten(samples.draws).vector;
  },
});

const works = [
  training(32),
  training(256),
  training(1024),
  sampling('nuts', 8, 200),
  sampling('hmc', 4, 200),
];
const counts = [1, 2];
const pools = counts.map((count) => threads(count));
const places = [null, ...pools];
/** The processor time of this thread since then, and that of each of so many others. */
function busyText(before: ReturnType<typeof processorTimes>, count: number): string {
  const { main, others } = processorTimes(before);
  return [main, ...others.slice(0, count)].map(time).join(' + ');
}
const bitsOf = (numbers: Float64Array) => createHash('sha256').update(numbers).digest('hex');

const [loadBefore] = loadavg();
const rows: string[][] = [];
for (const { name, version, run } of works) {
  const shortest = places.map(() => Infinity);
  const bits = new Set<string>();
  const busy = places.map(() => '');
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [k, executor] of places.entries()) {
      const before = processorTimes();
      const start = performance.now();
      const found = await run(executor);
      const taken = performance.now() - start;
      bits.add(bitsOf(found));
      // The first round starts threads and compiles.
      if (round === 0 || taken >= shortest[k]) continue;
      shortest[k] = taken;
      busy[k] = busyText(before, counts[k - 1] ?? 0);
    }
  }
  const [here, ...others] = shortest;
  const gains = others.map((milliseconds) => short(here / milliseconds));
  const [one, two] = others;
  const same = bits.size === 1 ? 'the same' : 'NOT THE SAME';
  rows.push([name, version, time(here), ...gains, short(two / one), busy.at(-1)!, same]);
  console.log(rows.at(-1)!.join(' | '));
}
await Promise.all(pools.map((pool) => pool.close()));

const header = [
  'work',
  'version',
  'without threads',
  ...counts.map((count) => (count === 1 ? '1 thread' : `${count} threads`)),
  'time of 2 to 1',
  'processor of main and 2 threads',
  'bits',
];
const page = `# Several cores

Trainings of the network of \`npm run start:plain\` (${CHUNKS} chunks a batch), and samplings of a line with ${xs.length} points, with as many draws for the
warm-up: the time without threads, how many times faster threads are, and what part of the time of one thread two take. Each is the shortest of ${ROUNDS} rounds that take turns. The processor time of that round with two threads is that of the main thread, and of both. \`npm run bench:cores\` measures again.

${machine({ launches: 1, loadBefore })}

${table(header, rows)}

Threads get the data once, before the first step, and each compiles for itself, so small batches, short trainings and short chains gain
little. Chains of NUTS are of different lengths, so two threads may end at different times; those of HMC, with ${STEPS} steps for each draw, are
of the same length, and show what this machine gives. What is the best possible is the number of cores.
`;
await writePage(new URL('CORES.md', import.meta.url), page);
