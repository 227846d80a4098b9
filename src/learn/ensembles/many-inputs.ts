/** A function of one's own for many inputs. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { seedOf } from '../../derivatives/check/seed.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { ExecutorOption, TaskOptions, Work } from '../executors/executor.js';
import { here } from '../executors/here.js';

/** The second argument of functions that `map` calls. */
export interface CallContext {
  /** Which input it is, from 0. */
  readonly index: number;
  /** Another whole number for each input: for all chance in the function. */
  readonly seed: number;
}

/** The options of `map`. */
export interface MapOptions extends ExecutorOption, TaskOptions {
  /** A whole number from which all chance follows. Default 0. */
  readonly seed?: number;
}

interface Call {
  readonly input: unknown;
  readonly index: number;
}

export function beginCalls(f: AnyFunction, shared: unknown): (input: unknown) => unknown {
  const seed = shared as number;
  const g = f as unknown as (input: unknown, context: CallContext) => unknown;
  return (call) => {
    const { input, index } = call as Call;
    return g(input, { index, seed: seedOf(seed, index) });
  };
}

/**
 * Returns what a function gives for each input, in order: `f(input, { index, seed })`, where the seed is another one for each input.
 * The function is named by its module and its export there, and may be asynchronous. Inputs are taken as they are sent, and answers
 * given as soon as those before them are there, so memory does not grow with their number.
 *
 * @throws DeltaTapeError if the module does not export the function, if inputs or answers cannot cross, or if the signal ends it; and
 *   what the function throws.
 * @example
 * const found: string[] = [];
 * for await (const text of map<unknown, string>('node:util', 'inspect', [1, [2]])) found.push(text);
 * found // ['1', '[ 2 ]']
 */
export async function* map<T, R>(
  module: URL | string,
  name: string,
  inputs: Iterable<T> | AsyncIterable<T>,
  options: MapOptions = {},
): AsyncGenerator<R> {
  insistOnOptions('map', options, { executor: true, seed: true, signal: true });
  const { executor = here, seed = 0, signal } = options;
  if (!Number.isInteger(seed)) throw invalidOption('seed', 'a whole number', seed);
  const of = { module, export: name };
  const work: Work = { kind: 'calls', begin: beginCalls, of, role: name, shared: seed };
  const tasks = executor.open(work);
  try {
    yield* tasks.run(numbered(inputs), { signal }) as AsyncGenerator<R>;
  } finally {
    tasks.end();
  }
}

async function* numbered(inputs: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Call> {
  let index = 0;
  for await (const input of inputs) yield { input, index: index++ };
}
