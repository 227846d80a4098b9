/** Threads that are started once, and end where one of their tasks fails. */
import type { Piscina } from 'piscina';
import { workerFailed } from './errors.js';
import { errorOf, type Outcome, type SentWork, type Task } from './tasks.js';

async function poolOf(count: number, execArgv?: readonly string[]): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const filename = new URL('./thread.js', import.meta.url).href;
  // With atomics, a thread that crashes can leave a port open, which keeps the process alive for ever.
  const pool = new Piscina({
    ...{ filename, name: 'work', minThreads: count, maxThreads: count },
    atomics: 'disabled',
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
  // The promise of a task says whose it is. Nobody waits for threads that are being ended.
  return pool.on('error', () => {});
}

/** The means to end a task early. */
export interface Ending {
  /** True from when the task itself is to end. */
  isStopped: boolean;
  /** The time at which it began, in memory that threads share; 0 until its thread has loaded the function. */
  readonly began?: Float64Array;
}

/** Work that goes on. */
export interface OpenWork {
  readonly key: number;
  readonly work: () => SentWork;
}

export class ThreadPool {
  private readonly open = new Set<number>();
  private pool: Promise<Piscina> | undefined;
  private isClosed = false;
  private works = 0;

  /** @param execArgv options of Node for the threads; by default those of the program */
  constructor(
    readonly count: number,
    private readonly execArgv?: readonly string[],
  ) {}

  /** Begins some work. */
  begin(work: () => SentWork): OpenWork {
    const key = this.works++;
    this.open.add(key);
    return { key, work };
  }

  finish({ key }: OpenWork): void {
    this.open.delete(key);
  }

  /** Ends the threads, and what is under way in them, for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  /** Ends the threads, and what is under way in them; later tasks get new ones. */
  async end(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    const ended = await pool;
    // A thread that crashed is replaced even then.
    ended?.on('workerCreate', () => void ended.destroy());
    await ended?.destroy();
  }

  /**
   * The answer to an input. Where others end the threads meanwhile, new ones do it again.
   */
  async answer({ key, work }: OpenWork, input: unknown, ending: Ending): Promise<unknown> {
    let isKnown = true;
    for (;;) {
      if (this.isClosed) throw workerFailed('the threads were closed');
      const pool = (this.pool ??= poolOf(this.count, this.execArgv));
      const { began = null } = ending;
      began?.fill(0);
      const sent = isKnown ? null : work();
      const task: Task = { key, open: [...this.open], work: sent, input, began };
      let outcome: Outcome;
      try {
        outcome = (await (await pool).run(task)) as Outcome;
      } catch (error) {
        const isEndedByOthers = this.pool !== pool && !this.isClosed && !ending.isStopped;
        if (!isEndedByOthers) throw workerFailed((error as Error).message);
        continue;
      }
      if (outcome.tag === 'failed') throw errorOf(outcome);
      if (outcome.tag === 'done') return outcome.answer;
      isKnown = false;
    }
  }
}
