/**
 * Accumulators for sweeps in several directions at once (forward-sweep.ts, lane-sweep.ts). The numbers that
 * belong to one id in LANES directions stand side by side, so that an edge is read once for all of them and
 * they come in one line of the cache: a direction costs half of what it costs alone, or less.
 *
 * An accumulator takes 32 bytes for each id of the run. The last one is kept for the next sweep, up to 64
 * MiB; a larger one is given back.
 */
import { product } from '../delta/exact-zero.js';

/**
 * Eight would take a quarter less for each direction, but more in all where directions are few: all
 * lanes of the last sweep cost, whether they are taken or not.
 */
export const LANES = 4;

/**
 * Adds the numbers of all lanes, times a partial, to those at `to`. An exact 0 wins (delta/exact-zero.ts); a
 * finite partial times a number of 0 is 0 by itself.
 */
export function addScaled(
  lanes: Float64Array,
  to: number,
  partial: number,
  x0: number,
  x1: number,
  x2: number,
  x3: number,
): void {
  if (partial === 0) return;
  if (partial - partial === 0) {
    lanes[to] += partial * x0;
    lanes[to + 1] += partial * x1;
    lanes[to + 2] += partial * x2;
    lanes[to + 3] += partial * x3;
  } else {
    lanes[to] += product(partial, x0);
    lanes[to + 1] += product(partial, x1);
    lanes[to + 2] += product(partial, x2);
    lanes[to + 3] += product(partial, x3);
  }
}

/** The entry of a direction at an input, or at an output; at others it is 0. */
export interface Entry {
  readonly index: number;
  readonly value: number;
}

export type SparseVector = readonly Entry[];

/** Along one input or output each. */
export const units = (count: number): SparseVector[] =>
  Array.from({ length: count }, (_, index) => [{ index, value: 1 }]);

/** Along several inputs or outputs together. */
export const sumOfUnits = (indices: readonly number[]): SparseVector =>
  indices.map((index) => ({ index, value: 1 }));

/** The most numbers that are kept. */
const MOST = 2 ** 23;
let spare = new Float64Array(0);

/**
 * Calls `sweep` for some directions at a time, as many as there are lanes, with the index of the first. The
 * accumulator has room for `ids` ids, and holds what the sweep before left there.
 */
export function inLanes(
  ids: number,
  directions: readonly SparseVector[],
  sweep: (lanes: Float64Array, some: readonly SparseVector[], first: number) => void,
): void {
  const lanes = spare.length < LANES * ids ? new Float64Array(LANES * ids) : spare;
  if (lanes.length <= MOST) spare = lanes;
  for (let first = 0; first < directions.length; first += LANES) {
    sweep(lanes, directions.slice(first, first + LANES), first);
  }
}
