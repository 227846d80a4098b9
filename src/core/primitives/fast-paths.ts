/**
 * Fast paths through an operator, each for duals of one kind of run. A run brings its path along: operators know
 * of none, and a program that makes no run of a kind has none of its code. An operator takes the paths that are there
 * when it meets its first dual. It does not take a reverse path that comes later, which costs speed only.
 *
 * The three paths (tape/fast-paths) have one scheme: the operands must be duals of the run, the row gives value and
 * partials, the result is a dual. Each has its own text, since V8 inlines a row only where its text is called for that
 * row alone (specialise.ts), and the paths read and write different things. Measured: to share the text that writes a
 * binding changes nothing on the network (6.0 to 6.3 times the function, both ways), and on larger functions one
 * launch in three took 60 % longer.
 */
import type { Dual, Real } from '../real.js';
import type { BinaryRow, TernaryRow, UnaryRow } from './row.js';

export type OnOne = (x: Real) => Real;
export type OnTwo = (x: Real, y: Real) => Real;
export type OnThree = (x: Real, y: Real, w: Real) => Real;

/** From a row to an operator on duals of one kind of run. Other operands go to `otherwise`. */
export interface FastPath {
  unary(row: UnaryRow, otherwise: OnOne): OnOne;
  binary(row: BinaryRow, otherwise: OnTwo): OnTwo;
}

/** The path of reverse runs inside forward runs. */
export interface SecondOrderPath extends FastPath {
  /** True if there is such a run now. */
  isOpen(): boolean;
}

/** The path of the run that records into the columns. It has an operator for each place of a dual. */
export interface ReversePath {
  unary(row: UnaryRow, variant: string, otherwise: OnOne): OnOne;
  binary(row: BinaryRow, variant: string, otherwise: OnTwo): BinaryCases;
  ternary(row: TernaryRow, otherwise: OnThree): OnThree;
}

/** A binary operator on two duals, on a dual and a number, and on a number and a dual. */
export type BinaryCases = readonly [
  both: (x: Dual, y: Dual) => Real,
  left: (x: Dual, b: number) => Real,
  right: (a: number, y: Dual) => Real,
];

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
