/** `delta-tape worker`: does tasks of other machines, until a signal ends it. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { version } from '../../errors/version.js';
import { fingerprintOf, nameOfModule } from '../../learn/machines/fingerprint.js';
import { isName } from '../../learn/machines/redis-keys.js';
import type { KnownModule } from '../../learn/machines/known-works.js';
import { MachineWorker, type WorkerEvent } from '../../learn/machines/machine-worker.js';
import type { Asked } from '../asked.js';
import { exits, Failure, threw, type Exit } from '../failure.js';
import { fileAt } from '../load.js';
import { exportOf, wholeOf } from '../named-function.js';

/** A module: its file, perhaps after a name and an equals sign. */
async function moduleOf(text: string, { load }: Asked): Promise<KnownModule> {
  const [, named, path] = /^(?:([\w.-]+)=)?(.*)$/.exec(text)!;
  const file = fileAt(path);
  const name = named ?? nameOfModule(file);
  if (!isName(name))
    throw new Failure(
      `${path} needs a name of letters, digits, . and -: write --modules name=${path}.`,
    );
  const module = await load(path);
  const functions = Object.keys(module).filter(
    (key) => key !== 'default' && typeof exportOf(module, key) === 'function',
  );
  if (functions.length === 0) throw new Failure(`${path} exports no functions.`);
  return { name, path: file, fingerprint: fingerprintOf(file), functions };
}

/** Options of Node by which threads translate modules, as the command does. */
const translated = ['--import', new URL('../../plain/loaders/register.js', import.meta.url).href];

export async function worker(asked: Asked): Promise<Exit> {
  const { options, out, err } = asked;
  const redis = (options['redis'] as string | undefined) ?? process.env['DELTA_TAPE_REDIS'];
  if (redis === undefined)
    throw new Failure(
      '--redis is missing: an address such as redis://localhost:6379, here or in DELTA_TAPE_REDIS.',
    );
  const texts = (options['modules'] ?? []) as readonly string[];
  if (texts.length === 0)
    throw new Failure(
      '--modules is missing: the files whose functions are called, such as --modules ./models.ts.',
    );
  const modules: KnownModule[] = [];
  for (const text of texts.flatMap((part) => part.split(','))) {
    const found = await moduleOf(text, asked);
    if (modules.some(({ name }) => name === found.name))
      throw new Failure(
        `two modules are called ${found.name}: give one another name, as in --modules other=${text}.`,
      );
    modules.push(found);
  }
  const queue = (options['queue'] as string | undefined) ?? 'tasks';
  if (!isName(queue))
    throw new Failure(
      `--queue ${String(options['queue'])} has signs that a queue cannot have: use letters, digits, . and -.`,
    );
  const concurrency = wholeOf(asked, 'concurrency', 1) ?? availableParallelism();
  const file = (name: string) => {
    const path = options[name] as string | undefined;
    return path === undefined ? undefined : fileAt(path);
  };
  const files = {
    passwordFile: file('password-file'),
    ca: file('ca'),
    cert: file('cert'),
    key: file('key'),
  };
  const log = new Log(options['json'] === true, out);
  log.begin(queue, concurrency, modules);
  const given = Object.fromEntries(Object.entries(files).filter(([, path]) => path !== undefined));
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => ending.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, end);
  let isStarted = false;
  try {
    const started = await MachineWorker.start({
      ...given,
      ...{ redis, queue, modules, concurrency, execArgv: [...process.execArgv, ...translated] },
      lease: wholeOf(asked, 'lease', 1) ?? 30,
      grace: wholeOf(asked, 'grace', 0) ?? 25,
      tell: (event) => log.tell(event),
      signal,
    });
    isStarted = true;
    if (!signal.aborted) await once(signal, 'abort');
    await started.close();
  } catch (error) {
    if (signal.aborted) return exits.good;
    throw threw('the worker', error, ['invalid-option', 'not-installed', 'redis-refused']);
  } finally {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, end);
    if (isStarted) log.end(err);
  }
  return exits.good;
}

/** Milliseconds between two lines about the tasks that are done. */
const PAUSE = 2_000;

/** Lines for people or, with `--json`, one object for each event. */
class Log {
  private done = 0;
  private failed = 0;
  private milliseconds = 0;
  private last = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly isJson: boolean,
    private readonly out: Asked['out'],
  ) {}

  private line(text: string, event: object): void {
    this.out.write(
      this.isJson
        ? `${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`
        : `${text}\n`,
    );
  }

  begin(queue: string, concurrency: number, modules: readonly KnownModule[]): void {
    const named = modules.map(({ name, functions }) => `${name} (${functions.join(', ')})`);
    const text = `delta-tape ${version}: queue ${queue}, ${concurrency} at a time, ${named.join(', ')}`;
    const all = modules.map(({ name, fingerprint, functions }) => ({
      name,
      fingerprint,
      functions,
    }));
    this.line(text, {
      event: 'start',
      version,
      node: process.version,
      queue,
      concurrency,
      modules: all,
    });
  }

  private get counts(): string {
    const mean = this.done === 0 ? '' : `, ${(this.milliseconds / this.done).toFixed(1)} ms each`;
    return `${this.done} done${mean}, ${this.failed} failed`;
  }

  tell(event: WorkerEvent): void {
    const { event: name, task = '', reason = '', milliseconds = 0 } = event;
    if (name === 'done') {
      this.done++;
      this.milliseconds += milliseconds;
    } else if (name === 'failed' || name === 'refused') this.failed++;
    // One line, whatever a stranger wrote.
    const told = JSON.stringify(reason).slice(1, -1);
    if (name === 'done' && !this.isJson) this.countLater();
    else this.line([name, task, told].filter((part) => part !== '').join(' '), event);
  }

  /** A line about all that is done by then, at most one in each pause. */
  private countLater(): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.last = Date.now();
        this.out.write(`${this.counts}\n`);
      },
      Math.max(0, this.last + PAUSE - Date.now()),
    ).unref();
  }

  end(err: Asked['err']): void {
    clearTimeout(this.timer);
    if (!this.isJson) err.write(`${this.counts}\n`);
  }
}
