/** Work on other machines: real processes and a real Redis. Faults change no bit. */
import { createHash } from 'node:crypto';
import { testInTurn } from '../../support/sample.js';
import { describeWithRedis, Project, Redis, sleep, type Running } from './redis.js';

jest.setTimeout(60_000);

const model = `
import { existsSync, appendFileSync } from 'node:fs';
import { normalLogDensity } from 'delta-tape/learn/inference';
export const waves = (x: number) => Math.sin(x) + 0.01 * (x - 9) ** 2;
export const residuals = ({ a, b }: { a: number; b: number }, ys: number[]) =>
  ys.map((y, x) => y - a * Math.sin(b * x));
export const density = (x: number, ys: number[]) =>
  ys.reduce((total, y) => total + normalLogDensity(y, x, 2), 0);
export const spread = (xs: number[]) => Math.sqrt(xs.reduce((s, x) => s + x * x, 0)) / xs.length;
export const objective = ({ rate }: { rate: number }, { budget, seed }: { budget: number; seed: number }) =>
  Math.abs(Math.log(rate)) + (seed % 7) / budget;
export const loss = ({ w }: { w: Float64Array }, batch: { x: Float64Array; y: number }[], { seed }: { seed: number }) => {
  let total = 0;
  for (const { x, y } of batch) {
    let z = (seed % 5) / 100;
    for (let k = 0; k < x.length; k++) z += w[k] * x[k];
    total += (Math.tanh(z) - y) ** 2;
  }
  return total / batch.length;
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const slow = async (x: { at: number; log?: string; wait: number }, { seed }: { seed: number }) => {
  if (x.log) appendFileSync(x.log, x.at + ' ');
  await pause(x.wait);
  return [x.at, Math.sqrt(x.at), seed];
};
export const throws = (x: number) => { throw new RangeError('at ' + x); };
export const never = (x: { at: number }) => { if (x.at === 1) for (;;); return x.at; };
export const notNumber = (x: number) => x * NaN;
export const large = (xs: Float64Array, { index }: { index: number }) => xs.map((x) => x + index);
export const twice = (x: number) => 2 * x;
export const same = () => new Float64Array(5000).fill(1 / 3);
export const back = (xs: unknown) => xs;
`;

const head = `
import { createHash } from 'node:crypto';
import { bootstrap, here, leastSquares, map, minimize, multiStart, sgd, sweep, train } from 'delta-tape/learn';
import { hmc, nuts } from 'delta-tape/learn/inference';
import { threads } from 'delta-tape/learn/node';
import { machines } from 'delta-tape/learn/machines';
const module = new URL('./model.ts', import.meta.url);
const of = (name: string) => ({ module, export: name });
const [, , redis, ...more] = process.argv;
const bits = (value: unknown) => createHash('sha256').update(JSON.stringify(value, (_, x) => ArrayBuffer.isView(x) ? [...x as any] : x)).digest('hex').slice(0, 12);
async function all(name: string, inputs: any, options: object) {
  const found: unknown[] = [];
  for await (const y of map<unknown, unknown>(module, name, inputs, options)) found.push(y);
  return found;
}
`;

/** Everything that takes an executor, as one hash. */
const everything = `
async function everything(executor: any) {
  const fits = await multiStart(minimize, of('waves'), [-8, -2, 4, 11, 17], { executor });
  const pairs = [0.1, 0.6, 2].map((b) => ({ a: 1, b }));
  const squares = await multiStart(leastSquares, of('residuals'), pairs, { executor, args: [[0, 0.9, 1.4, 1.3, 0.6]] });
  const intervals = await bootstrap(of('spread'), [1, 4, 2, 7, 3], { executor, resamples: 60, seed: 2 });
  const space = { rate: { from: 0.01, to: 10, scale: 'log' } } as const;
  const trials = await sweep(of('objective'), space, { executor, search: 'halving', count: 9, budget: [1, 9] });
  const draws = await nuts(of('density'), 0.5, { executor, args: [[1, 2, 2.5]], chains: 3, warmup: 30, draws: 20 });
  const paths = await hmc(of('density'), 0.5, { executor, args: [[1, 2, 2.5]], chains: 2, warmup: 30, draws: 20 });
  const data = Array.from({ length: 24 }, (_, k) => ({ x: Float64Array.from({ length: 300 }, (_, j) => Math.sin(k + j)), y: k / 24 }));
  const trained = await train({
    params: { w: new Float64Array(300) }, loss: of('loss') as any, data, epochs: 2, batchSize: 12, optimizer: sgd({ learningRate: 0.01 }), executor,
  } as any);
  const large = await all('large', [new Float64Array(5000).fill(1 / 3), new Float64Array(5000)], { executor });
  return bits([fits.runs, fits.best.value, squares.runs, intervals, trials, draws.draws, paths.draws, trained.params, trained.history, large]);
}
`;

