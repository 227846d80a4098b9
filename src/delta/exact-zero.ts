/**
 * An exact 0 wins: what does not change, or does not matter, is not propagated. A product of a partial with a
 * tangent or a cotangent is 0 if one of the two is exactly 0, even if the other is infinite or NaN
 * (docs/conventions.md). This file has the rule for numbers and for reals. Lanes have it in tape/lanes.ts; power
 * series compute with these products. Where sweeps and operators skip a 0 for speed, a comment says so.
 */
import { add, mul } from '../core/primitives/table.js';
import type { Real } from '../core/real.js';

/** `x * y` of numbers. */
export const product = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);

/** `mul(x, y)` of reals. */
export const realProduct = (x: Real, y: Real): Real => (x === 0 || y === 0 ? 0 : mul(x, y));

/** `add(x, y)` of reals. A summand of 0 is not recorded. */
export const realSum = (x: Real, y: Real): Real => (x === 0 ? y : y === 0 ? x : add(x, y));
