/** The comparisons of the language, on numbers. */
import type { Comparison } from './ir.js';

export const compared: Readonly<Record<Comparison, (x: number, y: number) => boolean>> = {
  lt: (x, y) => x < y,
  le: (x, y) => x <= y,
  gt: (x, y) => x > y,
  ge: (x, y) => x >= y,
  eq: (x, y) => x === y,
  ne: (x, y) => x !== y,
};
