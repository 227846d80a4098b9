/**
 * Forward mode along a tape. The bindings of a run say how its reals change with its inputs: they are the
 * linear maps of Fig. 10 before these are transposed. One pass over the columns (§7.3), from the oldest
 * binding to the newest, gives the tangents of all. The function runs once for any number of directions.
 * O(edges · directions).
 */
import { columns } from './columns.js';
import type { DeltaId } from '../delta/delta.js';
import * as lanes from './lanes.js';
import { inLanes, type SparseVector } from './lanes.js';
import type { Tape } from './tape.js';

// Constants to V8, which imports are not.
const { LANES, addScaled } = lanes;

/**
 * The tangents of `outputs` (ids, 0 for constants) along each direction of the inputs. The bindings
 * must be in the columns, and there must be no groups.
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

/**
 * Which ids the outputs depend on, counted from the base: often few of those that were recorded. An exact 0
 * wins: nothing depends through that partial.
 */
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
  const { partial1, partial2, arg1, arg2, widePartial, wideArg } = columns();
  for (let id = from; id <= to; id++) {
    if (needed[id - base] === 0) continue;
    const at = LANES * (id - base);
    const first = arg1[id];
    const second = arg2[id];
    tangents[at] = 0;
    tangents[at + 1] = 0;
    tangents[at + 2] = 0;
    tangents[at + 3] = 0;
    if (first < 0) {
      const end = ~first + second;
      for (let k = ~first; k < end; k++) {
        addAlong(tangents, at, widePartial[k], LANES * (wideArg[k] - base));
      }
    } else {
      if (first > 0) addAlong(tangents, at, partial1[id], LANES * (first - base));
      if (second > 0) addAlong(tangents, at, partial2[id], LANES * (second - base));
    }
  }
}

/** Adds the tangents at `from`, times a partial, to those at `to`. */
function addAlong(tangents: Float64Array, to: number, partial: number, from: number): void {
  const t0 = tangents[from];
  const t1 = tangents[from + 1];
  const t2 = tangents[from + 2];
  const t3 = tangents[from + 3];
  addScaled(tangents, to, partial, t0, t1, t2, t3);
}
