/** A rule of Fig. 12, which looks at the top of a term alone. */
import type { Term } from './language.js';
import { freshName, isFreeIn, occurrences, substituted } from './traversal.js';

export interface Rule {
  /** Of the figure, such as `Algebraic simplifications`. */
  readonly group: string;
  /** The rule as it is printed there. */
  readonly text: string;
  /** True if it moves terms, and computes nothing: it is tried on a term before its parts are rewritten, too. */
  readonly isMove?: true;
  /** The term on the right, if the rule applies. */
  readonly apply: (term: Term) => Term | null;
}

/** Names of a binder that occur in no other term. */
export function apart(names: readonly string[], body: Term, others: readonly Term[]) {
  const taken = new Set(others.flatMap((one) => [...occurrences(one).keys()]));
  const own = names.map((name) =>
    freshName(name, (one) => taken.has(one) || (one !== name && isFreeIn(one, body))),
  );
  const renamed = new Map(
    names.map((name, k): [string, Term] => [name, { tag: 'var', name: own[k] }]),
  );
  return {
    names: own,
    body: own.every((name, k) => name === names[k]) ? body : substituted(body, renamed),
  };
}
