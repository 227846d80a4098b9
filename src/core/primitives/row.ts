/**
 * A primitive is one row: its value, its partials, and what is known about its domain. Everything else
 * follows from the row (Fig. 14): the operator on numbers and on duals, forward and reverse rules,
 * derivatives of every order (partials are written in operators, so they are differentiable themselves), the
 * monadic operator, the tests and the table in the documentation.
 */
import type { Coefficients, Operation, Real } from '../real.js';

/** Where a primitive is smooth, in words, with points inside at which the tests check it. */
export interface Domain {
  readonly text: string;
  readonly points: readonly (readonly number[])[];
}

/** The partials that are declared at a point where mathematics leaves a choice, and the reason. */
export interface Convention {
  readonly at: readonly number[];
  readonly partials: readonly number[];
  readonly because: string;
}

/**
 * Where a value or a derivative at plain numbers is not right to 13 digits: which one, in words, and
 * how far it may be off at some arguments, as an absolute error. The tests hold rows to it.
 */
export interface Limit {
  /** 0 for the value, else the order of the derivatives. */
  readonly order: 0 | 1 | 2;
  readonly text: string;
  readonly error: (...args: readonly number[]) => number;
}

interface RowBase {
  /** The operator's name, in code, errors and the documentation. */
  readonly name: string;
  /** The partials as a reader would write them, one for each argument. */
  readonly formula: readonly string[];
  readonly domain: Domain;
  /** Declared conventions; an empty list if there are none to declare. */
  readonly conventions: readonly Convention[];
  /** Where there are fewer than 13 right digits; nowhere, if it is left out. */
  readonly limits?: readonly Limit[];
}

/**
 * A partial of a row. In plain TypeScript it may be written for numbers, too: parameters of methods may be
 * narrower.
 */
type PartialOf<A extends readonly unknown[], T = Real> = { at(...args: A): T }['at'];

/**
 * Partials receive the arguments and then the output, which they may use. A row that is not smooth
 * everywhere has a `boundary`: how far arguments are from where it is not, given which of them are
 * not constant. The sign is ignored; where the distance is 0, derivatives report a kink.
 *
 * `series`, if there is one, gives coefficient `k` ≥ 1 of the output from the coefficients 0 … k of
 * the arguments and 0 … k - 1 of the output; or undefined, to have it derived from the partials. It
 * is for rows whose partials take more than O(k) for one coefficient (derivatives/series-run.ts).
 */
export interface UnaryRow extends RowBase {
  readonly value: (x: number) => number;
  readonly partials: readonly [PartialOf<[x: Real, z: Real]>];
  readonly boundary?: (x: number) => number;
  readonly series?: (x: Coefficients, z: Coefficients, k: number) => Real | undefined;
}
export interface BinaryRow extends RowBase {
  readonly value: (x: number, y: number) => number;
  readonly partials: readonly [
    PartialOf<[x: Real, y: Real, z: Real]>,
    PartialOf<[x: Real, y: Real, z: Real]>,
  ];
  readonly boundary?: (x: number, y: number, active: readonly boolean[]) => number;
  readonly series?: (
    x: Coefficients,
    y: Coefficients,
    z: Coefficients,
    k: number,
  ) => Real | undefined;
}
export interface TernaryRow extends RowBase {
  readonly value: (x: number, y: number, w: number) => number;
  readonly partials: readonly [
    PartialOf<[x: Real, y: Real, w: Real, z: Real]>,
    PartialOf<[x: Real, y: Real, w: Real, z: Real]>,
    PartialOf<[x: Real, y: Real, w: Real, z: Real]>,
  ];
  readonly boundary?: (x: number, y: number, w: number, active: readonly boolean[]) => number;
  readonly series?: (
    x: Coefficients,
    y: Coefficients,
    w: Coefficients,
    z: Coefficients,
    k: number,
  ) => Real | undefined;
}
/** A row for any number of arguments: all partials at once. */
export interface NaryRow extends RowBase {
  readonly value: (xs: readonly number[]) => number;
  readonly partials: PartialOf<[xs: readonly Real[], z: Real], readonly Real[]>;
  readonly boundary?: (xs: readonly number[], active: readonly boolean[]) => number;
  readonly series?: (xs: readonly Coefficients[], z: Coefficients, k: number) => Real | undefined;
}
export type Row = UnaryRow | BinaryRow | TernaryRow | NaryRow;

/** The primitive of a row. */
export interface Primitive extends Operation {
  readonly row: Row;
}

interface Operator {
  readonly primitive: Primitive;
}
export interface Unary extends Operator {
  (x: number): number;
  (x: Real): Real;
}
export interface Binary extends Operator {
  (x: number, y: number): number;
  (x: Real, y: Real): Real;
}
export interface Ternary extends Operator {
  (x: number, y: number, w: number): number;
  (x: Real, y: Real, w: Real): Real;
}
/** A list of any kind: an array, a typed array, an Immutable List, a generator. */
export type Items<T> = ArrayLike<T> | Iterable<T>;
export interface Nary extends Operator {
  (xs: Items<number>): number;
  (xs: Items<Real>): Real;
}
export type AnyOperator = Unary | Binary | Ternary | Nary;
