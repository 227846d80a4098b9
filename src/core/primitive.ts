/**
 * A primitive is one row: its value, its partials, and what is known about its domain. Everything
 * else follows from the row (Fig. 14): the operator on numbers and on duals, forward and reverse
 * rules, derivatives of every order (partials are written in operators, so they are differentiable
 * themselves), the monadic operator, the tests and the table in the documentation.
 */
import { invalidRow, notAList } from './errors.js';
import { applyAtDeepestLevel } from './open.js';
import { liftBinary, liftTernary, liftUnary } from './lift.js';
import { isReal, type Real } from './real.js';
import { unwatched } from './watcher.js';

/** Where a primitive is smooth, in words, with points inside at which the tests check it. */
export interface Domain {
  readonly text: string;
  readonly points: readonly (readonly number[])[];
}

/** What the partials are declared to be at a point where mathematics leaves a choice, and why. */
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

/** The coefficients of a power series from 0 on; those that are missing at the end are 0. */
export type Coefficients = readonly Real[];

/**
 * Partials receive the arguments and then the output, which they may use. A row that is not smooth
 * everywhere has a `boundary`: how far arguments are from where it is not, given which of them are
 * not constant. The sign is ignored; where the distance is 0, derivatives report a kink.
 *
 * `series`, if there is one, gives coefficient `k` ≥ 1 of the output from the coefficients 0 … k of
 * the arguments and 0 … k - 1 of the output; or undefined, to have it derived from the partials. It
 * is for rows whose partials take more than O(k) for one coefficient (derivatives/series.ts).
 */
