/** A Redis of one's own on a free port, in a temporary folder, with an append-only file; and processes that use it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(__dirname, '../../..');

export const has = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** `REDIS_SERVER` and `REDIS_CLI` name another one, such as that of Valkey, which speaks the same. */
export const serverCommand = process.env['REDIS_SERVER'] ?? 'redis-server';
const client = process.env['REDIS_CLI'] ?? 'redis-cli';
export const hasRedis = spawnSync(serverCommand, ['--version']).status === 0;
if (!hasRedis)
  process.stderr.write('redis-server is not installed: tests of other machines are skipped.\n');
/** Skipped, and counted as skipped, where there is no redis-server. */
export const describeWithRedis = (name: string, tests: () => void): void =>
  (hasRedis ? describe : describe.skip)(name, tests);

/** One that is built without TLS takes the first of these options for a mistake, others the second. */
const hasTls =
  hasRedis &&
  has('openssl') &&
  !/tls-port/.test(
    spawnSync(serverCommand, ['--tls-port', '0', '--maxclients', 'none'], { encoding: 'utf8' })
      .stderr,
  );
if (hasRedis && !hasTls)
  process.stderr.write('redis-server without TLS, or no openssl: tests of TLS are skipped.\n');
export const describeWithTls = hasTls ? describe : describe.skip;

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Redis {
  /** Of the default user, for `command`. */
  password = '';
  private server: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'redis-'));

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  static async start(...options: readonly string[]): Promise<Redis> {
    const redis = new Redis(await freePort(), options);
    await redis.begin();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async begin(): Promise<void> {
    const { port, folder, options } = this;
    const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', ''].map(String);
    const more = ['--appendonly', 'yes', '--appendfsync', 'always', '--loglevel', 'warning'];
    this.server = spawn(serverCommand, [...args, ...more, ...options], { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries++) {
      if (/PONG|NOAUTH/.test(this.command('ping'))) return;
      await sleep(50);
    }
    throw new Error('redis-server does not answer');
  }

  /** The program for commands, and its arguments. */
  client = (...words: readonly string[]): [string, ...string[]] => [
    client,
    ...['-p', String(this.port), ...words],
  ];

  command(...words: readonly string[]): string {
    const env = { ...process.env, ...(this.password !== '' && { REDISCLI_AUTH: this.password }) };
    const [program, ...args] = this.client(...words);
    const { stdout } = spawnSync(program, args, { encoding: 'utf8', env });
    return stdout.trim();
  }

  /** Ends it at once, as if the power failed. */
  kill(): Promise<void> {
    const { server } = this;
    if (server === undefined) return Promise.resolve();
    this.server = undefined;
    return new Promise((resolve) => {
      server.once('exit', () => resolve());
      server.kill('SIGKILL');
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A process with what it has printed so far. */
export class Running {
  text = '';
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
    this.process = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.setEncoding('utf8').on('data', (part: string) => (this.text += part));
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
  }

  async until(pattern: RegExp, seconds = 30): Promise<void> {
    for (const end = Date.now() + seconds * 1000; !pattern.test(this.text);) {
      if (Date.now() > end || this.process.exitCode !== null)
        throw new Error(`${String(pattern)} was not printed:\n${this.text}`);
      await sleep(20);
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.process.kill(signal);
    await this.ended;
  }
}

/** The end of a process: its status and what it printed. */
export const endOf = async (running: Running): Promise<string> => {
  const status = await running.ended;
  return `${status}: ${running.text.trim()}`;
};

/** A folder with a model, in which senders and workers run. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'machines-'));
  private readonly running: Running[] = [];
  /** Of the processes, beside what this one has. */
  env: NodeJS.ProcessEnv = {};

  constructor(files: Readonly<Record<string, string>>) {
    this.provide('delta-tape', repository);
    for (const name of ['bullmq', 'ioredis'])
      this.provide(name, join(repository, 'node_modules', name));
    this.write({ 'package.json': '{ "type": "module", "private": true }', ...files });
  }

  /** Puts something into its folder of packages. */
  provide(name: string, at: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(at, path, 'junction');
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  node(...args: readonly string[]): Running {
    return this.command(process.execPath, ...args);
  }

  command(command: string, ...args: readonly string[]): Running {
    const found = new Running(command, args, this.folder, this.env);
    this.running.push(found);
    return found;
  }

  /** A sender. */
  program(name: string, text: string, ...args: readonly string[]): Running {
    this.write({ [name]: text });
    return this.node('--import', 'delta-tape/register', name, ...args);
  }

  /** A worker that may never be ready. */
  starting(url: string, ...more: readonly string[]): Running {
    const command = join(repository, 'dist/node/cli/main.js');
    return this.node(...[command, 'worker', '--redis', url, '--json'], ...more);
  }

  async worker(url: string, ...more: readonly string[]): Promise<Running> {
    const found = this.starting(url, ...more);
    await found.until(/"event":"ready"/);
    return found;
  }

  /** Ends all processes. */
  async clear(): Promise<void> {
    await Promise.all(this.running.splice(0).map((one) => one.kill()));
  }

  async remove(): Promise<void> {
    await this.clear();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