describeWithRedis('Work on other machines', () => {
  let redis: Redis;
  let project: Project;
  const modules = ['--modules', './model.ts', '--concurrency', '2'];

  beforeAll(async () => {
    redis = await Redis.start();
    project = new Project({ 'model.ts': model });
  });
  afterEach(async () => {
    await project.clear();
    redis.command('flushall');
  });
  afterAll(async () => {
    await project.remove();
    await redis.stop();
  });

  const sender = (name: string, text: string, ...args: string[]) =>
    project.program(`${name}.ts`, head + text, redis.url, ...args);

  testInTurn(0, 3)(
    'has the bits of this thread and of threads, with one worker and with two.',
    async () => {
      await project.worker(redis.url, ...modules);
      const program = sender(
        'bits',
        `${everything}
      const pool = threads(2);
      const places = [here, pool, machines({ redis })];
      for (const place of places) console.log(await everything(place));
      console.log('one worker');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      const again = machines({ redis });
      console.log(await everything(again));
      for (const place of [...places, again]) await place.close();
      process.stdin.unref();`,
      );
      await program.until(/one worker/, 50);
      await project.worker(redis.url, ...modules);
      program.process.stdin!.write('go\n');
      expect(await endOf(program)).toBe('0');
      const lines = program.text
        .trim()
        .split('\n')
        .filter((line) => /^[\da-f]{12}$/.test(line));
      expect(lines).toHaveLength(4);
      expect(new Set(lines).size).toBe(1);
    },
  );

  /** The end of a process: 0, or its status and its words. */
  const endOf = async (running: Running) => {
    const status = await running.ended;
    return status === 0 ? '0' : `${status}: ${running.text}`;
  };

  const slowTasks = `
  const inputs = Array.from({ length: 40 }, (_, at) => ({ at, wait: 60, log: more[0] }));
  const expected = bits(await all('slow', inputs.map((x) => ({ ...x, wait: 0, log: undefined })), {}));`;

  testInTurn(1, 3)(
    'goes on where a worker is killed, Redis is restarted, and messages come twice, with the same bits.',
    async () => {
      const log = `${project.folder}/tasks.log`;
      const lease = ['--lease', '1'];
      const [first] = await Promise.all(
        [1, 2].map(() => project.worker(redis.url, ...modules, ...lease)),
      );
      const program = sender(
        'faults',
        `${slowTasks}
      import { Queue } from 'bullmq';
      const executor = machines({ redis });
      const queue = new Queue('tasks', { connection: { url: redis }, prefix: 'delta-tape' });
      queue.on('error', () => {});
      // Every third task stands in the queue once more, under another name.
      const add = setInterval(async () => {
        for (const job of await queue.getJobs(['waiting', 'active']))
          if (job?.data.index % 3 === 0) await queue.add('task', job.data, { jobId: 'again-' + job.data.index, removeOnComplete: true }).catch(() => {});
      }, 50);
      const found = await all('slow', inputs, { executor });
      clearInterval(add);
      console.log(bits(found) === expected, found.length);
      await executor.close();
      await queue.close();`,
        log,
      );
      await sleep(1500);
      await first.kill();
      await sleep(500);
      await redis.kill();
      await sleep(500);
      await redis.begin();
      expect(await endOf(program)).toBe('0');
      expect(program.text.trim()).toBe('true 40');
    },
  );

  testInTurn(2, 3)(
    'is resumed by a sender that died: what was done is not done again.',
    async () => {
      const log = `${project.folder}/resumed.log`;
      await project.worker(redis.url, ...modules);
      const text = `${slowTasks}
      const executor = machines({ redis, resume: 'the-work' });
      const found: unknown[] = [];
      for await (const y of map(module, 'slow', inputs, { executor })) { found.push(y); console.log('got', found.length); }
      console.log(bits(found) === expected, executor.id);
      const others = inputs.map((x) => ({ ...x, wait: 1 }));
      await all('slow', others, { executor: machines({ redis, resume: 'the-work' }) }).catch(({ code }) => console.log(code));
      await all('twice', [1], { executor: machines({ redis, resume: 'the-work' }) }).catch(({ code }) => console.log(code));
      process.exit();`;
      const first = sender('resumed', text, log);
      await first.until(/got 10/);
      await first.kill();
      const second = sender('resumed', text, log);
      expect(await endOf(second)).toBe('0');
      expect(second.text.trim().split('\n').slice(-3)).toEqual([
        'true the-work',
        'other-work',
        'other-work',
      ]);
      const { readFileSync } = await import('node:fs');
      const done = readFileSync(log, 'utf8').trim().split(' ');
      expect(done).toHaveLength(40);
      expect(new Set(done).size).toBe(40);
    },
  );

  testInTurn(0, 3)(
    'is a training that is resumed after its sender died, with a checkpoint and without, with the bits of a quiet one.',
    async () => {
      const options = `{ params: { w: new Float64Array(300) }, loss: of('loss') as any, epochs: 8, batchSize: 12, optimizer: sgd({ learningRate: 0.01 }),
      data: Array.from({ length: 24 }, (_, k) => ({ x: Float64Array.from({ length: 300 }, (_, j) => Math.sin(k + j)), y: k / 24 })) }`;
      const worker = await project.worker(redis.url, ...modules);
      const text = `
      import { checkpointFile } from 'delta-tape/learn/node';
      const [kind, pause] = more;
      const executor = machines({ redis, resume: kind });
      const kept = kind === 'kept' ? { checkpoint: { store: checkpointFile('./kept.bin'), every: 5 } } : {};
      const onStep = async ({ step }: any) => { console.log('step', step); if (pause && step === 7) for (;;); };
      const { params } = await train({ ...${options}, ...kept, progress: { onStep }, executor } as any);
      console.log(bits(params) === bits((await train(${options} as any)).params));
      await executor.close();`;
      const doneOf = (kind: string) =>
        worker.text.match(new RegExp(`"done","task":"${kind}[.]`, 'g'))?.length ?? 0;
      const resumed = async (kind: string, again: number) => {
        const first = sender(kind, text, kind, 'pause');
        await first.until(/step 7/);
        await first.kill();
        const done = doneOf(kind);
        const second = sender(kind, text, kind);
        expect(await endOf(second)).toBe('0');
        expect(second.text).toMatch(/\ntrue\n$/);
        for (let tries = 0; doneOf(kind) - done < 8 * again && tries < 50; tries++) await sleep(50);
        expect(doneOf(kind) - done).toBe(8 * again);
      };
      // 16 steps of 8 chunks; 6 were in the checkpoint, which each epoch writes, and 7 in Redis.
      await Promise.all([resumed('kept', 10), resumed('named', 9)]);
    },
  );

  testInTurn(1, 3)(
    'ends by the error of a task that fails three times, with its input, and by one that never ends; NaN is a number.',
    async () => {
      const worker = await project.worker(redis.url, ...modules);
      const program = sender(
        'errors',
        `
      const executor = machines({ redis, seconds: 1 });
      const error = await all('throws', [7], { executor }).catch((error) => error);
      console.log(error instanceof RangeError, /^at 7 /.test(error.message), /model\\.ts/.test(error.stack));
      const key = /under (\\S+)\\.\\)/.exec(error.message)[1];
      console.log(JSON.stringify(await executor.failedInput(key)), await executor.failedInput('none'));
      console.log(await all('never', [{ at: 0 }, { at: 1 }], { executor }).catch(({ code }) => code));
      console.log((await all('notNumber', [1, 2], { executor })).join());
      // Answers of the same bytes, and inputs that are answers: each has its own life in Redis.
      console.log((await all('same', Array.from({ length: 60 }, (_, k) => k), { executor })).length);
      for (const one of [new Float64Array(5000).fill(0.1), Array.from({ length: 5000 }, (_, k) => k / 3)]) {
        const backs = await all('back', Array.from({ length: 60 }, () => one), { executor });
        console.log(backs.length, new Set(backs.map(bits)).size);
      }
      console.log((await all('twice', Array.from({ length: 600 }, (_, k) => k), { executor })).reduce((a: any, b: any) => a + b));
      await executor.close();`,
      );
      expect(await endOf(program)).toBe('0');
      expect(program.text.trim().split('\n')).toEqual([
        'true true true',
        '{"input":7,"index":0} undefined',
        'task-timed-out',
        'NaN,NaN',
        '60',
        '60 1',
        '60 1',
        '359400',
      ]);
      const attempts = worker.text
        .split('\n')
        .filter((line) => /"event":"failed".*at 7/.test(line));
      expect(attempts.length === 3 ? 'three' : worker.text).toBe('three');
    },
  );

  testInTurn(2, 3)(
    'is refused by workers of another module, text, function or version, and strangers are not served.',
    async () => {
      const worker = await project.worker(redis.url, ...modules);
      project.write({ 'other.ts': 'export const f = (x: number) => x;' });
      const program = sender(
        'refused',
        `
      import { writeFileSync } from 'node:fs';
      import { Queue } from 'bullmq';
      const executor = machines({ redis });
      const refusal = async (url: URL, name: string) =>
        map(url, name, [1], { executor }).next().catch(({ code, message }) => console.log(code, message));
      await refusal(new URL('./other.ts', import.meta.url), 'f');
      await refusal(module, 'missing');
      await refusal(module, '__proto__');
      await refusal(module, 'toString');
      const queue = new Queue('tasks', { connection: { url: redis }, prefix: 'delta-tape' });
      await queue.add('task', { run: 'x.0', index: 0, code: 'process.exit()', __proto__: { polluted: 1 } });
      await queue.add('evil', '\\u001b[31m' as any);
      for (let k = 0; k < 100 && (await queue.getFailedCount()) < 6; k++) await new Promise((resolve) => setTimeout(resolve, 50));
      writeFileSync(module, (await import('node:fs')).readFileSync(module, 'utf8') + '\\n// changed');
      await refusal(module, 'twice');
      await queue.close();
      await executor.close();`,
      );
      expect(await endOf(program)).toBe('0');
      project.write({ 'model.ts': model });
      const lines = program.text.trim().split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(Array(5).fill('task-refused'));
      expect(lines[0]).toContain('names the module other, and the worker has model');
      expect(lines[1]).toContain('no function missing');
      expect(lines[4]).toContain('is another one there');
      expect(worker.text.match(/"event":"refused".*stranger/g)!.length).toBeGreaterThanOrEqual(2);
      expect(worker.text).not.toContain('\u001b');
    },
  );

  testInTurn(0, 3)('is finished or given back by a worker that is told to end.', async () => {
    const log = `${project.folder}/ended.log`;
    const worker = await project.worker(redis.url, ...modules, '--grace', '1');
    const program = sender(
      'ended',
      `
      const inputs = [200, 200, 2500, 100].map((wait, at) => ({ at, wait, log: more[0] }));
      const executor = machines({ redis });
      console.log((await all('slow', inputs, { executor })).map(([at]: any) => at).join());
      await executor.close();`,
      log,
    );
    await worker.until(/"event":"done"/);
    await sleep(300);
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(worker.text).toMatch(/"event":"given-back"/);
    expect(worker.text.trim().split('\n').at(-1)).toContain('"event":"closed"');
    await project.worker(redis.url, ...modules);
    expect(await endOf(program)).toBe('0');
    expect(program.text.trim()).toBe('0,1,2,3');
  });
});

test('Bits are compared by a hash that differs where bits do.', () => {
  const hash = (x: unknown) => createHash('sha256').update(JSON.stringify(x)).digest('hex');
  expect(hash([0.1 + 0.2])).not.toBe(hash([0.3]));
});
