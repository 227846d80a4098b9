/**
 * Kinks and steps: the rows of the table that are smooth between points where they are not. They
 * need no other rows; table.ts has these among its own.
 */
import { fromHalf, fromInteger, fromJump, fromJumps, fromTie, fromZero } from './boundaries.js';
import { ge, lt } from './comparisons.js';
import { definePrimitive } from './primitive.js';
import type { Binary, Unary } from './row.js';
import { edge, flat, on, smooth } from './domains.js';
import { fold, variadic, type Variadic } from './variadic.js';

const broken = on('x not an integer', -1.7, -0.3, 0.4, 2.6);
const steps = flat(1, 'a step: the derivative beside it is declared at it');

export const abs: Unary = definePrimitive({
  name: 'abs',
  value: Math.abs,
  partials: [(x) => sign(x)],
  formula: ['sign x'],
  domain: on('x ≠ 0', -2.3, 0.4),
  boundary: fromZero,
  conventions: flat(0, 'the smallest subgradient'),
});

const larger: Binary = definePrimitive({
  name: 'max',
  value: Math.max,
  partials: [(x, y) => (ge(x, y) ? 1 : 0), (x, y) => (lt(x, y) ? 1 : 0)],
  formula: ['x ≥ y ? 1 : 0', 'x < y ? 1 : 0'],
  domain: on('x ≠ y', [1.2, 0.4], [-2, 0.3]),
  boundary: fromTie,
  conventions: [edge([1, 1], [1, 0], 'a tie goes to the first argument')],
});

const smaller: Binary = definePrimitive({
  name: 'min',
  value: Math.min,
  partials: [(x, y) => (ge(y, x) ? 1 : 0), (x, y) => (lt(y, x) ? 1 : 0)],
  formula: ['x ≤ y ? 1 : 0', 'x > y ? 1 : 0'],
  domain: on('x ≠ y', [1.2, 0.4], [-2, 0.3]),
  boundary: fromTie,
  conventions: [edge([1, 1], [1, 0], 'a tie goes to the first argument')],
});

export const sign: Unary = definePrimitive({
  name: 'sign',
  value: Math.sign,
  partials: [() => 0],
  formula: ['0'],
  domain: on('x ≠ 0', -2.3, 0.4),
  boundary: fromZero,
  conventions: flat(0, 'a step: the derivative beside it is declared at it'),
});

export const floor: Unary = definePrimitive({
  name: 'floor',
  value: Math.floor,
  partials: [() => 0],
  formula: ['0'],
  domain: broken,
  boundary: fromInteger,
  conventions: steps,
});

export const ceil: Unary = definePrimitive({
  name: 'ceil',
  value: Math.ceil,
  partials: [() => 0],
  formula: ['0'],
  domain: broken,
  boundary: fromInteger,
  conventions: steps,
});

export const trunc: Unary = definePrimitive({
  name: 'trunc',
  value: Math.trunc,
  partials: [() => 0],
  formula: ['0'],
  domain: broken,
  boundary: fromJump,
  conventions: steps,
});

export const round: Unary = definePrimitive({
  name: 'round',
  value: Math.round,
  partials: [() => 0],
  formula: ['0'],
  domain: on('x not half-way', -1.7, -0.3, 0.4, 2.6),
  boundary: fromHalf,
  conventions: flat(0.5, 'a step, as floor'),
});

export const fround: Unary = definePrimitive({
  name: 'fround',
  value: Math.fround,
  partials: [() => 1], // Rounding is a change of format, not of the real.
  formula: ['1'],
  domain: on('all x, as a change of format', 0.5, -1.25),
  conventions: smooth,
});

export const clz32: Unary = definePrimitive({
  name: 'clz32',
  value: Math.clz32,
  partials: [() => 0],
  formula: ['0'],
  domain: on('x not an integer', 2.6, 70.4),
  boundary: fromJump,
  conventions: steps,
});

export const imul: Binary = definePrimitive({
  name: 'imul',
  value: Math.imul,
  partials: [() => 0, () => 0],
  formula: ['0', '0'],
  domain: on('x, y not integers', [2.6, 3.4]),
  boundary: fromJumps,
  conventions: [edge([2, 3], [0, 0], 'a step in each argument')],
});

/** `Math.max` on reals; a tie goes to the first. O(arguments) bindings. @example max(1, 2) // 2 */
export const max: Variadic = variadic(larger, (xs) => fold(larger, xs, -Infinity));
/** `Math.min` on reals; a tie goes to the first. O(arguments) bindings. @example min(1, 2) // 1 */
export const min: Variadic = variadic(smaller, (xs) => fold(smaller, xs, Infinity));
