/** Which version of a function answers, in a word: tables say so, and all take the word from here. */
import { DeltaTapeError } from 'delta-tape';
import { why, type Why } from 'delta-tape/plain';

/**
 * The answer of `why`; `operators` where a function calls operators of the library, and is not
 * translated.
 */
export type Answers = Why['answers'] | 'operators';

export function answering(f: (...args: never[]) => unknown): Answers {
  try {
    return why(f).answers;
  } catch (error) {
    if (error instanceof DeltaTapeError && error.code === 'nothing-known') return 'operators';
    throw error;
  }
}
