/**
 * Distances of arguments from a point where a primitive is not smooth; the rows of the table use these.
 * The sign does not matter. A constant argument does not move, so it counts only as a parameter: x /
 * 0.001 is smooth in x.
 */

type Active = readonly boolean[];

export const fromZero = (x: number): number => x;
export const fromOne = (x: number): number => 1 - Math.abs(x);
export const fromTie = (x: number, y: number): number => x - y;

export const fromInteger = (x: number): number => x - Math.round(x);
export const fromHalf = (x: number): number => fromInteger(x - 0.5);

/** Truncation does not jump at 0. */
export const fromJump = (x: number): number => (Math.abs(x) < 0.5 ? fromOne(x) : fromInteger(x));

export const fromJumps = (x: number, y: number, active: Active): number =>
  Math.min(...[x, y].map((z, k) => (active[k] ? Math.abs(fromJump(z)) : Infinity)));

export const fromDivisor = (_: number, y: number, active: Active): number =>
  active[1] || y === 0 ? y : Infinity;

/** The remainder jumps where x is a multiple of y, except at 0. */
export function fromMultiple(x: number, y: number): number {
  const above = Math.abs(x % y);
  const below = Math.abs(y) - above;
  return Math.abs(x) < Math.abs(y) ? below : Math.min(above, below);
}

export function fromPower(x: number, y: number, active: Active): number {
  if (!active[0]) return x < 0 ? 0 : x === 0 ? y : Infinity;
  if (active[1]) return Math.max(x, 0);
  return Number.isInteger(y) && y >= 0 ? Infinity : x;
}

/**
 * The angle of (x, y) jumps by 2π across the half-line y = 0, x < 0, and has no limit at its end.
 */
export const fromCut = (y: number, x: number, active: Active): number =>
  active[0] && x < 0 ? y : Math.hypot(x, y);

/** The poles of the gamma function: 0, -1, -2, … */
export const fromPole = (x: number): number => x - Math.min(0, Math.round(x));
