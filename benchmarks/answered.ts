/** Which version of a function answers, in a word: tables say so, and all take the word from here. */
import { DeltaTapeError } from 'delta-tape';
import { why, type Why } from 'delta-tape/plain';

/** What `why` says; `operators` where a function calls operators of the library, and is not translated. */
export type Answers = Why['answers'] | 'operators';

export function answering(f: (...args: never[]) => unknown): Answers {
  try {
    return why(f).answers;
  } catch (error) {
    if (error instanceof DeltaTapeError && error.code === 'not-translated') return 'operators';
    throw error;
  }
}

/** The versions that answer for some functions, with how many times each does. */
export function answeringAll(functions: readonly ((...args: never[]) => unknown)[]): string {
  const counts = new Map<Answers, number>();
  for (const f of functions) {
    const answers = answering(f);
    counts.set(answers, (counts.get(answers) ?? 0) + 1);
  }
  return Array.from(counts, ([answers, count]) => `${answers} ${count}`).join(', ');
}
