/** Copies of the package as users install it: without bullmq and ioredis, and in another version. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../src/errors/version.js';
import { describeWithRedis, endOf, Project, Redis } from './redis.js';

jest.setTimeout(60_000);

const repository = join(__dirname, '../../..');
const model = 'export const twice = (x: number) => 2 * x;';
const program = `
import { map } from 'delta-tape/learn';
import { machines } from 'delta-tape/learn/machines';
const executor = machines({ redis: process.argv[2] });
const calls = map<number, number>(new URL('./model.ts', import.meta.url), 'twice', [1], { executor });
console.log(await calls.next().then(({ value }) => value, ({ code, message }) => code + ': ' + message));
await executor.close();`;

/** A project with a copy of the library beside its packages, all but some. */
function installed(without: readonly string[], own = version): Project {
  const project = new Project({ 'model.ts': model });
  const packages = join(project.folder, 'node_modules');
  rmSync(packages, { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (!name.startsWith('.') && !without.includes(name))
      project.provide(name, join(repository, 'node_modules', name));
  const copy = join(packages, 'delta-tape');
  for (const part of ['package.json', 'dist/node', 'dist/vendor'])
    cpSync(join(repository, part), join(copy, part), { recursive: true });
  const core = join(copy, 'dist/node/core');
  let changed = 0;
  for (const name of own === version ? [] : readdirSync(core)) {
    if (!name.endsWith('.js')) continue;
    const text = readFileSync(join(core, name), 'utf8');
    const other = text.replace(new RegExp(`(\\bversion = )(['"])${version}\\2`), `$1'${own}'`);
    if (other !== text) changed++;
    writeFileSync(join(core, name), other);
  }
  expect(changed).toBe(own === version ? 0 : 1);
  return project;
}
const worker = (project: Project, url: string) =>
  project.node(
    'node_modules/delta-tape/dist/node/cli/main.js',
    ...['worker', '--redis', url, '--modules', './model.ts', '--concurrency', '1', '--json'],
  );

test('Without the packages, sender and worker print the line that installs them.', async () => {
  const project = installed(['bullmq', 'ioredis']);
  const url = 'redis://127.0.0.1:1';
  try {
    const sender = project.program('absent.ts', program, url);
    expect(await endOf(sender)).toMatch(
      /^0: \S+: work on other machines needs the packages bullmq and ioredis: npm install bullmq ioredis/,
    );
    expect(await endOf(worker(project, url))).toMatch(/^2: [^]*npm install bullmq ioredis$/);
  } finally {
    await project.remove();
  }
});

describeWithRedis('A worker of another version', () => {
  test('refuses the task, and both versions stand in the error at the sender.', async () => {
    const redis = await Redis.start();
    const others = installed([], '0.0.1');
    const project = new Project({ 'model.ts': model });
    try {
      const refusing = worker(others, redis.url);
      await refusing.until(/"event":"ready"/);
      expect(refusing.text).toContain('"version":"0.0.1"');
      const refused = await endOf(project.program('old.ts', program, redis.url));
      expect(refused).toMatch(/^0: task-refused: /);
      expect(refused).toContain(`of version ${version} of delta-tape, and the worker of 0.0.1`);
      expect(refused).toContain('Install the same version everywhere.');
    } finally {
      await Promise.all([project.remove(), others.remove()]);
      await redis.stop();
    }
  });
});
