/**
 * Copies of tapes that outlive their runs, and can be swept any number of times.
 */
import type { Flat } from '../core/trees/flat.js';
import { product } from '../delta/exact-zero.js';
import { Dual, type Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { bindingsOf } from './binding-list.js';
import { WIDE, columns, head } from './columns.js';
import { EngineRun } from './engine.js';
import { NestedRun } from './nested-run.js';
import { NumberCotangents } from './number-cotangents.js';
import { RealCotangents } from './real-cotangents.js';
import { NumberTangents, RealTangents, pushThrough } from './tangents.js';
import type { ReverseRun } from './reverse-run.js';
import { edgesIn, makeSweep, type SweepColumns } from '../delta/binding-columns.js';
import {
  sweeps,
  type BlockInput,
  type Group,
  type Seed,
  type Tape,
  type VisitEdge,
} from './tape.js';

/** A copy of the bindings of a run, unless it cannot do without the run. O(bindings). */
export function copyOfTape(run: ReverseRun): Tape | null {
  if (run.groups.some(({ push }) => push === null)) return null;
  sweeps.keep?.(run);
  if (run instanceof NestedRun) return run;
  if (!(run instanceof EngineRun)) return new ListCopy(run);
  // A run on top of another one is rare, and its ids would need another origin.
  return run.base > 0 ? null : new ColumnCopy(run, head[WIDE]);
}

/** The tangents of some ids of a kept tape along a direction of its inputs. O(edges) and rules. */
export function pushedAlong(
  tape: Tape,
  direction: Flat<Real>,
  outputs: readonly DeltaId[],
): readonly Real[] {
  const isPlain =
    tape instanceof ColumnCopy &&
    (direction instanceof Float64Array || direction.every((x) => !(x instanceof Dual)));
  const tangents = isPlain ? tape.tangents() : new RealTangents(tape);
  return pushThrough(tape, direction, outputs, tangents);
}

abstract class TapeCopy implements Tape {
  readonly base: DeltaId;
  readonly inputs: number;
  readonly top: DeltaId;
  readonly groups: readonly Group[];
  readonly blockInputs?: readonly BlockInput[];

  constructor({ base, inputs, top, groups, blockInputs }: ReverseRun) {
    if (blockInputs !== undefined) this.blockInputs = blockInputs;
    this.base = base;
    this.inputs = inputs;
    this.top = top;
    this.groups = [...groups];
  }

  abstract primal(id: DeltaId): Real;
  abstract edgesOf(id: DeltaId, visit: VisitEdge): void;

  pull(seeds: readonly Seed[]): Flat<Real> {
    return sweeps.pull(this, seeds, new RealCotangents(this));
  }
}

class ListCopy extends TapeCopy {
  private readonly bindings;

  constructor(run: ReverseRun) {
    super(run);
    this.bindings = bindingsOf(run);
  }

  primal(id: DeltaId): Real {
    return this.bindings.primals[id - this.base];
  }

  edgesOf(id: DeltaId, visit: VisitEdge): void {
    this.bindings.edgesOf(id - this.base, visit);
  }
}

class ColumnCopy extends TapeCopy {
  private readonly primals: Float64Array;
  private readonly columns: SweepColumns;
  private isSwept = false;

  /** @param wide the number of wide edges in use */
  constructor(run: ReverseRun, wide: number) {
    super(run);
    const { top } = run;
    const { primal, partial1, partial2, arg1, arg2, widePartial, wideArg } = columns();
    this.primals = primal.slice(0, top + 1);
    this.columns = {
      partial1: partial1.slice(0, top + 1),
      partial2: partial2.slice(0, top + 1),
      arg1: arg1.slice(0, top + 1),
      arg2: arg2.slice(0, top + 1),
      widePartial: widePartial.slice(0, wide),
      wideArg: wideArg.slice(0, wide),
      cotangent: new Float64Array(top + 1),
    };
  }

  primal(id: DeltaId): Real {
    return this.primals[id];
  }

  edgesOf(id: DeltaId, visit: VisitEdge): void {
    edgesIn(this.columns, id, visit);
  }

  tangents(): NumberTangents {
    return new NumberTangents(this.columns, new Float64Array(this.top + 1));
  }

  override pull(seeds: readonly Seed[]): Flat<Real> {
    if (!seeds.every(({ cotangent }) => typeof cotangent === 'number')) return super.pull(seeds);
    // A rule may pull back through the tape on which it stands.
    const { isSwept, top } = this;
    const columns = isSwept
      ? { ...this.columns, cotangent: new Float64Array(top + 1) }
      : this.columns;
    this.isSwept = true;
    try {
      return sweeps.pull(
        this,
        seeds,
        new NumberCotangents(columns.cotangent, makeSweep(columns, product)),
      );
    } catch (error) {
      columns.cotangent.fill(0);
      throw error;
    } finally {
      this.isSwept = isSwept;
    }
  }
}
