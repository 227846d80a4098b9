/**
 * The state of one basic block: straight-line code from one place where control may come from elsewhere, or go
 * elsewhere, to the next.
 */
import { TermSharing } from '../../front/term-sharing.js';
import type { Binding } from '../../front/syntax.js';
import type { Term } from '../../front/terms.js';
import { ScopedMap } from '../../ir/scoped-map.js';

export interface BasicBlock {
  /** The terms that assigned pairs hold now. */
  readonly values: Map<Binding, Term>;
  /** Pairs that were declared in the block, with their first terms. */
  readonly declared: Map<Binding, Term | null>;
  /** Pairs whose term may have no id. */
  readonly unsettled: Set<Binding>;
  /** Terms that have an id, with its variable. */
  readonly bound: ScopedMap<Term, string>;
  /** The number of operations that are written at the place of a term. */
  readonly lengths: Map<Term, number>;
  /** The depths of terms, down to inputs and to terms that have an id. */
  readonly depths: Map<Term, number>;
  /** The number of gradients of other terms that went through a term. */
  readonly passed: Map<Term, number>;
  /** All terms of the block. */
  readonly sharing: TermSharing;
  start: number;
  end: number;
}

export const emptyBlock = (): BasicBlock => ({
  values: new Map(),
  declared: new Map(),
  unsettled: new Set(),
  bound: new ScopedMap(),
  lengths: new Map(),
  depths: new Map(),
  passed: new Map(),
  sharing: new TermSharing(),
  start: Infinity,
  end: -Infinity,
});
