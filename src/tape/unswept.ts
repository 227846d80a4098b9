/** The check that sweeps leave nothing behind. */
import type { DeltaId } from '../delta/delta.js';
import { columns, takeNewest } from './columns.js';
import { tangentColumnsInUse } from './tangent-columns.js';

/**
 * The ids of bindings with a cotangent in the accumulator. Between runs there must be none: the cotangent
 * would be added to an unrelated gradient. O(bindings since the last call).
 */
export function unswept(): DeltaId[] {
  const newest = takeNewest();
  const found: DeltaId[] = [];
  if (newest === 0) return found;
  const { cotangent } = columns();
  const tangents = tangentColumnsInUse()?.cotangentTangent;
  // Only what is not an exact 0 would be added.
  for (let id = 1; id <= newest; id++) {
    if (cotangent[id] !== 0 || (tangents !== undefined && tangents[id] !== 0)) found.push(id);
  }
  return found;
}
