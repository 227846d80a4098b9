/** Threads that are kept, for gradients of batches and for chains. */
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import { invalidOption, memberText, describe } from '../../core/errors.js';
import type { Tangent } from '../../core/types.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { FreeParameters, type Constraints } from '../inference/constraints/free-parameters.js';
import { madeOf } from '../inference/constraints/made.js';
import { samplingAborted } from '../inference/errors.js';
import type { ChainRecord } from '../inference/sampling/chain.js';
import { planOf, type Plan, type SamplerSettings } from '../inference/sampling/options.js';
import { hmc, nuts } from '../inference/sampling/sample.js';
import { Samples } from '../inference/sampling/samples.js';
import { isExported, type Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';
import { joined, type BatchGradient, type Chunk, type Sums } from '../training/batch-gradient.js';
import type { Cores } from '../training/cores.js';
import { partsOfCount } from '../training/data.js';
import { compact, insistOnCrossing } from './crossing.js';
import { cannotCross, workerFailed } from './errors.js';
import { errorOf, loaded, type Answer, type Found, type Outcome, type Task } from './tasks.js';

/** The options of `Workers`. */
export interface WorkersOptions {
  /** How many threads. Default: as many as there are cores. */
  readonly count?: number;
}

/** What samplers on several cores are told. */
export interface ChainsOptions<X> extends SamplerSettings {
  /** Data: arguments after the parameters. */
  readonly args?: readonly unknown[];
  readonly constraints?: Constraints<X>;
  /** Ends the threads that draw; the sampling ends by an error. */
  readonly signal?: AbortSignal;
}

function placeOf({ module, export: name }: Exported): Found {
  const text = String(module);
  if (text.startsWith('file:') || text.startsWith('data:')) return { url: text, name };
  if (isAbsolute(text)) return { url: pathToFileURL(text).href, name };
  const wanted = "a URL, such as new URL('loss.js', import.meta.url), or an absolute path";
  throw invalidOption('module', wanted, module);
}

async function poolOf(count: number): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const filename = new URL('./worker.js', import.meta.url).href;
  // With atomics, a thread that crashes can leave a port open, which keeps the process alive for ever.
  const pool = new Piscina({
    ...{ filename, minThreads: count, maxThreads: count },
    atomics: 'disabled',
  });
  // Whose task it is, is told by its promise. What comes of threads that are being ended, nobody waits for.
  return pool.on('error', () => {});
}

/**
 * Threads that are started once, and used by trainings and samplings. The bits of their results do not depend on how
 * many there are. They take functions by module and name, and load modules as the program does: one that is run by
 * `node --import delta-tape/register` has its modules translated there, too. `close` ends them.
 *
 * @example
 * const workers = new Workers({ count: 2 });
 * await workers.close();
 * workers.count // 2
 */
export class Workers implements Cores {
  readonly count: number;
  private pool: Promise<Piscina> | undefined;
  private isClosed = false;

  constructor({ count = availableParallelism() }: WorkersOptions = {}) {
    if (!Number.isInteger(count) || count < 1) {
      throw invalidOption('count', 'a positive integer', count);
    }
    this.count = count;
  }

  /** Ends the threads, and what is under way in them. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async end(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    const ended = await pool;
    // A thread that crashed is replaced even then.
    ended?.on('workerCreate', () => void ended.destroy());
    await ended?.destroy();
  }

  load(of: Exported): Promise<AnyFunction> {
    return loaded(placeOf(of));
  }

  /** Loss and gradient of a batch by its chunks: what `train` asks for. Null if the signal ended the threads. */
  async gradient(
    of: Exported,
    params: unknown,
    chunks: readonly Chunk[],
    signal?: Signal,
  ): Promise<BatchGradient | null> {
    const found = placeOf(of);
    insistOnCrossing(params, 'params');
    for (const { batch } of chunks) insistOnCrossing(batch, 'the batch');
    const count = chunks.length;
    let first = 0;
    const sent = chunks.map((chunk) => ({ ...chunk, batch: compact(chunk.batch) }));
    const tasks = partsOfCount(sent, this.count).map((part) => {
      const task: Task = { kind: 'gradients', of: found, params, chunks: part, first, count };
      first += part.length;
      return task;
    });
    const answers = await this.all<Sums>(tasks, signal);
    return answers === null ? null : joined(answers, count);
  }

