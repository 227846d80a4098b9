/**
 * Trace terms (Abadi and Plotkin, §3): programs without conditionals, functions and loops, as a run of a
 * program leaves them. A binding has its operation, so a trace can be evaluated at other inputs,
 * differentiated, printed and kept.
 *
 *     C, D ::= x | r | op(C) | let x = C in D | ⟨C, D⟩
 *
 * Trees are taken apart at both ends, so a trace has lists of inputs and of outputs in the place of pairs.
 * Ids are dense: those of the inputs are 1 … n, and binding k, from 0, has id n + k + 1 (invariant *dense
 * ids*). A binding mentions smaller ids only (invariant *acyclic*).
 *
 * A trace holds where its guards do: each is a question that the run asked of numbers, with the answer that
 * it got.
 */
import type { Operation } from '../../core/real.js';
import type { DeltaId } from '../../delta/delta.js';

/** A variable of a trace, or a constant. */
export type Operand = { readonly id: DeltaId } | number;

/** `let x = op(args) in …` */
export interface TraceBinding {
  readonly operation: Operation;
  readonly args: readonly Operand[];
}

/** A question that steered the run. */
export interface Guard {
  /**
   * A comparison (`lt`, `le`, `gt`, `ge`, `eq`), a step of the table such as `floor`, or `value`: the
   * program took the number itself, as an index, in a text or by `primalOf`.
   */
  readonly question: string;
  readonly args: readonly Operand[];
  readonly answer: boolean | number;
  /** The number of bindings made before. */
  readonly after: number;
  /** File, line and column that asked, where there is telling. */
  readonly source?: string;
}

export interface TraceTerm {
  /** The inputs, with their values in the run that was traced. */
  readonly inputs: readonly { readonly name: string; readonly primal: number }[];
  readonly bindings: readonly TraceBinding[];
  readonly guards: readonly Guard[];
  readonly outputs: readonly Operand[];
}

/** True if an operand is a variable. */
export const isVariable = (operand: Operand): operand is { readonly id: DeltaId } =>
  typeof operand !== 'number';
