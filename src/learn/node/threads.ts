/** Work in threads of this process. */
import { availableParallelism } from 'node:os';
import { invalidOption } from '../../errors/errors.js';
import { workAborted } from '../errors.js';
import type { Executor, TaskOptions, Tasks, Work } from '../executors/executor.js';
import { inOrder } from '../executors/in-order.js';
import { foundOf, insistOnExported } from '../executors/loaded.js';
import { insistOnCrossing } from './crossing.js';
import { SharedMemory } from './shared-memory.js';
import type { SentWork } from './tasks.js';
import { ThreadPool, type OpenWork } from './thread-pool.js';

/** Tasks that are sent ahead for each thread, so that none waits for messages. */
const AHEAD = 2;

class TasksInThreads implements Tasks {
  private readonly open: OpenWork;
  /** For inputs that are a list: what they share is copied once. */
  private readonly memory = new SharedMemory();

  constructor(
    private readonly pool: ThreadPool,
    { kind, of, role, shared }: Work,
  ) {
    const found = foundOf(insistOnExported(of, role));
    insistOnCrossing(shared, 'shared');
    let sent: SentWork | null = null;
    const work = () => (sent ??= { kind, of: found, shared: new SharedMemory().copy(shared) });
    this.open = pool.begin(work);
  }

  async *run(
    inputs: Iterable<unknown> | AsyncIterable<unknown>,
    { signal }: TaskOptions = {},
  ): AsyncGenerator<unknown> {
    const stop = { isStopped: false };
    const events = signal instanceof AbortSignal ? signal : undefined;
    let abort = (): void => {};
    let sent = inputs;
    if (Array.isArray(inputs)) {
      insistOnCrossing(inputs, 'inputs');
      sent = this.memory.copy(inputs) as unknown[];
    }
    const answer = (input: unknown) => {
      if (signal?.aborted === true) throw workAborted();
      if (sent === inputs) insistOnCrossing(input, 'the input');
      return this.pool.answer(this.open, input, stop);
    };
    const answers = inOrder(
      sent,
      AHEAD * this.pool.count,
      async (input) => answer(input),
      (end) => {
        abort = () => end(workAborted());
        events?.addEventListener('abort', abort);
      },
    );
    let isDone = false;
    try {
      yield* answers;
      isDone = true;
    } finally {
      events?.removeEventListener('abort', abort);
      if (!isDone) {
        stop.isStopped = true;
        await this.pool.end();
      }
    }
  }

  end(): void {
    this.pool.finish(this.open);
  }
}

/**
 * So many threads, by default as many as there are cores. They start with the first work and are kept until `close` ends them. They take
 * functions by module and name, and load modules as the program does: one that is run by `node --import delta-tape/register` has
 * its modules translated there, too. Arrays are shared, not copied.
 *
 * @throws DeltaTapeError if the number is not a positive integer.
 * @example
 * const executor = threads(2);
 * await executor.close();
 * executor.width // 2
 */
export function threads(count: number = availableParallelism()): Executor {
  if (!Number.isInteger(count) || count < 1) {
    throw invalidOption('count', 'a positive integer', count);
  }
  const pool = new ThreadPool(count);
  return {
    width: count,
    open: (work) => new TasksInThreads(pool, work),
    close: () => pool.close(),
  };
}
