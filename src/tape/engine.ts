/**
 * The engine: the run that records into the columns. The operators write its bindings themselves
 * (fast-paths/reverse.ts). The general way to record, for any arity, and the sweep are here.
 *
 * Only an outermost reverse run records here, since its scalars are plain numbers for certain. It
 * gives the columns back when it ends. Old duals are refused by their run, not by their id.
 */
import {
  BINDING_BYTES,
  DeltaDual,
  Part,
  TOP,
  WIDE,
  WIDE_EDGE_BYTES,
  columns,
  full,
  head,
  recording,
} from './columns.js';
import { product } from '../delta/exact-zero.js';
import { specialise } from '../core/specialise.js';
import type { Flat } from '../core/trees/flat.js';
import type { Operation, Dual, Real, Run, Watch } from '../core/real.js';
import { fastPaths } from '../core/primitives/fast-paths.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import { NumberCotangents } from './number-cotangents.js';
import { edgesIn, makeSweep } from '../delta/binding-columns.js';
import { reversePath } from './fast-paths/reverse.js';
import { ReverseRun } from './reverse-run.js';
import type { VisitEdge } from './tape.js';

fastPaths.reverse = reversePath;

let accumulator: NumberCotangents | undefined;

/** The accumulator of the columns, with its sweep. */
function accumulated(): NumberCotangents {
  const { cotangent } = columns();
  return (accumulator ??= new NumberCotangents(
    cotangent,
    specialise(makeSweep, 'sweep', 'columns', columns(), product),
  ));
}

export class EngineRun extends ReverseRun {
  readonly level = 1;
  private readonly part = new Part();
  readonly base = this.part.base;

  constructor() {
    super();
    columns();
    recording.run = this;
    recording.owner = this;
  }

  get top(): DeltaId {
    return head[TOP];
  }

  get bytes(): number {
    return this.part.bytes(BINDING_BYTES, WIDE_EDGE_BYTES);
  }

  protected bind(x: Real): DeltaId {
    return this.write(x as number, 0, 0);
  }

  protected override bindAll(xs: Flat<Real>): void {
    if (!(xs instanceof Float64Array)) return super.bindAll(xs);
    const { capacity, primal, arg1, arg2 } = columns();
    const first = head[TOP] + 1;
    const end = first + xs.length;
    if (end > capacity) full();
    head[TOP] = end - 1;
    primal.set(xs, first);
    arg1.fill(0, first, end);
    arg2.fill(0, first, end);
  }

  /**
   * The same as `dualise`, where what stands for the reals is made of their ids, which are in succession
   * from `first` on.
   */
  dualiseAs<T>(xs: Float64Array, stand: (run: Run, first: DeltaId, xs: Float64Array) => T): T {
    const first = head[TOP] + 1;
    this.bindAll(xs);
    this.inputs += xs.length;
    return stand(this.owner, first, xs);
  }

  private write(x: number, first: number, second: number): DeltaId {
    const { capacity, primal, arg1, arg2 } = columns();
    const id = head[TOP] + 1;
    if (id >= capacity) full();
    head[TOP] = id;
    primal[id] = x;
    arg1[id] = first;
    arg2[id] = second;
    return id;
  }

  /**
   * Records a function of any arity: with inline edges if it has one or two
   * arguments, else with wide ones.
   */
  apply(primitive: Operation, args: readonly Real[]): Real {
    const adopted = this.applyAdopted(primitive, args);
    if (adopted !== null) return adopted;
    const { capacity, primal, wideArg, widePartial } = columns();
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
    if (count <= 2) return this.inline(value, args, partials, active);
    const start = head[WIDE];
    let end = start;
    if (start + count > capacity) full();
    for (let k = 0; k < count; k++) {
      if (!active[k]) continue;
      wideArg[end] = (args[k] as DeltaDual).id;
      widePartial[end++] = partials[k];
    }
    head[WIDE] = end;
    return new DeltaDual(this.owner, this.write(value, ~start, end - start));
  }

  /** Those of the arguments that are not constant have the edges. */
  private inline(
    value: number,
    args: readonly Real[],
    partials: readonly number[],
    active: readonly boolean[],
  ): DeltaDual {
    const { partial1, partial2 } = columns();
    const ids = args.map((x, k) => (active[k] ? (x as DeltaDual).id : 0));
    const first = ids[0] === 0 ? 1 : 0;
    const id = this.write(value, ids[first], first === 0 && ids.length === 2 ? ids[1] : 0);
    partial1[id] = partials[first];
    partial2[id] = partials[1];
    return new DeltaDual(this.owner, id);
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id}`;
  }

  primal(id: DeltaId): Real {
    return columns().primal[id];
  }

  edgesOf(id: DeltaId, visit: VisitEdge): void {
    edgesIn(columns(), id, visit);
  }

  cotangents(): Cotangents {
    return accumulated();
  }

  protected clear(id: DeltaId): void {
    columns().cotangent.fill(0, id + 1, head[TOP] + 1);
  }

  mark(): (isSwept: boolean) => void {
    return this.part.mark((id) => this.clear(id));
  }

  override enter(owner: Run): void {
    super.enter(owner);
    recording.owner = owner;
    recording.run = this.watcher === null ? owner : null;
  }

  override get isRecording(): boolean {
    return recording.run === this;
  }

  override watch(watcher: Watch): void {
    super.watch(watcher);
    recording.run = null;
  }

  override suspend(): void {
    recording.run = null;
  }

  override resume(): void {
    this.enter(this.owner);
  }

  override close(): void {
    super.close();
    this.part.end();
    recording.run = null;
    recording.owner = null;
  }
}
