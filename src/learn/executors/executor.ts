/** Where work runs: in this thread, in others, or on other machines. Results have the same bits everywhere. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Exported } from '../runs/exported.js';
import type { Signal } from '../runs/run.js';

/** Answers one input. */
export type Act = (input: unknown) => unknown;
/** Prepares for inputs: is called once wherever they are sent to. */
export type Begin = (f: AnyFunction, shared: unknown) => Act;

/** The same thing to do for many inputs. */
export interface Work {
  /** The name by which other threads and machines find `begin`. */
  readonly kind: string;
  readonly begin: Begin;
  readonly of: Exported | AnyFunction;
  /** The function in messages, such as `the loss`. */
  readonly role: string;
  /** Data that all inputs need, sent once. They must not change. */
  readonly shared: unknown;
  /** The part that was done before, and is not asked for: what is found by its name differs with it. */
  readonly done?: number;
}

/** The limits of one call. */
export interface TaskOptions {
  /** Ends the tasks that are under way; an `AbortSignal` at once in other threads. */
  readonly signal?: Signal | undefined;
}

/** Work that has begun. */
export interface Tasks {
  /**
   * Returns the answers in the order of the inputs. So many tasks are under way at a time as the executor has room for, and inputs are
   * taken as they are sent. An error ends all tasks. One call at a time.
   */
  run(
    inputs: Iterable<unknown> | AsyncIterable<unknown>,
    options?: TaskOptions,
  ): AsyncGenerator<unknown>;
  /** Nothing is asked for any more. */
  end(): void;
}

/**
 * A place for work: `here`, `threads(n)` of delta-tape/learn/node, or `machines({ redis })` of delta-tape/learn/machines. Same
 * seed, same bits on all of them.
 */
export interface Executor {
  /** The number of tasks worth having at a time; Infinity where that is not known. */
  readonly width: number;
  /** Begins some work. */
  open(work: Work): Tasks;
  /** Ends what is under way, and gives back threads and connections. */
  close(): Promise<void>;
}

/** The option that says where work runs. */
export interface ExecutorOption {
  /** Where it runs: `here` (default), `threads(n)` or `machines({ redis })`. */
  readonly executor?: Executor;
}

/** All answers to a list of inputs, in order; the work ends with them. */
export async function answersOf<A>(
  executor: Executor,
  work: Work,
  inputs: Iterable<unknown>,
  { signal, told }: TaskOptions & { readonly told?: (answer: A, task: number) => void } = {},
): Promise<A[]> {
  const tasks = executor.open(work);
  const answers: A[] = [];
  try {
    for await (const answer of tasks.run(inputs, { signal })) {
      told?.(answer as A, answers.length);
      answers.push(answer as A);
    }
  } finally {
    tasks.end();
  }
  return answers;
}
