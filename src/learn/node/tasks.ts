/** The tasks of threads as data, and their answers. */
import type { ErrorCode } from '../../errors/error-codes.js';
import { DeltaTapeError } from '../../errors/errors.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { Made } from '../inference/constraints/made.js';
import type { ChainRecord } from '../inference/sampling/chain.js';
import type { Plan } from '../inference/sampling/options.js';
import type { Chunk, NotFinite, Sum } from '../training/batch-gradient.js';
import { noExport } from './errors.js';

/** A function by the URL of its module. */
export interface Found {
  readonly url: string;
  readonly name: string;
}

/** The parts of a training that threads keep, since all its steps need them. */
export interface KeptTraining {
  readonly of: Found;
  /** A tree like all parameters of the training. */
  readonly params: unknown;
  /** All examples; null where each step sends its batch. */
  readonly examples: readonly unknown[] | null;
}

/** A chunk whose batch stays where the examples are known. */
export interface SentChunk extends Omit<Chunk, 'batch' | 'positions'> {
  /** Positions of examples, or the batch itself. */
  readonly examples: unknown;
}

/** All that one thread does for a step. */
export interface GradientsTask {
  readonly kind: 'gradients';
  /** The name of the training. */
  readonly key: number;
  /** Those that go on. A thread forgets the others. */
  readonly open: readonly number[];
  /** Null if the thread should know it. */
  readonly training: KeptTraining | null;
  readonly chunks: readonly SentChunk[];
  /** Which of so many chunks of the batch is the first. */
  readonly first: number;
  readonly count: number;
  /** The parameters, in shared memory. */
  readonly numbers: Float64Array;
  /** Room for the gradients of the parts that the chunks add up to, one after another, in shared memory. */
  readonly room: Float64Array;
}

export interface ChainTask {
  readonly kind: 'chain';
  readonly of: Found;
  readonly start: unknown;
  readonly constraints: Made;
  readonly args: readonly unknown[];
  readonly plan: Plan;
  readonly chain: number;
}

export type Task = GradientsTask | ChainTask;
/** The sums of some of the chunks, except for gradients, which are in the room for them. */
export type PartSums = readonly Omit<Sum, 'gradient'>[] | NotFinite;
export type Answer = PartSums | ChainRecord;

/** An answer, or an error as data: as an error it would arrive without its name and its code. */
export type Outcome =
  | { readonly tag: 'done'; readonly answer: Answer }
  /** The thread does not know the training. */
  | { readonly tag: 'unknown' }
  | {
      readonly tag: 'failed';
      readonly name: string;
      readonly message: string;
      readonly code: string | undefined;
      /** It tells the place in the other thread. */
      readonly stack: string | undefined;
    };

export function failure(error: unknown): Outcome {
  if (!(error instanceof Error)) {
    return {
      ...{ tag: 'failed', name: 'Error', code: undefined, stack: undefined },
      message: String(error),
    };
  }
  const { name, message, stack } = error;
  const code = error instanceof DeltaTapeError ? error.code : undefined;
  return { tag: 'failed', name, message, code, stack };
}

const kinds = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** The error anew, with the stack that it had where it was thrown. */
export function errorOf({ name, message, code, stack }: Outcome & { tag: 'failed' }): Error {
  const Kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : Error;
  const error =
    code === undefined ? new Kind(message) : new DeltaTapeError(code as ErrorCode, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

type Exports = Readonly<Record<string, unknown>>;

/** Modules by their URLs. To ask Node again would ask the hooks of loaders, in a thread of their own. */
const modules = new Map<string, Promise<Exports>>();

function exportsOf(url: string): Promise<Exports> {
  let found = modules.get(url);
  if (found === undefined) {
    found = import(url) as Promise<Exports>;
    modules.set(url, found);
    found.catch(() => modules.delete(url));
  }
  return found;
}

/** @throws DeltaTapeError if the module has no such function, and what the module itself throws. */
export async function loaded({ url, name }: Found): Promise<AnyFunction> {
  const exports = await exportsOf(url);
  const f = exports[name];
  if (typeof f !== 'function') throw noExport(url, name);
  return f as AnyFunction;
}
