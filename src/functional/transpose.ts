/** The parts of an operator that the transformation needs (§7.3). */
import type { Term } from './language.js';

export interface Transpose {
  readonly args: readonly Term[];
  /** The variables of Γ in the function of an iteration. */
  readonly free: readonly string[];
  readonly at: (args: readonly Term[]) => {
    readonly value: Term;
    readonly prepared: readonly (readonly [string, Term])[];
    readonly pull: (z: Term) => {
      readonly cotangents: readonly Term[];
      /** The change of the free variables: a tuple, or that of the only one. */
      readonly free: Term | null;
    };
  };
}

/** An operator without a function: its value, and the cotangents of its arguments. */
export const plain = (
  args: readonly Term[],
  value: (args: readonly Term[]) => Term,
  cotangents: (args: readonly Term[], z: Term) => readonly Term[],
): Transpose => ({
  args,
  free: [],
  at: (xs) => ({
    value: value(xs),
    prepared: [],
    pull: (z) => ({ cotangents: cotangents(xs, z), free: null }),
  }),
});
