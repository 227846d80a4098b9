/** Values of terms: reals, outcomes of tests, tuples and arrays, and functions. */
export type Value = number | boolean | readonly Value[] | Function;
export type Function = (...args: readonly Value[]) => Value;

/** 0 in the shape of a value. */
export const zeroLike = (x: Value): Value =>
  typeof x === 'number' ? 0 : (x as readonly Value[]).map(zeroLike);

/**
 * The array of `shift1L` and `shift1R` of no elements. It has one element less than none: so a scan of it has none, as the
 * gradient of a fold of no elements has.
 */
export const lessThanNone: never[] = [];
Object.freeze(lessThanNone);
