/**
 * Forward mode along a tape: the bindings of a run say how its reals change with its inputs (the linear
 * maps of Fig. 10 before they are transposed), so that one pass from the oldest binding to the newest gives
 * the tangents of all. The function itself runs once, for any number of directions. O(edges · directions),
 * over the columns (§7.3).
 *
 * A tangent of exactly 0 is not propagated, nor anything through a partial of exactly 0, as in the sweep.
 */
import { columns } from './columns.js';
import type { DeltaId } from '../delta/delta.js';
import * as lanes from './lanes.js';
import { inLanes, type SparseVector } from './lanes.js';
import type { Tape } from './tape.js';

// A constant to V8, which what is imported is not.
const { LANES } = lanes;

/**
 * The tangents of `outputs` (ids, 0 for constants) along each direction of the inputs. The bindings must be those in the columns, and no groups.
 */
export function forwardSweeps(
  tape: Pick<Tape, 'base' | 'inputs' | 'top'>,
  outputs: readonly DeltaId[],
  directions: readonly SparseVector[],
): Float64Array[] {
  const { base, inputs, top } = tape;
  const needed = neededFor(outputs, tape);
  const pushedAlong = directions.map(() => new Float64Array(outputs.length));
  inLanes(top - base + 1, directions, (tangents, some, first) => {
    tangents.fill(0, 0, LANES * (inputs + 1));
    some.forEach((direction, lane) => {
      for (const { index, value } of direction) tangents[LANES * (index + 1) + lane] += value;
    });
    sweepUp(tangents, needed, base, base + inputs + 1, top);
    some.forEach((_, lane) => {
      const along = pushedAlong[first + lane];
      for (let k = 0; k < outputs.length; k++) {
        if (outputs[k] > 0) along[k] = tangents[LANES * (outputs[k] - base) + lane];
      }
    });
  });
  return pushedAlong;
}

/** Which ids the outputs depend on, counted from the base: often few of those that were recorded. */
function neededFor(
  outputs: readonly DeltaId[],
  { base, inputs, top }: Pick<Tape, 'base' | 'inputs' | 'top'>,
): Uint8Array {
  const { arg1, arg2, widePartial, wideArg } = columns();
  const needed = new Uint8Array(top - base + 1);
  for (const id of outputs) if (id > 0) needed[id - base] = 1;
  for (let id = top; id > base + inputs; id--) {
    if (needed[id - base] === 0) continue;
    const first = arg1[id];
    if (first < 0) {
      const end = ~first + arg2[id];
      for (let k = ~first; k < end; k++) if (widePartial[k] !== 0) needed[wideArg[k] - base] = 1;
    } else {
      if (first > 0) needed[first - base] = 1;
      if (arg2[id] > 0) needed[arg2[id] - base] = 1;
    }
  }
  return needed;
}

function sweepUp(
  tangents: Float64Array,
  needed: Uint8Array,
  base: DeltaId,
  from: DeltaId,
  to: DeltaId,
): void {
  const { partial1, partial2, arg1, arg2 } = columns();
  for (let id = from; id <= to; id++) {
    if (needed[id - base] === 0) continue;
    const at = LANES * (id - base);
    const first = arg1[id];
    const second = arg2[id];
    if (first < 0) {
      addWide(tangents, at, base, ~first, ~first + second);
      continue;
    }
    tangents[at] = 0;
    tangents[at + 1] = 0;
    tangents[at + 2] = 0;
    tangents[at + 3] = 0;
    if (first > 0) addScaled(tangents, at, partial1[id], LANES * (first - base));
    if (second > 0) addScaled(tangents, at, partial2[id], LANES * (second - base));
  }
}

/** Adds the tangents at `from`, times a partial, to those at `to`. */
function addScaled(tangents: Float64Array, to: number, partial: number, from: number): void {
  if (partial === 0) return;
  if (partial - partial === 0) {
    tangents[to] += partial * tangents[from];
    tangents[to + 1] += partial * tangents[from + 1];
    tangents[to + 2] += partial * tangents[from + 2];
    tangents[to + 3] += partial * tangents[from + 3];
  } else {
    for (let lane = 0; lane < LANES; lane++) {
      tangents[to + lane] += times(partial, tangents[from + lane]);
    }
  }
}

/** With an infinite or NaN partial a tangent of 0 must be looked for. */
const times = (partial: number, tangent: number): number => (tangent === 0 ? 0 : partial * tangent);

/** The same for a list of edges, with the sums in registers meanwhile. */
function addWide(
  tangents: Float64Array,
  to: number,
  base: DeltaId,
  start: number,
  end: number,
): void {
  const { widePartial, wideArg } = columns();
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  for (let k = start; k < end; k++) {
    const partial = widePartial[k];
    if (partial === 0) continue;
    const from = LANES * (wideArg[k] - base);
    if (partial - partial === 0) {
      sum0 += partial * tangents[from];
      sum1 += partial * tangents[from + 1];
      sum2 += partial * tangents[from + 2];
      sum3 += partial * tangents[from + 3];
    } else {
      sum0 += times(partial, tangents[from]);
      sum1 += times(partial, tangents[from + 1]);
      sum2 += times(partial, tangents[from + 2]);
      sum3 += times(partial, tangents[from + 3]);
    }
  }
  tangents[to] = sum0;
  tangents[to + 1] = sum1;
  tangents[to + 2] = sum2;
  tangents[to + 3] = sum3;
}
