/**
 * A state of the monad whose bindings stand in columns (§7.3): the same bindings as in the persistent state, at a fraction
 * of its cost. 24 bytes a binding, and 8 more for the accumulator; the columns double when they are full.
 *
 * Columns are changed in place, so a state is used once: binding from an old one is refused (invariant *one future*).
 */
import { Stack } from 'immutable';
import type { Run } from '../core/real.js';
import { product } from './exact-zero.js';
import { makeSweep, pushUp, type DeltaColumns } from './binding-columns.js';
import { Add, Var, Zero, scaled, type Delta, type DeltaBinds, type DeltaId } from './delta.js';
import { notBoundYet, staleState } from './errors.js';
import { evalInto, meaning } from './eval.js';

type Growing = { -readonly [K in keyof DeltaColumns]: DeltaColumns[K] };

const FIRST_ROOM = 64;

/** A term of a sum: `Var arg`, or that scaled. */
interface Edge {
  readonly arg: DeltaId;
  readonly partial: number;
}

const none: Edge = { arg: 0, partial: 0 };

/** The terms of a sum, from left to right, without those that are `Zero`; null if one is not an edge. */
function edgesOf(sum: Delta): Edge[] | null {
  const edges: Edge[] = [];
  for (let u: Delta | null = sum; u !== null;) {
    const term: Delta = u.tag === 'Add' ? u.right : u;
    const end = term.tag === 'Scale' ? term.delta : term;
    if (end.tag === 'Var') {
      edges.push({ arg: end.id, partial: term.tag === 'Scale' ? term.factor : 1 });
    } else if (end.tag !== 'Zero') return null;
    u = u.tag === 'Add' ? u.left : null;
  }
  return edges.reverse();
}

/** The greatest id that a Delta mentions. */
function greatestId(delta: Delta): DeltaId {
  let greatest = 0;
  const rest: Delta[] = [delta];
  for (let u = rest.pop(); u !== undefined; u = rest.pop()) {
    if (u.tag === 'Var' || u.tag === 'Let') greatest = Math.max(greatest, u.id);
    if (u.tag === 'Scale') rest.push(u.delta);
    else if (u.tag === 'Add') rest.push(u.left, u.right);
    else if (u.tag === 'Let') rest.push(u.bound, u.body);
  }
  return greatest;
}

/** The bindings of one computation, from id `first` on. */
class Bindings {
  top: DeltaId;
  private wide = 0;
  private readonly columns: Growing;
  /** Deltas that are more than a sum of edges: those that `deltaLet` is given by hand. In the order of their ids. */
  private readonly compound = new Map<DeltaId, Delta>();
  private accumulator = new Float64Array(0);

  constructor(readonly first: DeltaId) {
    this.top = first;
    const room = first + FIRST_ROOM;
    this.columns = {
      partial1: new Float64Array(room),
      partial2: new Float64Array(room),
      arg1: new Int32Array(room),
      arg2: new Int32Array(room),
      widePartial: new Float64Array(FIRST_ROOM),
      wideArg: new Int32Array(FIRST_ROOM),
    };
  }

  private grow(names: readonly (keyof DeltaColumns)[], needed: number): void {
    for (const name of names) {
      const old = this.columns[name];
      const longer = new (old.constructor as Float64ArrayConstructor)(
        Math.max(2 * old.length, needed),
      );
      longer.set(old);
      Object.assign(this.columns, { [name]: longer });
    }
  }

  /** A fresh id with up to two edges; to id 0 there is none. O(1), amortised. */
  write(arg1: DeltaId, partial1: number, arg2: DeltaId, partial2: number): void {
    const id = this.top;
    if (arg1 >= id || arg2 >= id) throw notBoundYet(Math.max(arg1, arg2), id);
    if (id >= this.columns.arg1.length) this.grow(['partial1', 'partial2', 'arg1', 'arg2'], id + 1);
    this.top = id + 1;
    const { columns } = this;
    columns.arg1[id] = arg1;
    columns.partial1[id] = partial1;
    columns.arg2[id] = arg2;
    columns.partial2[id] = partial2;
  }

