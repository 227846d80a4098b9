/** Domains and conventions that many rows of the table share. */
import type { Convention, Domain, Limit } from './row.js';

/** A domain in words, with points inside. */
export const domain = (text: string, ...points: (number | readonly number[])[]): Domain => ({
  text,
  points: points.map((p) => (typeof p === 'number' ? [p] : p)),
});

export const line = domain('all x', -2.3, -0.6, 0.4, 1.7);
export const plane = domain('all x, y', [-1.3, 0.7], [0.4, 2.1], [2.5, -0.9]);
export const positive = domain('x > 0', 0.3, 1, 2.6);
export const inside = domain('-1 < x < 1', -0.8, 0.1, 0.6);

/** A declaration of the partials at a point. */
export const convention = (
  at: readonly number[],
  partials: readonly number[],
  because: string,
): Convention => ({ at, partials, because });

/** A partial that is declared to be 0. */
export const zeroPartial = (at: number, because: string): readonly Convention[] => [
  convention([at], [0], because),
];

/** A limit: by how much the numbers of one order may be off. */
export const limit = (order: Limit['order'], text: string, error: Limit['error']): Limit => ({
  order,
  text,
  error,
});

/**
 * The declarations of a unary row whose boundary has a neighbour on one side only: an end of its
 * domain, where it is not smooth.
 */
export const oneSided = (end: number, partial: number) => ({
  boundary: (x: number) => x - end,
  conventions: [convention([end], [partial], 'the one-sided limit')],
});
