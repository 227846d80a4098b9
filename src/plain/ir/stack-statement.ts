/**
 * Statements on the stacks of what is kept for the reverse sweep. The derivative of what keeps something keeps on another stack than
 * this; it is the first one where it is left out.
 */

/** Puts values on a stack; a `take` takes those of the `keep` of its block. */
export interface KeepStmtOf<Value> {
  readonly tag: 'keep' | 'take';
  readonly block: number;
  readonly stack?: number;
  readonly values: readonly Value[];
}

/** A `mark` is how much is on a stack; a `forget` takes all since then away: that must be numbers and bools only. */
export interface MarkStmtOf<Value> {
  readonly tag: 'mark' | 'forget';
  readonly stack?: number;
  readonly mark: Value;
}
