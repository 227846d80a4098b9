/** Work in this thread. */
import { reproducibly } from '../../functions/reproducible.js';
import { workAborted } from '../errors.js';
import { isExported } from '../runs/exported.js';
import { breathing } from '../training/breathing.js';
import type { Act, Executor, TaskOptions, Tasks, Work } from './executor.js';
import { loadedFrom } from './loaded.js';

class TasksHere implements Tasks {
  private act: Act | null = null;
  private readonly breathe = breathing();

  constructor(private readonly work: Work) {}

  async *run(
    inputs: Iterable<unknown> | AsyncIterable<unknown>,
    { signal }: TaskOptions = {},
  ): AsyncGenerator<unknown> {
    const { of, begin, shared } = this.work;
    this.act ??= begin(isExported(of) ? await loadedFrom(of) : of, shared);
    for await (const input of inputs) {
      if (signal?.aborted === true) throw workAborted();
      const { act } = this;
      yield await reproducibly(() => act(input));
      await this.breathe();
    }
  }

  end(): void {
    this.act = null;
  }
}

/**
 * This thread, which does one task after another. Here, and here only, functions may be closures.
 *
 * @example here.width // 1
 */
export const here: Executor = {
  width: 1,
  open: (work) => new TasksHere(work),
  close: async () => {},
};
