/**
 * Fast ways through an operator, each for duals of one kind of run. Such runs bring their way along, so that
 * operators know of none, and a program that makes no such runs has none of that code. An operator takes the ways that
 * are there when it meets its first dual; a recording way that comes later is not taken, which costs speed only.
 */
import type { Dual, Real } from '../real.js';
import type { BinaryRow, TernaryRow, UnaryRow } from './row.js';

export type OnOne = (x: Real) => Real;
export type OnTwo = (x: Real, y: Real) => Real;
export type OnThree = (x: Real, y: Real, w: Real) => Real;

/** From a row to an operator on what is not only numbers; what is not for it is given to `otherwise`. */
export interface FastPath {
  unary(row: UnaryRow, otherwise: OnOne): OnOne;
  binary(row: BinaryRow, otherwise: OnTwo): OnTwo;
}

/** The way of reverse runs inside forward runs. */
export interface SecondOrderPath extends FastPath {
  /** Whether there is such a run now. */
  isOpen(): boolean;
}

/** The way of duals that are recorded: operators under a label, taken apart by where there are duals. */
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
