/**
 * The sweep (delta/binding-columns.ts: `eval` of Fig. 10 over the columns, §7.3) with several cotangents of
 * the outputs at once. It reads each edge once for all lanes. O(edges · directions).
 */
import { columns } from './columns.js';
import type { Flat } from '../core/trees/flat.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { EngineRun } from './engine.js';
import * as lanes from './lanes.js';
import { inLanes, type SparseVector } from './lanes.js';
import type { ReverseRun } from './reverse-run.js';

// Constants to V8, which imports are not.
const { LANES, addScaled } = lanes;

/** True if everything about a run stands in the columns. */
export const isInColumns = (run: ReverseRun): boolean =>
  run instanceof EngineRun && run.groups.length === 0 && run.blockInputs === undefined;

/**
 * The cotangents of the inputs for each direction of `outputs` (ids, 0 for constants). Each direction has a
 * sweep of its own where the run has groups or is nested, and where there is one direction only.
 */
export function reverseSweeps(
  run: ReverseRun,
  outputs: readonly DeltaId[],
  directions: readonly SparseVector[],
): Flat<Real>[] {
  if (!isInColumns(run) || directions.length === 1) {
    return directions.map((direction) =>
      run.pull(direction.map(({ index, value }) => ({ id: outputs[index], cotangent: value }))),
    );
  }
  const { base, inputs, top } = run;
  const rows = directions.map(() => new Float64Array(inputs));
  inLanes(top - base + 1, directions, (cotangents, some, first) => {
    cotangents.fill(0, 0, LANES * (top - base + 1));
    some.forEach((direction, lane) => {
      for (const { index, value } of direction) {
        if (outputs[index] > 0) cotangents[LANES * (outputs[index] - base) + lane] += value;
      }
    });
    sweepDown(cotangents, base, top, base + inputs);
    some.forEach((_, lane) => {
      const row = rows[first + lane];
      for (let k = 0; k < inputs; k++) row[k] = cotangents[LANES * (k + 1) + lane];
    });
  });
  return rows;
}

function sweepDown(cotangents: Float64Array, base: DeltaId, from: DeltaId, to: DeltaId): void {
  const { partial1, partial2, arg1, arg2, widePartial, wideArg } = columns();
  for (let id = from; id > to; id--) {
    const at = LANES * (id - base);
    const c0 = cotangents[at];
    const c1 = cotangents[at + 1];
    const c2 = cotangents[at + 2];
    const c3 = cotangents[at + 3];
    // An exact 0 wins: skipped for speed.
    if (c0 === 0 && c1 === 0 && c2 === 0 && c3 === 0) continue;
    const first = arg1[id];
    const second = arg2[id];
    if (first < 0) {
      const end = ~first + second;
      for (let k = ~first; k < end; k++) {
        addScaled(cotangents, LANES * (wideArg[k] - base), widePartial[k], c0, c1, c2, c3);
      }
    } else {
      if (first > 0) addScaled(cotangents, LANES * (first - base), partial1[id], c0, c1, c2, c3);
      if (second > 0) addScaled(cotangents, LANES * (second - base), partial2[id], c0, c1, c2, c3);
    }
  }
}