  tellOfClosure(what: string): void {
    process.emitWarning(
      `${what} is a function, which cannot cross to other threads: one core computes. Give { module, export } for several.`,
      'delta-tape',
    );
  }

  /** As `nuts`, with the chains on several cores, and the same bits. A log density that is no `{ module, export }` runs on one. */
  nuts<X>(
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X> & { readonly maxDepth?: number } = {},
  ): Promise<Samples<Tangent<X>>> {
    return this.sample('nuts', of, start, options);
  }

  /** As `hmc`, in the same way. */
  hmc<X>(
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X> & { readonly steps?: number } = {},
  ): Promise<Samples<Tangent<X>>> {
    return this.sample('hmc', of, start, options);
  }

  private async sample<X>(
    kind: Plan['kind'],
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X>,
  ): Promise<Samples<Tangent<X>>> {
    if (!isExported(of)) {
      this.tellOfClosure('the log density');
      const here = { nuts, hmc }[kind] as (...args: unknown[]) => Samples<Tangent<X>>;
      return here(of, start, options);
    }
    const { args = [], signal } = options;
    const plan = planOf(kind, options);
    const parameters = new FreeParameters(kind, start, options.constraints);
    insistOnCrossing(start, 'the start');
    insistOnCrossing(args, 'args');
    const constraints = madeOf(options.constraints, (value, keys) => {
      throw cannotCross(`constraints${keys.map(memberText).join('')}`, describe(value));
    });
    const found = placeOf(of);
    const tasks = Array.from({ length: plan.chains }, (_, chain): Task => ({
      kind: 'chain',
      of: found,
      start,
      constraints,
      args,
      plan,
      chain,
    }));
    const records = await this.all<ChainRecord>(tasks, signal);
    if (records === null) throw samplingAborted();
    return new Samples(parameters, plan, records);
  }

  /**
   * The answers in the order of the tasks; null if the signal ended them. It and the first error end the threads; later tasks
   * get new ones.
   */
  private async all<A extends Answer>(
    tasks: readonly Task[],
    signal?: Signal,
  ): Promise<A[] | null> {
    if (signal?.aborted === true) return null;
    const stop = { isStopped: false };
    const events = signal instanceof AbortSignal ? signal : undefined;
    let abort: (() => void) | undefined;
    const aborted = new Promise<null>((resolve) => {
      abort = () => resolve(null);
      events?.addEventListener('abort', abort);
    });
    let answers: A[] | null = null;
    try {
      answers = await Promise.race([
        Promise.all(tasks.map((task) => this.answer<A>(task, stop))),
        aborted,
      ]);
    } finally {
      events?.removeEventListener('abort', abort!);
      if (answers === null) {
        stop.isStopped = true;
        await this.end();
      }
    }
    return answers;
  }

  private async answer<A extends Answer>(task: Task, stop: { isStopped: boolean }): Promise<A> {
    for (;;) {
      if (this.isClosed) throw workerFailed('the workers were closed');
      const pool = (this.pool ??= poolOf(this.count));
      let outcome: Outcome;
      try {
        outcome = (await (await pool).run(task)) as Outcome;
      } catch (error) {
        const isEndedByOthers = this.pool !== pool && !this.isClosed && !stop.isStopped;
        if (!isEndedByOthers) throw workerFailed((error as Error).message);
        continue;
      }
      if (outcome.tag === 'failed') throw errorOf(outcome);
      return outcome.answer as A;
    }
  }
}
