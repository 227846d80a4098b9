/** What is known within one segment. */
import { Sharing } from '../../front/term-sharing.js';
import type { Binding } from '../../front/syntax.js';
import type { Term } from '../../front/terms.js';
import { Notes } from './scoped-map.js';

export interface Segment {
  /** What the pairs that were assigned hold now. */
  readonly values: Map<Binding, Term>;
  /** Pairs that were declared here, with what they held first. */
  readonly declared: Map<Binding, Term | null>;
  /** Pairs that may hold a term that has no id. */
  readonly unsettled: Set<Binding>;
  /** Members that were read, by their text. */
  readonly reads: Notes<string, Term>;
  /** Terms that have an id. */
  readonly bound: Notes<Term, string>;
  /** How many operations a term is made of that are written where it is. */
  readonly lengths: Map<Term, number>;
  /** How often the gradients of others went through a term. */
  readonly passed: Map<Term, number>;
  /** The terms that there are. */
  readonly sharing: Sharing;
  start: number;
  end: number;
}

export const empty = (): Segment => ({
  values: new Map(),
  declared: new Map(),
  unsettled: new Set(),
  reads: new Notes(),
  bound: new Notes(),
  lengths: new Map(),
  passed: new Map(),
  sharing: new Sharing(),
  start: Infinity,
  end: -Infinity,
});
