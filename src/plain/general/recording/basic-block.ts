/** What is known within one segment. */
import { TermSharing } from '../../front/term-sharing.js';
import type { Binding } from '../../front/syntax.js';
import type { Term } from '../../front/terms.js';
import { ScopedMap } from './scoped-map.js';

export interface BasicBlock {
  /** What the pairs that were assigned hold now. */
  readonly values: Map<Binding, Term>;
  /** Pairs that were declared here, with what they held first. */
  readonly declared: Map<Binding, Term | null>;
  /** Pairs that may hold a term that has no id. */
  readonly unsettled: Set<Binding>;
  /** Members that were read, by their text. */
  readonly reads: ScopedMap<string, Term>;
  /** Terms that have an id. */
  readonly bound: ScopedMap<Term, string>;
  /** How many operations a term is made of that are written where it is. */
  readonly lengths: Map<Term, number>;
  /** How often the gradients of others went through a term. */
  readonly passed: Map<Term, number>;
  /** The terms that there are. */
  readonly sharing: TermSharing;
  start: number;
  end: number;
}

export const emptyBlock = (): BasicBlock => ({
  values: new Map(),
  declared: new Map(),
  unsettled: new Set(),
  reads: new ScopedMap(),
  bound: new ScopedMap(),
  lengths: new Map(),
  passed: new Map(),
  sharing: new TermSharing(),
  start: Infinity,
  end: -Infinity,
});
