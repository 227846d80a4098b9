/**
 * The amount that long tests try: a sample in `npm test`, and all of it in `npm run verify`, which sets
 * `WHOLE`.
 */
export const isWhole = process.env['WHOLE'] !== undefined;

/** The number of random cases that are tried, of this many in whole. */
export const sampled = (runs: number): number => (isWhole ? runs : Math.ceil(runs / 6));