export interface UnaryRow extends RowBase {
  readonly value: (x: number) => number;
  readonly partials: readonly [(x: Real, z: Real) => Real];
  readonly boundary?: (x: number) => number;
  readonly series?: (x: Coefficients, z: Coefficients, k: number) => Real | undefined;
}
export interface BinaryRow extends RowBase {
  readonly value: (x: number, y: number) => number;
  readonly partials: readonly [
    (x: Real, y: Real, z: Real) => Real,
    (x: Real, y: Real, z: Real) => Real,
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
    (x: Real, y: Real, w: Real, z: Real) => Real,
    (x: Real, y: Real, w: Real, z: Real) => Real,
    (x: Real, y: Real, w: Real, z: Real) => Real,
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
  readonly partials: (xs: readonly Real[], z: Real) => readonly Real[];
  readonly boundary?: (xs: readonly number[], active: readonly boolean[]) => number;
  readonly series?: (xs: readonly Coefficients[], z: Coefficients, k: number) => Real | undefined;
}
export type Row = UnaryRow | BinaryRow | TernaryRow | NaryRow;

/** A function uniform over arity, with its partials: what runs work with. */
export interface Liftable {
  readonly name: string;
  /** The value at plain numbers. */
  value(args: readonly number[]): number;
  /** The operator itself, at reals of any level. */
  apply(args: readonly Real[]): Real;
  /** The partials at the arguments with `active[k]`, given the output; other entries are 0. */
  partials(args: readonly Real[], output: Real, active: readonly boolean[]): readonly Real[];
  /**
   * How far arguments are from where the function is not smooth; Infinity for one that always is.
   */
  boundary(args: readonly number[], active: readonly boolean[]): number;
  /** Coefficient `k` ≥ 1 of the output by an own rule, if there is one and it applies. */
  series?(args: readonly Coefficients[], output: Coefficients, k: number): Real | undefined;
}

/** The primitive of a row. */
export interface Primitive extends Liftable {
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

type Loose = (...args: readonly Real[]) => Real;

/**
 * Makes an operator from a row. The library's own operators are made with it, and a user's row is
 * their equal: same speed, every mode, every order.
 *
 * @throws DeltaTapeError if the row's parts do not fit together.
 * @example
 * const square = definePrimitive({
 *   name: 'square', formula: ['2x'], domain: { text: 'all x', points: [[-1.5], [0.5]] }, conventions: [],
 *   value: (x) => x * x, partials: [(x) => mul(2, x)],
 * });
 * grad((x: Real) => square(x))(3) // 6
 */
export function definePrimitive(row: UnaryRow): Unary;
export function definePrimitive(row: BinaryRow): Binary;
export function definePrimitive(row: TernaryRow): Ternary;
export function definePrimitive(row: NaryRow): Nary;
export function definePrimitive(row: Row): AnyOperator {
  if (typeof row.value !== 'function') throw invalidRow(row.name, 'value is not a function.');
  if (row.series !== undefined && typeof row.series !== 'function') {
    throw invalidRow(row.name, 'series is not a function.');
  }
  if (!Array.isArray(row.formula)) throw invalidRow(row.name, 'formula is not a list.');
  if (!Array.isArray(row.conventions)) throw invalidRow(row.name, 'conventions is not a list.');
  if (row.limits !== undefined && !Array.isArray(row.limits)) {
    throw invalidRow(row.name, 'limits is not a list.');
  }
  if (!Array.isArray(row.domain?.points)) throw invalidRow(row.name, 'domain has no points.');
  if (row.boundary !== undefined && typeof row.boundary !== 'function') {
    throw invalidRow(row.name, 'boundary is not a function.');
  }
  const operator = typeof row.partials === 'function' ? ofList(row as NaryRow) : ofArguments(row);
  Object.defineProperty(operator, 'name', { value: row.name });
  return operator as AnyOperator;
}

const isListOfRules = (rules: unknown): boolean =>
  Array.isArray(rules) &&
  rules.length >= 1 &&
  rules.length <= 3 &&
  rules.every((rule) => typeof rule === 'function');

function ofArguments(row: Row) {
  const rules = row.partials as readonly Loose[];
  if (!isListOfRules(rules)) {
    throw invalidRow(row.name, 'partials must be one to three functions, or one for a list.');
  }
  if (row.formula.length !== rules.length) {
    throw invalidRow(row.name, 'there must be one formula for each partial.');
  }
  const value = row.value as (...args: readonly number[]) => number;
  const boundary = row.boundary as ((...args: readonly unknown[]) => number) | undefined;
  const series = row.series as ((...args: readonly unknown[]) => Real | undefined) | undefined;
  const primitive: Primitive = {
    name: row.name,
    row,
    value: (args) => value(...args),
    apply: (args) => operator(...args),
    partials: (args, output, active) =>
      unwatched(() => rules.map((rule, k) => (active[k] ? rule(...args, output) : 0))),
    boundary: (args, active) => boundary?.(...args, active) ?? Infinity,
    ...(series && { series: (args, output, k) => series(...args, output, k) }),
  };
  const operator = lifted(primitive, row);
  return Object.assign(operator, { primitive });
}

function lifted(primitive: Primitive, row: Row): Loose {
  switch (row.partials.length) {
    case 1:
      return liftUnary(primitive, row as UnaryRow);
    case 2:
      return liftBinary(primitive, row as BinaryRow);
    default:
      return liftTernary(primitive, row as TernaryRow);
  }
}

const isList = (xs: unknown): boolean =>
  typeof xs === 'object' && xs !== null && !isReal(xs) && (Symbol.iterator in xs || 'length' in xs);

function ofList(row: NaryRow) {
  const { series } = row;
  const primitive: Primitive = {
    name: row.name,
    row,
    // Copies, since a row may sort its list in place.
    value: (args) => row.value([...args]),
    apply: (args) => operator(args),
    partials(args, output) {
      const partials = unwatched(() => row.partials([...args], output));
      if (partials.length !== args.length) {
        throw invalidRow(row.name, 'there must be one partial for each element of the list.');
      }
      return partials;
    },
    boundary: (args, active) => row.boundary?.([...args], active) ?? Infinity,
    ...(series && { series }),
  };
  const operator = (xs: Items<Real>): Real => {
    if (!isList(xs)) throw notAList(row.name, xs);
    return applyAtDeepestLevel(primitive, Array.from(xs));
  };
  return Object.assign(operator, { primitive });
}
