/**
 * Work on other machines, by worker processes on this one: tasks a second beside bare BullMQ, the gain of several workers, and bytes and
 * messages, from which follows what a hundred machines would cost: `npm run bench:machines`, some two minutes. Writes
 * benchmarks/MACHINES.md and machines.svg.
 */
import { Queue } from 'bullmq';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import {
  flatten,
  leastSquares,
  map,
  multiStart,
  sgd,
  train,
  type Executor,
} from 'delta-tape/learn';
import { nuts, positive } from 'delta-tape/learn/inference';
import { machines } from 'delta-tape/learn/machines';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { readExamples } from '../../examples/digits/images.js';
import { newNetwork } from '../../examples/digits/plain-network.js';
import { machine, short, table, time } from '../text.js';
import { writePage } from '../written-page.js';
import { costPage, type Measured } from './cost-model.js';
import { plotOf } from './plot.js';
import {
  between,
  end,
  endAll,
  host,
  load,
  port,
  startBare,
  startRedis,
  startWorker,
} from './processes.js';

const TASKS = 3000;
const ROUNDS = 3;
const WORKERS = [1, 2, 4];
const CHUNKS = 8;
const BATCH = 1024;
const STEPS = 4;

const module = new URL('tasks.ts', import.meta.url);
const of = (name: string) => ({ module, export: name });
const address = { redis: `redis://${host}:${port}` };

async function timed(body: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await body();
  return performance.now() - start;
}

/** Tasks by bare BullMQ, until none is left. */
async function bare(): Promise<number> {
  const queue = new Queue('bare', { connection: { host, port, maxRetriesPerRequest: null } });
  const milliseconds = await timed(async () => {
    const sent: Promise<unknown>[] = [];
    for (let k = 0; k < TASKS; k++)
      sent.push(queue.add('task', { x: k }, { removeOnComplete: true }));
    await Promise.all(sent);
    while ((await queue.getJobCountByTypes('waiting', 'active')) > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
  await queue.close();
  return milliseconds;
}

async function ours(executor: Executor): Promise<void> {
  const inputs = Array.from({ length: TASKS }, (_, k) => k);
  for await (const y of map<number, number>(module, 'twice', inputs, { executor })) void y;
}

const xs = Array.from({ length: 1000 }, (_, k) => k / 1000);
const lines = xs.map((x, k) => 2 * x + 1 + Math.sin(k));
const waves = Array.from(
  { length: 2000 },
  (_, k) => 2 * Math.sin((7 * k) / 2000) + 0.1 * Math.sin(37 * k),
);
const examples = readExamples().slice(0, BATCH);
const params = newNetwork(xoroshiro128plus(1));
const size = flatten(params).vector.byteLength;
const works: Readonly<Record<string, (executor: Executor) => Promise<unknown>>> = {
  'NUTS, 8 chains of 200 draws': (executor) =>
    nuts(
      of('density'),
      { slope: 0, offset: 0, noise: 1 },
      {
        ...{ executor, args: [xs, lines], constraints: { noise: positive } },
        ...{ chains: 8, warmup: 200, draws: 200, seed: 1 },
      },
    ),
  'least squares from 64 starts': (executor) =>
    multiStart(
      leastSquares,
      of('residuals'),
      Array.from({ length: 64 }, (_, k) => ({ a: 1, b: 1 + k / 4, c: 0.1 })),
      { executor, args: [waves] },
    ),
  [`training, ${STEPS} batches of ${BATCH} images`]: (executor) =>
    train({
      ...{ params, data: examples, batchSize: BATCH, epochs: STEPS, chunks: CHUNKS },
      ...{ optimizer: sgd(), loss: of('loss'), executor },
    } as never),
};

const [loadBefore] = loadavg();
await startRedis();
const small: string[][] = [];
let measured: Measured | undefined;
const gains: { readonly work: string; readonly workers: number; readonly gain: number }[] = [];
try {
  for (const concurrency of [1, 8]) {
    const plain = await startBare(concurrency);
    let shortest = Infinity;
    for (let round = 0; round < ROUNDS; round++) shortest = Math.min(shortest, await bare());
    await end(plain);
    const worker = await startWorker(concurrency);
    let own = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const executor = machines(address);
      const before = load();
      const began = process.cpuUsage();
      own = Math.min(own, await timed(() => ours(executor)));
      const { user, system } = process.cpuUsage(began);
      const used = between(before, load());
      await executor.close();
      measured = {
        commands: used.commands / TASKS,
        bytes: (used.bytesIn + used.bytesOut) / TASKS,
        redisSeconds: used.seconds / TASKS,
        senderSeconds: (user + system) / 1e6 / TASKS,
        training: measured?.training ?? null,
      };
    }
    await end(worker);
    small.push([
      `${concurrency} at a time`,
      ...[short((1000 * TASKS) / shortest), short((1000 * TASKS) / own)],
      ...[time(shortest / TASKS), time(own / TASKS), time((own - shortest) / TASKS)],
    ]);
    console.log(small.at(-1)!.join(' | '));
  }

  const rows = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  for (const count of WORKERS) {
    while (workers.length < count) workers.push(await startWorker());
    for (const [name, run] of Object.entries(works)) {
      let shortest = Infinity;
      // The first round compiles.
      for (let round = 0; round <= ROUNDS; round++) {
        const executor = machines(address);
        const before = load();
        const milliseconds = await timed(() => run(executor));
        const used = between(before, load());
        await executor.close();
        if (round === 0) continue;
        shortest = Math.min(shortest, milliseconds);
        if (name.startsWith('training') && count === 1) {
          const training = {
            bytes: used.bytesIn + used.bytesOut,
            commands: used.commands,
            steps: STEPS,
            size,
          };
          measured = {
            ...measured!,
            training: { ...training, batch: BATCH, milliseconds: shortest },
          };
        }
      }
      rows.get(name)!.push(shortest);
      console.log(count, name, time(shortest));
    }
  }
  for (const [work, times] of rows)
    times.forEach((found, k) => gains.push({ work, workers: WORKERS[k], gain: times[0] / found }));

  const speed = table(
    ['work', '1 worker', ...WORKERS.slice(1).map((count) => `${count} workers`)],
    [...rows].map(([name, [one, ...others]]) => [
      name,
      time(one),
      ...others.map((found) => short(one / found)),
    ]),
  );
  const overhead = table(
    [
      'workers’ tasks',
      'BullMQ, tasks/s',
      'delta-tape, tasks/s',
      'BullMQ, a task',
      'delta-tape, a task',
      'more',
    ],
    small,
  );
  const page = costPage(machine({ launches: 1, loadBefore }), TASKS, overhead, speed, measured!);
  await writePage(new URL('../MACHINES.md', import.meta.url), page);
  writeFileSync(new URL('../machines.svg', import.meta.url), await plotOf(gains));
} finally {
  endAll();
}
