/**
 * The part of the arguments that is taken for known: nothing; the lengths of short arrays, which are taken element by element;
 * and whole numbers, too, but for those that a gradient is taken with respect to.
 */
export type Precision = 'arrays' | 'elements' | 'counts';

/** Longer arrays are never taken element by element. */
export const SHORT = 40;
