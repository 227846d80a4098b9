/** The parts of an operator that the transformation needs (§7.3). */
import type { Names } from './fresh-names.js';
import type { Term } from './language.js';
import type { Context } from './typing.js';

/** Names, terms that are bound to them, in order. */
export type Lets = readonly (readonly [name: string, bound: Term])[];

export interface Transpose {
  readonly args: readonly Term[];
  /** The variables of Γ in the function of an iteration. */
  readonly free: readonly string[];
  readonly at: (args: readonly Term[]) => {
    readonly value: Term;
    readonly prepared: Lets;
    readonly pull: (z: Term) => {
      /** Terms that several of the cotangents need. */
      readonly lets?: Lets;
      readonly cotangents: readonly Term[];
      /** The change of the free variables: a tuple, or that of the only one. */
      readonly free: Term | null;
    };
  };
}

/** Gradients of functions of iterations. */
export interface Gradients {
  readonly names: Names;
  gradient(term: Term, context: Context, by: readonly string[]): Term;
  pulled(term: Term, context: Context, by: readonly string[], cotangent: Term): Term;
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
