/** Messages to a user who has no packages, no Redis, no worker, or a wrong address. */
import { machines } from '../../../src/learn/machines/index.js';
import { freePort, hasRedis, Project, Redis } from './redis.js';

jest.setTimeout(60_000);

const model = 'export const twice = (x: number) => 2 * x;';
const program = `
import { map } from 'delta-tape/learn';
import { machines } from 'delta-tape/learn/machines';
const executor = machines({ redis: process.argv[2] });
const calls = map<number, number>(new URL('./model.ts', import.meta.url), 'twice', [1], { executor });
console.log(await calls.next().then(({ value }) => value, ({ code, message }) => code + ': ' + message));
await executor.close();`;

test.each([
  ['localhost:6379', 'the string "localhost:6379"'],
  ['http://localhost', 'the string "http://localhost"'],
  ['redis://localhost/name', 'the string "redis://localhost/name"'],
  ['user:secret@host', 'the string "…@host"'],
  ['', 'the string ""'],
])('The address %p is none, and its password is not shown.', (redis, shown) => {
  const message = `the option redis must be an address such as redis://localhost:6379, but it is ${shown}.`;
  expect(() => machines({ redis })).toThrow(message);
});

const options = ['--modules', './model.ts', '--concurrency', '1'];

async function withoutRedis(): Promise<void> {
  const project = new Project({ 'model.ts': model });
  const url = `redis://127.0.0.1:${await freePort()}`;
  try {
    const worker = project.starting(url, ...options);
    const sender = project.program('absent.ts', program, url);
    await worker.until(/"event":"trouble".*nobody listens there\. Start it/);
    await sender.ended;
    expect(sender.text).toContain(`redis-not-reached: Redis at ${url} is not reached`);
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  } finally {
    await project.remove();
  }
}

async function withoutWorker(): Promise<void> {
  const redis = await Redis.start();
  const project = new Project({ 'model.ts': model });
  try {
    const sender = project.program('alone.ts', program, redis.url);
    await sender.until(/no worker takes tasks from the queue tasks yet/);
    await project.worker(redis.url, ...options);
    await sender.ended;
    expect(sender.text).toMatch(/\n2\n$/);
  } finally {
    await project.remove();
    await redis.stop();
  }
}

test('Without a Redis, sender and worker say that there is none; without a worker, the sender says so. All wait as long as they should.', async () => {
  // Each waits for some seconds, so both do at the same time.
  await Promise.all([withoutRedis(), hasRedis && withoutWorker()]);
});