  /** The bytes that are written: those of a place in each column, as often as there are places. */
  get bytes(): number {
    const { widePartial, wideArg, ...narrow } = this.columns;
    const width = (columns: readonly ArrayBufferView[]) =>
      (columns as Float64Array[]).reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0);
    const bindings = this.top - this.first;
    return bindings * width(Object.values(narrow)) + this.wide * width([widePartial, wideArg]);
  }

  private writeWide(edges: readonly Edge[]): void {
    const id = this.top;
    const { length } = edges;
    const start = this.wide;
    if (start + length > this.columns.wideArg.length) {
      this.grow(['widePartial', 'wideArg'], start + length);
    }
    const { wideArg, widePartial } = this.columns;
    edges.forEach(({ arg, partial }, k) => {
      if (arg >= id) throw notBoundYet(arg, id);
      wideArg[start + k] = arg;
      widePartial[start + k] = partial;
    });
    this.write(~start, 0, 0, 0);
    this.columns.arg2[id] = length;
    this.wide = start + length;
  }

  bind(delta: Delta): void {
    const edges = edgesOf(delta);
    if (edges === null) {
      this.compound.set(this.top, delta);
      this.write(0, 0, 0, 0);
    } else if (edges.length > 2) this.writeWide(edges);
    else {
      const [one = none, other = none] = edges;
      this.write(one.arg, one.partial, other.arg, other.partial);
    }
  }

  /** A binding as a Delta of the grammar. */
  deltaOf(id: DeltaId): Delta {
    const compound = this.compound.get(id);
    if (compound !== undefined) return compound;
    const { arg1, arg2, partial1, partial2, wideArg, widePartial } = this.columns;
    const first = arg1[id];
    if (first < 0) {
      const places = Array.from({ length: arg2[id] }, (_, k) => ~first + k);
      return places.map((k) => scaled(widePartial[k], Var(wideArg[k]))).reduce(Add);
    }
    if (first === 0) return Zero;
    const one = scaled(partial1[id], Var(first));
    return arg2[id] === 0 ? one : Add(one, scaled(partial2[id], Var(arg2[id])));
  }

  /** Zeros, with a slot for each id; the same array for one `pull` after the other. */
  private slots(delta: Delta): Float64Array {
    const compound = [...this.compound.values(), delta].map(greatestId);
    const length = Math.max(this.top, ...compound.map((id) => id + 1));
    if (this.accumulator.length < length) this.accumulator = new Float64Array(length);
    return this.accumulator;
  }

  /** `eval 1 delta` inside of all bindings: the cotangents of ids 1 to `first` - 1. O(bindings). */
  pull(delta: Delta): Float64Array {
    const { first } = this;
    const cotangent = this.slots(delta);
    evalInto(1, delta, cotangent);
    const sweep = makeSweep({ ...this.columns, cotangent }, product);
    let from = this.top - 1;
    for (const [id, bound] of [...this.compound].reverse()) {
      sweep(from, id);
      const share = cotangent[id];
      cotangent[id] = 0;
      evalInto(share, bound, cotangent);
      from = id - 1;
    }
    sweep(from, first - 1);
    const pulled = cotangent.slice(1, first);
    cotangent.fill(0, 0, first);
    return pulled;
  }

  /** ⟦·⟧γ of all bindings, where γ gives the tangents of ids 1 to `first` - 1. O(bindings). */
  push(direction: readonly number[]): (delta: Delta) => number {
    const tangent = new Float64Array(this.top);
    tangent.set(direction, 1);
    const of = (delta: Delta) => meaning(delta, (id) => tangent[id]);
    let from = this.first;
    for (const [id, bound] of this.compound) {
      pushUp(this.columns, tangent, from, id - 1, product);
      tangent[id] = of(bound);
      from = id + 1;
    }
    pushUp(this.columns, tangent, from, this.top - 1, product);
    return of;
  }
}

/** The state before or after a step. It is not copied: `binds` reads what is bound. */
export class ColumnState {
  private constructor(
    private readonly bindings: Bindings,
    private next: DeltaId,
  ) {}

  static from(nextId: DeltaId): ColumnState {
    return new ColumnState(new Bindings(nextId), nextId);
  }

  get nextId(): DeltaId {
    return this.next;
  }

  /** The run of the duals that were met last, which was not finished then. */
  owner: Run | null = null;

  /** Makes a run the owner, unless it is finished. */
  admit(run: Run): boolean {
    if (run.status === 'finished') return false;
    this.owner = run;
    return true;
  }

  /** The bindings as those of the persistent state, without edges to `Zero`. O(bindings). */
  get binds(): DeltaBinds {
    const { first } = this.bindings;
    const newestFirst = Array.from({ length: this.next - first }, (_, k) => this.next - 1 - k);
    return Stack(newestFirst.map((id) => [id, this.bindings.deltaOf(id)] as const));
  }

  /** The memory of the bindings: 24 bytes for each, and 12 for an edge of more than two. */
  get bytes(): number {
    return this.bindings.bytes;
  }

  private own(): Bindings {
    const { top } = this.bindings;
    if (top !== this.next) throw staleState(this.next, top);
    return this.bindings;
  }

  /** The same state by another name, for one who may keep it while this one goes on. O(1). */
  again(): ColumnState {
    this.own();
    return new ColumnState(this.bindings, this.next);
  }

  /** Binds a sum of up to two edges, and goes on from there itself. The id is the one that was next. O(1), amortised. */
  bindHere(arg1: DeltaId, partial1: number, arg2: DeltaId, partial2: number): DeltaId {
    this.bindings.write(arg1, partial1, arg2, partial2);
    return this.next++;
  }

  bind(delta: Delta): ColumnState {
    this.own().bind(delta);
    return new ColumnState(this.bindings, this.next + 1);
  }

  pull(delta: Delta): Float64Array {
    return this.own().pull(delta);
  }

  push(direction: readonly number[]): (delta: Delta) => number {
    return this.own().push(direction);
  }
}
