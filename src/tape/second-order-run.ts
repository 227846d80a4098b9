/**
 * Forward over reverse at full speed: the reverse run directly inside an outermost forward run.
 * Every primal, partial and cotangent there is a plain number with a plain tangent. The run records
 * both in columns (columns.ts, tangent-columns.ts), and answers as a nested run does (nested-run.ts).
 * The operators write most bindings themselves (fast-paths/second-order.ts). The general way to record,
 * for any arity, is here.
 *
 * Runs inside this one are nested runs, whose reals are its duals. O(1) and 72 bytes for a binding.
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
} from './columns.js';
import { TangentDual } from './tangent-dual.js';
import { nextLevel } from '../core/open-runs.js';
import {
  BINDING_TANGENT_BYTES,
  WIDE_TANGENT_BYTES,
  tangentColumns,
  secondOrder,
} from './tangent-columns.js';
import { fastPaths } from '../core/primitives/fast-paths.js';
import { secondOrderPath } from './fast-paths/second-order.js';
import type { Operation, Dual, Real, Run } from '../core/real.js';
import type { Flat } from '../core/trees/flat.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import { SecondOrderCotangents, primalAndTangent } from './second-order-cotangents.js';
import type { Edge } from './delta-of.js';
import { ReverseRun } from './reverse-run.js';
import type { VisitEdge } from './tape.js';

export class SecondOrderRun extends ReverseRun {
  readonly level = nextLevel();
  private readonly part = new Part();
  readonly base = this.part.base;
  private readonly changes = tangentColumns();
  private readonly accumulators: SecondOrderCotangents;

  /** @param along the forward run around it, which is an outermost run */
  constructor(private readonly along: Run) {
    super();
    this.accumulators = new SecondOrderCotangents(along);
    fastPaths.secondOrder = secondOrderPath;
    this.enter(this);
  }

  get top(): DeltaId {
    return head[TOP];
  }

  get bytes(): number {
    return this.part.bytes(
      BINDING_BYTES + BINDING_TANGENT_BYTES,
      WIDE_EDGE_BYTES + WIDE_TANGENT_BYTES,
    );
  }

  protected bind(x: Real): DeltaId {
    return this.write(x, 0, 0);
  }

  /** Inputs are mostly numbers with a tangent, which need no conversion. */
  protected override bindAll(xs: Flat<Real>): void {
    const { along } = this;
    for (let k = 0; k < xs.length; k++) {
      const x = xs[k];
      const isOwn = x instanceof TangentDual && x.run === along;
      if (isOwn && typeof x.primalReal === 'number' && typeof x.tangent === 'number')
        this.put(x.primalReal, x.tangent, 0, 0);
      else super.bindAll([x]);
    }
  }

  private write(x: Real, first: number, second: number): DeltaId {
    const [number, change] = primalAndTangent(this.along, x);
    return this.put(number, change, first, second);
  }

  private put(number: number, change: number, first: number, second: number): DeltaId {
    const { primal, arg1, arg2 } = columns();
    const id = head[TOP] + 1;
    if (id >= this.changes.capacity) full();
    head[TOP] = id;
    primal[id] = number;
    this.changes.primalTangent[id] = change;
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
    const active = args.map((x) => this.owns(x));
    const primals = args.map((x) => this.primalOfReal(x));
    const value = primitive.apply(primals);
    const partials = primitive.partials(primals, value, active);
    const edges: Edge[] = [];
    // An exact 0 wins: an edge with that partial is none.
    args.forEach((x, k) => {
      if (this.owns(x) && partials[k] !== 0) edges.push({ arg: x.id, partial: partials[k] });
    });
    const id = args.length <= 2 ? this.inline(value, edges) : this.wide(value, edges);
    return new DeltaDual(this.owner, id);
  }

  private inline(value: Real, [one, two]: readonly Edge[]): DeltaId {
    const id = this.write(value, one?.arg ?? 0, two?.arg ?? 0);
    const { partial1, partial2 } = columns();
    const { partial1Tangent, partial2Tangent } = this.changes;
    [partial1[id], partial1Tangent[id]] = primalAndTangent(this.along, one?.partial ?? 0);
    [partial2[id], partial2Tangent[id]] = primalAndTangent(this.along, two?.partial ?? 0);
    return id;
  }

  private wide(value: Real, edges: readonly Edge[]): DeltaId {
    const { wideArg, widePartial } = columns();
    const start = head[WIDE];
    let end = start;
    if (start + edges.length > this.changes.capacity) full();
    for (const { arg, partial } of edges) {
      wideArg[end] = arg;
      [widePartial[end], this.changes.widePartialTangent[end]] = primalAndTangent(
        this.along,
        partial,
      );
      end++;
    }
    head[WIDE] = end;
    return this.write(value, ~start, end - start);
  }

  describe(dual: Dual): string {
    return `id ${(dual as DeltaDual).id} at level ${this.level}`;
  }

  primal(id: DeltaId): Real {
    return new TangentDual(this.along, columns().primal[id], this.changes.primalTangent[id]);
  }

  edgesOf(id: DeltaId, visit: VisitEdge): void {
    const { partial1, partial2, arg1, arg2, wideArg, widePartial } = columns();
    const { partial1Tangent, partial2Tangent, widePartialTangent } = this.changes;
    // An exact 0 wins: an edge with that partial and that tangent of it is none.
    const at = (arg: DeltaId, partial: number, tangent: number) => {
      if (arg === 0 || (partial === 0 && tangent === 0)) return;
      visit(arg, new TangentDual(this.along, partial, tangent));
    };
    const first = arg1[id];
    if (first >= 0) {
      at(first, partial1[id], partial1Tangent[id]);
      at(arg2[id], partial2[id], partial2Tangent[id]);
    } else {
      const end = ~first + arg2[id];
      for (let k = ~first; k < end; k++) at(wideArg[k], widePartial[k], widePartialTangent[k]);
    }
  }

  cotangents(): Cotangents {
    return this.accumulators;
  }

  protected clear(id: DeltaId): void {
    this.accumulators.clear(id, this.top);
  }

  mark(): (isSwept: boolean) => void {
    return this.part.mark((id) => this.clear(id));
  }

  override enter(owner: Run): void {
    super.enter(owner);
    secondOrder.run = owner;
    secondOrder.along = this.along;
  }

  override suspend(): void {
    secondOrder.run = null;
  }

  override resume(): void {
    this.enter(this.owner);
  }

  override close(): void {
    super.close();
    this.part.end();
    secondOrder.run = null;
    secondOrder.along = null;
  }
}
