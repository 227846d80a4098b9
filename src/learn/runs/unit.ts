/** Units for numbers that are far from 1, whose squares may be too large or too small for floating point. */

/** Numbers beyond these are taken in units of their own. */
const [LEAST, MOST] = [1e-10, 1e10];

/** A power of two near a size by which to divide, so that no bit changes; 1 for sizes that cause no trouble. */
export const unitOf = (size: number): number =>
  size > 0 && size < Infinity && (size < LEAST || size > MOST)
    ? 2 ** Math.floor(Math.log2(size))
    : 1;
