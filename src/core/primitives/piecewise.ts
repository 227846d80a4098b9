/**
 * Kinks and steps: the rows of the table that are smooth only between certain points. They use no other
 * rows; table.ts lists them among its own.
 */
import { fromHalf, fromInteger, fromJump, fromJumps, fromTie, fromZero } from './boundaries.js';
import { ge, lt } from '../comparisons.js';
import { primitive } from './primitive.js';
import type { Binary, Unary } from './row.js';
import { convention, zeroPartial, domain } from './domains.js';
import { fold, variadic, type Variadic } from './variadic.js';

const nonzero = domain('x ≠ 0', -2.3, 0.4);
const broken = domain('x not an integer', -1.7, -0.3, 0.4, 2.6);
const jump = zeroPartial(1, 'a step: the derivative beside it is declared at it');

export const abs: Unary = primitive('abs', Math.abs, [(x) => sign(x)], 'sign x', nonzero, {
  boundary: fromZero, conventions: zeroPartial(0, 'the smallest subgradient') });

const tie = { boundary: fromTie, conventions: [convention([1, 1], [1, 0], 'a tie goes to the first argument')] };
const apart = domain('x ≠ y', [1.2, 0.4], [-2, 0.3]);
const larger: Binary = primitive('max', Math.max,
  [(x, y) => (ge(x, y) ? 1 : 0), (x, y) => (lt(x, y) ? 1 : 0)], ['x ≥ y ? 1 : 0', 'x < y ? 1 : 0'], apart, tie);
const smaller: Binary = primitive('min', Math.min,
  [(x, y) => (ge(y, x) ? 1 : 0), (x, y) => (lt(y, x) ? 1 : 0)], ['x ≤ y ? 1 : 0', 'x > y ? 1 : 0'], apart, tie);

export const sign: Unary = primitive('sign', Math.sign, [() => 0], '0', nonzero, {
  boundary: fromZero, conventions: zeroPartial(0, 'a step: the derivative beside it is declared at it') });
export const floor: Unary = primitive('floor', Math.floor, [() => 0], '0', broken, { boundary: fromInteger, conventions: jump });
export const ceil: Unary = primitive('ceil', Math.ceil, [() => 0], '0', broken, { boundary: fromInteger, conventions: jump });
export const trunc: Unary = primitive('trunc', Math.trunc, [() => 0], '0', broken, { boundary: fromJump, conventions: jump });
export const round: Unary = primitive('round', Math.round, [() => 0], '0', domain('x not half-way', -1.7, -0.3, 0.4, 2.6), {
  boundary: fromHalf, conventions: zeroPartial(0.5, 'a step, as floor') });
export const clz32: Unary = primitive('clz32', Math.clz32, [() => 0], '0', domain('x not an integer', 2.6, 70.4), { boundary: fromJump, conventions: jump });
export const imul: Binary = primitive('imul', Math.imul, [() => 0, () => 0], ['0', '0'], domain('x, y not integers', [2.6, 3.4]), {
  boundary: fromJumps, conventions: [convention([2, 3], [0, 0], 'a step in each argument')] });

// Rounding is a change of format, not of the real.
export const fround: Unary = primitive('fround', Math.fround, [() => 1], '1', domain('all x, as a change of format', 0.5, -1.25));

/** `Math.max` on reals; a tie goes to the first. O(arguments) bindings. @example max(1, 2) // 2 */
export const max: Variadic = variadic(larger, (xs) => fold(larger, xs, -Infinity));
/** `Math.min` on reals; a tie goes to the first. O(arguments) bindings. @example min(1, 2) // 1 */
export const min: Variadic = variadic(smaller, (xs) => fold(smaller, xs, Infinity));
