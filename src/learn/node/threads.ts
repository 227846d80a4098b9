/** Threads that are started once, and end where one of their tasks fails. */
import type { Piscina } from 'piscina';
import type { Signal } from '../runs/run.js';
import { workerFailed } from './errors.js';
import { errorOf, type Answer, type Outcome, type Task } from './tasks.js';

async function poolOf(count: number): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const filename = new URL('./worker.js', import.meta.url).href;
  // With atomics, a thread that crashes can leave a port open, which keeps the process alive for ever.
  const pool = new Piscina({
    ...{ filename, name: 'work', minThreads: count, maxThreads: count },
    atomics: 'disabled',
  });
  // The promise of a task says whose it is. Nobody waits for threads that are being ended.
  return pool.on('error', () => {});
}

/** The task as it is sent to a thread: a training that the thread should know is not sent again. */
const brief = (task: Task): Task =>
  task.kind === 'gradients' ? { ...task, training: null } : task;

export class Threads {
  /** The trainings that go on. */
  readonly open = new Set<number>();
  private pool: Promise<Piscina> | undefined;
  private isClosed = false;

  constructor(readonly count: number) {}

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

  /**
   * The answers in the order of the tasks; null if the signal ended them. It and the first error end the threads; later tasks
   * get new ones.
   *
   * @param told is called with each answer when it is there
   */
  async all<A extends Answer>(
    tasks: readonly Task[],
    signal?: Signal,
    told?: (answer: A, task: number) => void,
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
        Promise.all(
          tasks.map(async (task, k) => {
            const answer = await this.answer<A>(task, stop);
            told?.(answer, k);
            return answer;
          }),
        ),
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
    let sent = brief(task);
    for (;;) {
      if (this.isClosed) throw workerFailed('the workers were closed');
      const pool = (this.pool ??= poolOf(this.count));
      let outcome: Outcome;
      try {
        outcome = (await (await pool).run(sent)) as Outcome;
      } catch (error) {
        const isEndedByOthers = this.pool !== pool && !this.isClosed && !stop.isStopped;
        if (!isEndedByOthers) throw workerFailed((error as Error).message);
        continue;
      }
      if (outcome.tag === 'failed') throw errorOf(outcome);
      if (outcome.tag === 'done') return outcome.answer as A;
      sent = task;
    }
  }
}
