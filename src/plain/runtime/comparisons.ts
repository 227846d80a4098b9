/**
 * JavaScript's comparisons on any values. Duals are compared by their primals. A value that is compared with a
 * dual is converted as if it were compared with a number. Watched runs see the comparison (core/comparisons.ts).
 * JavaScript compares all other values.
 */
import { nativeOf } from '../../functions/function-versions.js';
import * as reals from '../../core/comparisons.js';
import { isObject, numeric, toPrimitive } from '../../core/coerce.js';
import { Dual, type Real } from '../../core/real.js';
import { answer, forget, meet, met, noteAcross } from '../../errors/meetings.js';
import { plain } from './operators.js';

const levelOf = (x: unknown): number => (x instanceof Dual ? x.run.level : 0);

function noteLevels(x: unknown, y: unknown): boolean {
  const [one, other] = [levelOf(x), levelOf(y)];
  if (one === other) return false;
  noteAcross(Math.max(one, other));
  return true;
}

/** Gives the answer of a question for equality. */
function noted(isSo: boolean, x: unknown, y: unknown): boolean {
  if (noteLevels(x, y) && isSo) meet();
  return isSo;
}

/** A comparison for equality with a constant, which is nothing that was kept. */
const withConstant =
  (compare: Comparison): Comparison =>
  (x, y) => {
    const before = met();
    const isSo = compare(x, y);
    if (met() !== before) {
      answer(before);
      forget(before);
    }
    return isSo;
  };

export type Comparison = (x: unknown, y: unknown) => boolean;
type OfReals = (x: Real, y: Real) => boolean;

/** An order: numbers first, then duals, and all else as JavaScript does. */
function ordered(compare: OfReals, native: Comparison): Comparison {
  return (x, y) => {
    if (!isDual(x, y)) {
      if (!isObject(x) && !isObject(y)) return native(x, y);
      const [m, n] = [toPrimitive(x, 'number'), toPrimitive(y, 'number')];
      return isDual(m, n) ? ordered(compare, native)(m, n) : native(m, n);
    }
    const a = numeric(x);
    const b = numeric(y);
    const isSo =
      typeof a === 'bigint' || typeof b === 'bigint'
        ? beside(a, b, compare, native)
        : compare(a, b);
    // Copies of duals have been refused.
    noteLevels(a, b);
    return isSo;
  };
}

/** A bigint is compared exactly, and shown to watchers as the nearest number. */
function beside(x: unknown, y: unknown, watched: OfReals, native: Comparison): boolean {
  watched(nearest(x), nearest(y));
  return native(plain(x), plain(y));
}
const nearest = (x: unknown): Real => (x instanceof Dual ? x : Number(x));

const isDual = (x: unknown, y: unknown): boolean => x instanceof Dual || y instanceof Dual;

const less = ordered(reals.lt, (x, y) => (x as number) < (y as number));
export const lt: Comparison = (x, y) =>
  typeof x === 'number' && typeof y === 'number' ? x < y : less(x, y);

const atMost = ordered(reals.le, (x, y) => (x as number) <= (y as number));
export const le: Comparison = (x, y) =>
  typeof x === 'number' && typeof y === 'number' ? x <= y : atMost(x, y);

const greater = ordered(reals.gt, (x, y) => (x as number) > (y as number));
export const gt: Comparison = (x, y) =>
  typeof x === 'number' && typeof y === 'number' ? x > y : greater(x, y);

const atLeast = ordered(reals.ge, (x, y) => (x as number) >= (y as number));
export const ge: Comparison = (x, y) =>
  typeof x === 'number' && typeof y === 'number' ? x >= y : atLeast(x, y);

const isReal = (x: unknown): x is Real => typeof x === 'number' || x instanceof Dual;

/** `x === y`. */
export const eq: Comparison = (x, y) =>
  isDual(x, y) ? equal(x, y) : x === y || isSameFunction(x, y);

function equal(x: unknown, y: unknown): boolean {
  if (!isReal(x) || !isReal(y)) return false;
  return noted(reals.eq(x, y), x, y);
}

/** A native function and its version are the same to the program. */
const isSameFunction = (x: unknown, y: unknown): boolean =>
  typeof x === 'function' && typeof y === 'function' && nativeOf(x) === nativeOf(y);

const isPrimitive = (x: unknown): boolean => x !== null && x !== undefined && !isObject(x);

/** `x == y`. */
export function looseEq(x: unknown, y: unknown): boolean {
  if (!isDual(x, y)) {
    if (isObject(x) && isPrimitive(y)) return looseEq(toPrimitive(x, 'default'), y);
    if (isObject(y) && isPrimitive(x)) return looseEq(x, toPrimitive(y, 'default'));
    // eslint-disable-next-line eqeqeq -- this is that operator
    return x == y || isSameFunction(x, y);
  }
  if (isReal(x) && isReal(y)) return equal(x, y);
  return x instanceof Dual ? looselyEqual(x, y) : looselyEqual(y as Dual, x);
}

function looselyEqual(x: Dual, other: unknown): boolean {
  const y = toPrimitive(other, 'default');
  if (y === undefined || y === null || typeof y === 'symbol') return false;
  // eslint-disable-next-line eqeqeq -- this is that operator
  const isSo = beside(x, y, reals.eq, (a, b) => a == b);
  return noted(isSo, x, y);
}

export const eqConstant = withConstant(eq);
export const looseEqConstant = withConstant(looseEq);

/** `Object.is`. */
export const same: Comparison = (x, y) => {
  if (!isDual(x, y)) return Object.is(x, y);
  if (!isReal(x) || !isReal(y)) return false;
  return noted(beside(x, y, reals.eq, Object.is), x, y);
};

/** True if a value counts as true; a dual is compared with 0. */
export const truthy = (x: unknown): boolean => {
  if (!(x instanceof Dual)) return Boolean(x);
  return !reals.eq(x, 0) && reals.eq(x, x);
};
