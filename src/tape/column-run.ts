/**
 * The common part of the reverse runs that record into the columns: their first id, forgetting
 * bindings, and giving the columns back. A run starts at id 0. A derivative inside a custom rule starts
 * after the bindings of the run around it, and that run is set aside meanwhile.
 */
import { TOP, WIDE, columns, head, type DeltaDual } from './columns.js';
import type { Flat } from '../core/trees/flat.js';
import { tangentColumnsInUse } from './tangent-columns.js';
import type { Dual, Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { ReverseRun } from './reverse-run.js';
import type { Seed } from './tape.js';

/** The newest id since the last call of `unswept`. */
let newest: DeltaId = 0;
const noteNewest = () => void (newest = Math.max(newest, head[TOP]));

/**
 * The ids of bindings with a cotangent in the accumulator. Between runs there must be none: the cotangent would
 * be added to an unrelated gradient. O(bindings since the last call).
 */
export function unswept(): DeltaId[] {
  const found: DeltaId[] = [];
  if (newest === 0) return found;
  const { cotangent } = columns();
  const tangents = tangentColumnsInUse()?.cotangentTangent;
  // Only what is not an exact 0 would be added.
  for (let id = 1; id <= newest; id++) {
    if (cotangent[id] !== 0 || (tangents !== undefined && tangents[id] !== 0)) found.push(id);
  }
  newest = 0;
  return found;
}

export abstract class ColumnRun extends ReverseRun {
  readonly base: DeltaId = head[TOP];
  private readonly wideBase = head[WIDE];

  protected abstract readonly bindingBytes: number;
  protected abstract readonly wideEdgeBytes: number;
  /** Sets the cotangents after `id` to 0, for the next sweep. */
  protected abstract clear(id: DeltaId): void;

  get top(): DeltaId {
    return head[TOP];
  }

  get bytes(): number {
    return (
      (head[TOP] - this.base) * this.bindingBytes +
      (head[WIDE] - this.wideBase) * this.wideEdgeBytes
    );
  }

  override pull(seeds: readonly Seed[]): Flat<Real> {
    try {
      return super.pull(seeds);
    } catch (error) {
      this.clear(this.base);
      throw error;
    }
  }

  mark(): (isSwept: boolean) => void {
    const top = head[TOP];
    const wide = head[WIDE];
    return (isSwept) => {
      noteNewest();
      if (!isSwept) this.clear(top);
      head[TOP] = top;
      head[WIDE] = wide;
    };
  }

  private kept: readonly Real[] | null = null;

  /** O(bindings). */
  override keepPrimals(): void {
    const { base, top } = this;
    this.kept = Array.from({ length: top - base }, (_, k) => this.primal(base + 1 + k));
  }

  override keptPrimalOf(dual: Dual): Real | undefined {
    return this.kept?.[(dual as DeltaDual).id - this.base - 1];
  }

  /** Gives the columns back. */
  override close(): void {
    super.close();
    noteNewest();
    head[TOP] = this.base;
    head[WIDE] = this.wideBase;
  }
}
