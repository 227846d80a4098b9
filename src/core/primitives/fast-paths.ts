/**
 * Fast paths through an operator, each for duals of one kind of run. A run brings its path along: operators
 * know of none, and a program that makes no run of a kind has none of its code. An operator takes the paths
 * that are there when it meets its first dual. It does not take a reverse path that comes later, which costs
 * speed only.
 *
 * The three paths have one scheme (tape/fast-paths/scheme.ts), of which every operator has copies of its
 * own, since V8 inlines a row only where its text is called for that row alone (specialise.ts). Measured: to
 * share the text that writes a binding changes nothing on the network (6.0 to 6.3 times the function, both
 * ways), and on larger functions one launch in three took 60 % longer.
 */
import type { Real } from '../real.js';
import type { BinaryRow, TernaryRow, UnaryRow } from './row.js';

export type OnOne = (x: Real) => Real;
export type OnTwo = (x: Real, y: Real) => Real;
export type OnThree = (x: Real, y: Real, w: Real) => Real;

/** Which operands of an operator are duals; the others are numbers. */
export type Operands = 'one' | 'both' | 'first' | 'second';

/** From a row to an operator on duals of one kind of run. Other duals go to `otherwise`. */
export interface FastPath {
  operator<F extends OnOne | OnTwo>(
    row: UnaryRow | BinaryRow,
    operands: Operands,
    variant: string,
    otherwise: F,
  ): F;
}

/** The path of reverse runs inside forward runs. */
export interface SecondOrderPath extends FastPath {
  /** True if there is such a run now. */
  isOpen(): boolean;
}

/** The path of the run that records into the columns. */
export interface ReversePath extends FastPath {
  ternary(row: TernaryRow, otherwise: OnThree): OnThree;
}

/** In the order in which they are tried. */
export const fastPaths: {
  reverse: ReversePath | null;
  secondOrder: SecondOrderPath | null;
  forward: FastPath | null;
} = {
  reverse: null,
  secondOrder: null,
  forward: null,
};
