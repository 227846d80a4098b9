/** Long tests of other machines, for `npm run verify -- machines`: a lost connection, a task that kills, many tasks. */
import { describeWithRedis, endOf, Project, Redis, sleep } from './redis.js';

jest.setTimeout(300_000);
const isWhole = process.env['WHOLE'] !== undefined;

const model = `
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const slow = async (x: number, { seed }: { seed: number }) => { await pause(100); return [x, Math.sqrt(x), seed]; };
export const twice = (x: number) => 2 * x;
export const dies = () => process.kill(process.pid, 'SIGKILL');
export const exits = () => process.exit(7);
export const never = () => { for (;;); };
`;
const head = `
import { map } from 'delta-tape/learn';
import { machines } from 'delta-tape/learn/machines';
const module = new URL('./model.ts', import.meta.url);
const [, , redis] = process.argv;
const executor = machines({ redis });
`;
const slowTasks = `${head}
const found: unknown[] = [];
const inputs = Array.from({ length: 100 }, (_, k) => k);
for await (const y of map<number, unknown>(module, 'slow', inputs, { executor })) {
  if (found.length === 10) console.log('ten');
  found.push(y);
}
const expected: unknown[] = [];
for await (const y of map<number, unknown>(module, 'slow', inputs)) expected.push(y);
console.log(JSON.stringify(found) === JSON.stringify(expected), found.length);
await executor.close();`;
const modules = ['--modules', './model.ts', '--concurrency', '2', '--lease', '2'];

(isWhole ? describeWithRedis : describe.skip)('Over a long time, work on other machines', () => {
  let redis: Redis;
  let project: Project;
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

  test('waits for a Redis that is away for ten seconds.', async () => {
    await Promise.all([
      project.worker(redis.url, ...modules),
      project.worker(redis.url, ...modules),
    ]);
    const program = project.program('lost.ts', slowTasks, redis.url);
    await program.until(/ten/);
    await redis.kill();
    await sleep(10_000);
    await redis.begin();
    expect(await endOf(program)).toBe('0: ten\ntrue 100');
  });

  /** A program that tells of an error and of the input that is kept. */
  const failing = (name: string) =>
    project.program(
      `${name}.ts`,
      `${head.replace('{ redis }', '{ redis, seconds: 1 }')}
      const { code = '', message } = await map(module, '${name}', [{ at: 5 }], { executor }).next().catch((error) => error);
      const [, key] = /under (\\S+)\\.\\)/.exec(message);
      console.log(code, message.split(' (Task')[0], JSON.stringify(await executor.failedInput(key)));
      await executor.close();`,
      redis.url,
    );
  const kept = '{"input":{"at":5},"index":0}';

  test('ends by an error where a task kills its worker three times, and keeps its input.', async () => {
    const program = failing('dies');
    let isOver = false;
    let deaths = 0;
    void program.ended.then(() => (isOver = true));
    while (!isOver) {
      // It may be dead before it is ready.
      const worker = project.starting(redis.url, ...modules);
      const died = worker.ended.then(() => 'died');
      if ((await Promise.race([died, program.ended])) === 'died') deaths++;
    }
    const end = await endOf(program);
    expect(end).toMatch(/^0: .*(died 3 times|stalled more than)/);
    expect(end).toContain(kept);
    expect(deaths).toBe(3);
  });

  test.each([
    ['exits', 'ends its thread', 'worker-failed'],
    ['never', 'never ends', 'task-timed-out'],
  ])(
    'ends by an error with its input kept if %s, whose task %s, is tried three times.',
    async (name, _, code) => {
      const worker = await project.worker(redis.url, ...modules);
      const end = await endOf(failing(name));
      expect(end.slice(0, 3 + code.length)).toBe(`0: ${code}`);
      expect(end).toContain(kept);
      expect(worker.text.match(/"event":"failed"/g)).toHaveLength(3);
    },
  );

  test('sends a hundred thousand small tasks in constant memory.', async () => {
    await Promise.all([
      project.worker(redis.url, ...modules),
      project.worker(redis.url, ...modules),
    ]);
    const text = `${head}
      const sizes: number[] = [];
      let total = 0;
      function* inputs() { for (let k = 0; k < 100_000; k++) yield k; }
      let k = 0;
      for await (const y of map<number, number>(module, 'twice', inputs(), { executor })) {
        total += y;
        if (++k % 10_000 === 0) { gc!(); sizes.push(process.memoryUsage().heapUsed / 2 ** 20); }
      }
      console.log(total, sizes.at(-1)! - sizes[0] < 8, sizes.map((x) => x.toFixed(1)).join(' '));
      await executor.close();`;
    project.write({ 'many.ts': text });
    const program = project.node(
      '--expose-gc',
      '--import',
      'delta-tape/register',
      'many.ts',
      redis.url,
    );
    expect(await endOf(program)).toMatch(/^0: 9999900000 true/);
    // On a busy machine.
  }, 1_200_000);
});
