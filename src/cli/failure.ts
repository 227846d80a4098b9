/** Failures that end the command before it has an answer. */
import type { ErrorCode } from '../errors/error-codes.js';
import { nearest } from '../errors/nearest.js';

/** The codes that the command ends with. */
export const exits = {
  /** There is an answer, and it is good. */
  good: 0,
  /**
   * There is an answer, and it is no: a law is broken, a fit did not converge, or its data do not determine all
   * parameters.
   */
  no: 1,
  /** The request makes no sense: an option, a file, a name, a model, data. */
  badInput: 2,
  /** The user's own function or module threw an error. */
  threw: 3,
} as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** An error that is told in its own words, without a stack. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exit: Exit = exits.badInput,
  ) {
    super(message);
  }
}

/** A question that follows a sentence, if a known word is near; else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/**
 * The message of an error in one line, with the kind of the error unless that adds nothing. Babel shows
 * the code below.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message
    .replace(/\n+[> ]*\d+ \|[^]*/, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  return error.name === 'Error' || error.name === 'DeltaTapeError'
    ? text
    : `${error.name}: ${text}`;
}

/** Errors of the library that are about an option of the command: --wrt, or a checkpoint. */
const asked: ReadonlySet<unknown> = new Set<ErrorCode>([
  ...([
    'arguments-left-out',
    'missing-argument',
    'missing-entry',
    'no-such-function',
    'repeated-wrt',
  ] as const),
  ...(['checkpoint-not-kept', 'damaged-checkpoint', 'damaged-file', 'other-training'] as const),
]);

/**
 * An error of the user's code ends the command with a code of its own.
 *
 * @param own codes of errors that are about options of the command here
 */
export const threw = (what: string, error: unknown, own: readonly ErrorCode[] = []): Failure => {
  if (error instanceof Failure) return error;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return new Failure(
    `${what}: ${messageOf(error)}`,
    asked.has(code) || (own as readonly unknown[]).includes(code) ? exits.badInput : exits.threw,
  );
};

/** Returns the result of the user's code. */
export function called<T>(what: string, body: () => T, own?: readonly ErrorCode[]): T {
  try {
    return body();
  } catch (error) {
    throw threw(what, error, own);
  }
}
