/**
 * JavaScript's arithmetic on any values: the operators of the table, with the native operators for values that
 * are not reals. On numbers and duals they are as fast as the operators of the table, because the same code makes
 * them from the same rows. The code here runs only for other values.
 *
 * A value next to a dual is converted as JavaScript converts it next to a number.
 */
import { isObject, numeric, toPrimitive } from '../../core/coerce.js';
import { applyAtDeepestLevel } from '../../core/open-runs.js';
import { withOrigin } from '../../tape/origins.js';
import { liftBinary, liftUnary } from '../../core/primitives/lift.js';
import type { Binary, BinaryRow, Unary, UnaryRow } from '../../core/primitives/row.js';
import { Dual, primalOf, type Real } from '../../core/real.js';
import * as table from '../../core/primitives/table.js';
import { partOf, readNumber, readNumeric, textOf } from './texts.js';

export type OfOne = (x: unknown) => unknown;
export type OfTwo = (x: unknown, y: unknown) => unknown;

/** The primal of a dual; any other value itself. */
export const plain = (x: unknown): unknown => (x instanceof Dual ? primalOf(x) : x);

/** The operator of a unary row on any value. `native` computes for values that are not duals. */
export function ofOne({ primitive }: Unary, native: (x: never) => unknown): OfOne {
  const atDeepest = (given: Real) => {
    const x = isSimple(given) ? given : (readNumeric(given) as Real);
    return (x as unknown) instanceof Dual
      ? withOrigin(applyAtDeepestLevel(primitive, [x]))
      : (native(x as never) as Real);
  };
  return liftUnary(primitive, primitive.row as UnaryRow, atDeepest, 'any') as OfOne;
}

/** The operator of a binary row on any values. `convert` converts objects, and values next to a dual. */
export function ofTwo(
  { primitive }: Binary,
  native: (x: never, y: never) => unknown,
  convert: (x: unknown) => unknown,
): OfTwo {
  const atDeepest = (x: unknown, y: unknown) => {
    if (isSimple(x) && isSimple(y)) return native(x as never, y as never);
    const a = convert(x);
    const b = convert(y);
    if (!(a instanceof Dual) && !(b instanceof Dual)) return native(a as never, b as never);
    const [m, n] = [besideDual(a), besideDual(b)];
    return isReal(m) && isReal(n)
      ? withOrigin(applyAtDeepestLevel(primitive, [m, n]))
      : // Texts are put together, and JavaScript refuses to mix bigints and numbers.
        native(besideText(m, n) as never, besideText(n, m) as never);
  };
  return liftBinary(
    primitive,
    primitive.row as BinaryRow,
    atDeepest as (x: Real, y: Real) => Real,
    'any',
  ) as OfTwo;
}

/** True if a value is neither a dual nor converted to a value that a dual may be behind. */
const isSimple = (x: unknown): boolean =>
  !(x instanceof Dual || isObject(x) || typeof x === 'string');

const besideText = (x: unknown, other: unknown): unknown => {
  if (!(x instanceof Dual)) return x;
  if (typeof other !== 'string') return primalOf(x);
  return other === '' ? textOf(x) : partOf(x);
};

const isReal = (x: unknown): x is Real => typeof x === 'number' || x instanceof Dual;

/** A primitive value next to a dual: a text remains, any other value becomes a number. */
const besideDual = (x: unknown): unknown =>
  typeof x === 'string' || typeof x === 'symbol' ? x : numeric(x);

/** The primitive value that `+` takes of an object. */
const forSum = (x: unknown): unknown => toPrimitive(x, 'default');

// Functions of their own, so that rows see numbers only.
export const add = ofTwo(table.add, (x: number, y: number) => x + y, forSum);
export const sub = ofTwo(table.sub, (x: number, y: number) => x - y, readNumeric);
export const mul = ofTwo(table.mul, (x: number, y: number) => x * y, readNumeric);
export const div = ofTwo(table.div, (x: number, y: number) => x / y, readNumeric);
export const rem = ofTwo(table.rem, (x: number, y: number) => x % y, readNumeric);
export const pow = ofTwo(table.pow, (x: number, y: number) => x ** y, readNumeric);
export const neg = ofOne(table.neg, (x: number) => -x);

/** `+x`. */
export const plus: OfOne = readNumber;

/** The value that `++` leaves: `x + 1`, also of a bigint. */
export function inc(x: unknown): unknown {
  if (typeof x === 'number') return x + 1;
  const before = readNumeric(x);
  return typeof before === 'bigint' ? before + 1n : add(before, 1);
}

/** The value that `--` leaves. */
export function dec(x: unknown): unknown {
  if (typeof x === 'number') return x - 1;
  const before = readNumeric(x);
  return typeof before === 'bigint' ? before - 1n : sub(before, 1);
}

export { readNumeric as numeric };
