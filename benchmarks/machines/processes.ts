/** A Redis and workers for the benchmark, on a free port and in a temporary folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const host = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'bench-machines-'));
const running = new Set<ChildProcess>();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, host, () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });

export const port = await freePort();
const cli = (...words: readonly string[]): string =>
  spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).stdout;

export async function startRedis(): Promise<void> {
  const options = [
    '--port',
    String(port),
    '--bind',
    host,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  running.add(spawn('redis-server', options, { stdio: 'ignore' }));
  while (!cli('ping').includes('PONG')) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The work of Redis so far. */
export interface Load {
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Of its processor. */
  readonly seconds: number;
}

export function load(): Load {
  const info = cli('info', 'all');
  const of = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)![1]);
  return {
    commands: of('total_commands_processed'),
    bytesIn: of('total_net_input_bytes'),
    bytesOut: of('total_net_output_bytes'),
    seconds: of('used_cpu_user') + of('used_cpu_sys'),
  };
}

export const between = (before: Load, after: Load): Load => ({
  commands: after.commands - before.commands,
  bytesIn: after.bytesIn - before.bytesIn,
  bytesOut: after.bytesOut - before.bytesOut,
  seconds: after.seconds - before.seconds,
});

/** A process that says `ready`. */
export async function started(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => /ready/.test(text) && resolve());
  });
  return child;
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const startWorker = (concurrency = 1): Promise<ChildProcess> =>
  started([
    ...[
      file('../../dist/node/cli/main.js'),
      'worker',
      '--redis',
      `redis://${host}:${port}`,
      '--json',
    ],
    ...['--modules', file('tasks.ts'), '--concurrency', String(concurrency)],
  ]);

export const startBare = (concurrency: number): Promise<ChildProcess> =>
  started([
    '--import',
    'delta-tape/register',
    file('bare.ts'),
    host,
    String(port),
    String(concurrency),
  ]);

export async function end(child: ChildProcess): Promise<void> {
  running.delete(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.removeAllListeners('exit');
  child.once('exit', () => {});
  child.kill('SIGTERM');
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
}

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
