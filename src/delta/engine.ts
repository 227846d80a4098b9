/**
 * The engine: the run that records into the columns. The operators write its bindings themselves (core/lift.ts);
 * here are its beginning and end, the general way to record (any arity), and what can be done with the
 * finished bindings: sweep them once where they are, or keep a copy to sweep again later.
 *
 * Only the outermost reverse run records here, since its scalars are plain numbers for certain. The columns
 * are reused from the start by the next run; old duals are refused by their run, not by their id.
 */
import {
  BINDING_BYTES,
  DeltaDual,
  TOP,
  WIDE,
  WIDE_EDGE_BYTES,
  columns,
  full,
  head,
  recording,
} from '../core/columns.js';
import { callFresh } from '../core/fresh.js';
import type { Primitive } from '../core/primitive.js';
import { Dual, Run, type Real } from '../core/real.js';
import type { DeltaId } from './delta.js';
import { makeSweep, type Sweep, type SweepColumns } from './sweep.js';
import { sweepReals, type Edge, type Seed, type Tape } from './tape.js';

const { primal, partial1, partial2, arg1, arg2, widePartial, wideArg } = columns;

/** What columns say about the edges of binding `id`. */
function edgesIn(from: SweepColumns, id: DeltaId): Edge[] {
  const edges: Edge[] = [];
  const push = (arg: DeltaId, partial: number) => {
    if (arg > 0 && partial !== 0) edges.push({ arg, partial });
  };
  const first = from.arg1[id];
  if (first >= 0) {
    push(first, from.partial1[id]);
    push(from.arg2[id], from.partial2[id]);
  } else {
    const end = ~first + from.arg2[id];
    for (let k = ~first; k < end; k++) push(from.wideArg[k], from.widePartial[k]);
  }
  return edges;
}

const sweepColumns = callFresh(makeSweep, 'columns', columns);

/** Seeds the accumulator, sweeps, and takes the inputs' cotangents out, leaving the accumulator at 0. */
function pullNumbers(sweep: Sweep, accumulator: Float64Array, tape: Tape, seeds: readonly Seed[]) {
  const { top, inputs } = tape;
  for (const { id, cotangent } of seeds) accumulator[id] += cotangent as number;
  sweep(top, inputs);
  const result: number[] = new Array<number>(inputs);
  for (let k = 0; k < inputs; k++) result[k] = accumulator[k + 1];
  accumulator.fill(0, 0, inputs + 1);
  return result;
}

const allNumbers = (seeds: readonly Seed[]) =>
  seeds.every(({ cotangent }) => typeof cotangent === 'number');

export class EngineRun extends Run implements Tape {
  readonly level = 1;
  inputs = 0;

  constructor() {
    super();
    head[TOP] = 0;
    head[WIDE] = 0;
    recording.run = this;
  }

  get top(): DeltaId {
    return head[TOP];
  }

  /** Memory of the tape and the accumulator, in bytes. */
  get bytes(): number {
    return head[TOP] * BINDING_BYTES + head[WIDE] * WIDE_EDGE_BYTES;
  }

  /** Duals for more inputs. All inputs come before the first binding. */
  dualise(xs: readonly Real[]): DeltaDual[] {
    const duals: DeltaDual[] = new Array<DeltaDual>(xs.length);
    for (let k = 0; k < xs.length; k++) {
      duals[k] = new DeltaDual(this, this.fresh(xs[k] as number, 0, 0));
    }
    this.inputs = head[TOP];
    return duals;
  }

  private fresh(x: number, first: number, second: number): DeltaId {
    const id = head[TOP] + 1;
    if (id >= columns.capacity) full();
    head[TOP] = id;
    primal[id] = x;
    arg1[id] = first;
    arg2[id] = second;
    return id;
  }

  /** Records a primitive of any arity as a wide binding. */
  apply(primitive: Primitive, args: readonly Real[]): Real {
    const count = args.length;
    const primals = new Array<number>(count);
    const active = new Array<boolean>(count);
    for (let k = 0; k < count; k++) {
      const x = args[k];
      active[k] = typeof x !== 'number';
      primals[k] = typeof x === 'number' ? x : primal[(x as DeltaDual).id];
    }
    const value = primitive.value(primals);
    const partials = primitive.partials(primals, value, active) as readonly number[];
    const start = head[WIDE];
    let end = start;
    if (start + count > columns.capacity) full();
    for (let k = 0; k < count; k++) {
      if (!active[k]) continue;
      wideArg[end] = (args[k] as DeltaDual).id;
      widePartial[end++] = partials[k];
    }
    head[WIDE] = end;
    return new DeltaDual(this, this.fresh(value, ~start, end - start));
  }

  primalOf(dual: Dual): number {
    return primal[(dual as DeltaDual).id];
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id}`;
  }

  primal(id: DeltaId): Real {
    return primal[id];
  }

  edges(id: DeltaId): readonly Edge[] {
    return edgesIn(columns, id);
  }

  pull(seeds: readonly Seed[]): Real[] {
    return pullNumbers(sweepColumns, columns.cotangent, this, seeds);
  }

  /** A copy of the bindings that outlives the run. O(bindings). */
  keep(): Tape {
    return new KeptTape(this.inputs, this.top, head[WIDE]);
  }

  /** Gives the columns back. */
  override close(): void {
    super.close();
    recording.run = null;
    head[TOP] = 0;
    head[WIDE] = 0;
  }
}

class KeptTape implements Tape {
  private readonly primals: Float64Array;
  private readonly columns: SweepColumns;

  constructor(
    readonly inputs: number,
    readonly top: DeltaId,
    wide: number,
  ) {
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

  edges(id: DeltaId): readonly Edge[] {
    return edgesIn(this.columns, id);
  }

  pull(seeds: readonly Seed[]): Real[] {
    return allNumbers(seeds)
      ? pullNumbers(makeSweep(this.columns), this.columns.cotangent, this, seeds)
      : sweepReals(this, seeds);
  }
}
