/** The tasks of threads as data, and their answers. */
import type { ErrorCode } from '../../errors/error-codes.js';
import { DeltaTapeError } from '../../errors/errors.js';
import type { Found } from '../executors/loaded.js';

/** Work as data. */
export interface SentWork {
  readonly kind: string;
  readonly of: Found;
  readonly shared: unknown;
}

/** One input of some work. */
export interface Task {
  /** The name of the work. */
  readonly key: number;
  /** The works that go on. A thread forgets the others. */
  readonly open: readonly number[];
  /** Null if the thread should know it. */
  readonly work: SentWork | null;
  readonly input: unknown;
  /** Where the thread writes at what time it begins, with the function loaded. */
  readonly began: Float64Array | null;
}

/** An answer, or an error as data: as an error it would arrive without its name and its code. */
export type Outcome =
  | { readonly tag: 'done'; readonly answer: unknown }
  /** The thread does not know the work. */
  | { readonly tag: 'unknown' }
  | Failed;

/** An error. */
export interface Failed {
  readonly tag: 'failed';
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  /** It tells the place in the other thread. */
  readonly stack: string | undefined;
}

export function failure(error: unknown): Failed {
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
export function errorOf({ name, message, code, stack }: Failed): Error {
  const Kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : Error;
  const error =
    code === undefined ? new Kind(message) : new DeltaTapeError(code as ErrorCode, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
