/** The reverse sweep of straight-line code: what each operation and each store does to cotangents. */
import type { Activity } from '../../analyse/activity.js';
import type { Definitions } from '../../analyse/definitions.js';
import type { Followed, Loose } from '../../analyse/followed.js';
import type { Roots } from '../../analyse/roots.js';
import { Builder, value } from '../../ir/build.js';
import type { HostStmt, HostVerb } from '../../ir/host.js';
import {
  isArray,
  type CallStmt,
  type KeepStmt,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../../ir/ir.js';
import { barOf, Cotangents, type Scope } from './cotangents.js';
import type { Computed } from './computed.js';
import type { Called, Half } from './halves.js';
import type { Kept } from './kept.js';
import type { KeptCotangents } from './kept-cotangents.js';
import type { RunAgain } from './run-again.js';
import type { Partials } from '../operations/partials.js';
import type { Shadows } from './shadows.js';
import { shares } from '../operations/shares.js';

export interface Background {
  readonly activity: Activity;
  readonly roots: Roots;
  readonly definitions: Definitions;
  /** Numbers that are whole and small, whatever the arguments. */
  readonly counts: ReadonlySet<Value>;
  readonly kept: Kept;
  readonly shadows: Shadows;
  readonly halves: ReadonlyMap<string, Half>;
  readonly called: Called;
  readonly partials: Partials;
  readonly computed: Computed;
  /** True if a store is taken back. */
  readonly isRestored: (store: StoreStmt) => boolean;
  /** True if the cotangent of an element that a store overwrites may be asked for. */
  readonly isStoredBefore: (store: StoreStmt) => boolean;
  /** Sums that are stored in the place of one of their operands, with that operand. */
  readonly inPlace: ReadonlyMap<Value, Value>;
  /** The arrays that statements in joint mode rely on (together.ts). */
  readonly reliesOn: (stmt: Followed, around: Region) => Loose | null;
  readonly rely: (on: Loose) => void;
  readonly keptCotangents: KeptCotangents;
  /** Where values live that the augmented primal has in addition. */
  readonly added: Map<Value, Region>;
  /** Loops that may forget what they kept; without, all is kept. */
  readonly runAgain: RunAgain | null;
  /** True if products ask for an exact 0. Without, a result that is not a number may be wrong. */
  readonly asksForZeros: boolean;
  readonly isDifferentiated: boolean;
}

export abstract class StraightLine {
  readonly builder = new Builder();
  readonly olds = new Map<Stmt, Value>();
  protected readonly cotangents: Cotangents;
  protected readonly need: (of: Value) => Value;

  constructor(protected readonly of: Background) {
    this.need = of.kept.need;
    this.cotangents = new Cotangents(this.builder, of.kept.homeOf);
  }

  protected isActive = (of: Value): boolean =>
    isArray(of.type) ? this.of.roots.meets(of, this.of.activity) : this.of.activity.has(of);

  protected give(scope: Scope, to: Value, share: Value): void {
    if (this.of.activity.has(to)) this.cotangents.add(scope, to, share);
  }

  protected product = (cotangent: Value, partial: Value): Value =>
    this.of.asksForZeros
      ? this.builder.times(cotangent, partial)
      : this.builder.prim('mul', [cotangent, partial]);

  protected let({ value: output, op }: Stmt & { readonly tag: 'let' }, scope: Scope): void {
    const cotangent = scope.cotangents.get(output);
    if (cotangent === undefined) return;
    if (op.tag === 'load') {
      const [array, index] = op.args;
      const [shadow, at] = [this.need(this.of.shadows.of(array)), this.need(index)];
      this.builder.addSlope(shadow, at, cotangent);
      return;
    }
    const { activity, partials, computed } = this.of;
    const tools = {
      builder: this.builder,
      activity,
      partials,
      need: this.need,
      product: this.product,
      asksForZeros: this.of.asksForZeros,
      isDifferentiated: this.of.isDifferentiated,
      found: (row: string, args: readonly Value[]) => computed.beside(output, row, args),
    };
    const staying = this.stayingIn(output);
    shares(op, output, cotangent, tools, (to, share) => {
      if (to !== staying) this.give(scope, to, share);
    });
  }

  /** The operand of a sum that it takes the place of: its cotangent is in that place already. */
  private stayingIn(sum: Value): Value | undefined {
    const operand = this.of.inPlace.get(sum);
    return operand !== undefined && this.of.activity.has(operand) ? operand : undefined;
  }

  protected store(stmt: StoreStmt, scope: Scope): void {
    const { array, index, value: stored } = stmt;
    // Cotangents stay in the shadow of what is stored in a list.
    if (isArray(stored.type)) return;
    if (this.of.isRestored(stmt)) {
      const old = value('old', 'f64');
      this.olds.set(stmt, old);
      this.of.added.set(old, scope.region);
      this.builder.store(this.need(array), this.need(index), this.need(old));
    }
    if (!this.isActive(array)) return;
    const [shadow, at] = [this.need(this.of.shadows.of(array)), this.need(index)];
    if (this.of.activity.has(stored)) {
      const share = this.builder.let(
        { tag: 'load', args: [shadow, at], orZero: true },
        barOf(stored.name),
      );
      if (this.of.isStoredBefore(stmt) && this.stayingIn(stored) === undefined)
        this.builder.store(shadow, at, this.builder.constant(0));
      this.give(scope, stored, share);
    } else if (this.of.isStoredBefore(stmt))
      this.builder.store(shadow, at, this.builder.constant(0));
  }

  /**
   * A statement in which the function itself keeps values: its cotangents are taken, and those of its
   * operands are kept.
   */
  protected kept(stmt: KeepStmt, scope: Scope): void {
    const { block, places } = this.of.keptCotangents.of(stmt);
    if (places.length === 0) return;
    const numbers = places.map((k) => stmt.values[k]);
    if (stmt.tag === 'take') {
      const values = numbers.map((number) => this.cotangents.orZero(scope, number));
      this.builder.add({ ...stmt, tag: 'keep', block, values });
    } else {
      const values = numbers.map(({ name }) => value(barOf(name), 'f64'));
      this.builder.add({ ...stmt, tag: 'take', block, values });
      numbers.forEach((number, k) => this.give(scope, number, values[k]));
    }
  }

  /** Numbers that came from the host give it their cotangents, and those that went there take theirs. */
  protected host(stmt: HostStmt, scope: Scope): void {
    const [number, id] = stmt.results;
    const [given] = stmt.args;
    if (stmt.does === 'real' && id !== undefined) {
      const cotangent = scope.cotangents.get(number);
      if (cotangent !== undefined) this.onHost('push', [this.need(id), cotangent], []);
    }
    if (stmt.does !== 'lift') return;
    if (isArray(given.type)) this.pullAll(given, this.need(id));
    else this.give(scope, given, this.pulled(this.need(id), barOf(given.name)));
  }

  private onHost = (does: HostVerb, args: readonly Value[], results: readonly Value[]): void =>
    this.builder.add({ tag: 'host', does, args, results });

  private pulled(id: Value, name = ''): Value {
    const made = value(name, 'f64');
    this.onHost('pull', [id], [made]);
    return made;
  }

  /** The cotangents of elements that were lifted, from the last one down. */
  private pullAll(array: Value, first: Value): void {
    const { builder } = this;
    const shadow = this.need(this.of.shadows.of(array));
    const [zero, one] = [builder.constant(0), builder.constant(1)];
    const counter = value('i', 'f64');
    const body = builder.region([], () => {
      const id = builder.prim('add', [first, counter]);
      builder.addSlope(shadow, counter, this.pulled(id));
      return [];
    });
    builder.add({
      tag: 'for',
      counter,
      from: builder.prim('sub', [builder.length(shadow), one]),
      to: zero,
      step: builder.constant(-1),
      by: 'ge',
      inits: [],
      body,
      results: [],
      end: value('end', 'f64'),
    });
  }

  /** The reverse sweep of a call is a call. */
  protected call({ of, args, results }: CallStmt, scope: Scope): void {
    const half = this.of.halves.get(of);
    if (half === undefined) return;
    this.of.called.halves(half);
    const slopes = half.inputs.map((k) => value(barOf(args[k].name), 'f64'));
    const given = [
      ...half.arrays.map((k) => this.need(args[k])),
      ...half.shadowed.map((k) => this.need(this.of.shadows.of(args[k]))),
      ...half.handed.map((k) => this.need(args[k])),
      ...half.outputs.map((k) => this.cotangents.orZero(scope, results[k])),
    ];
    this.builder.add({ tag: 'call', of: half.back, args: given, results: slopes });
    half.inputs.forEach((k, n) => this.give(scope, args[k], slopes[n]));
  }
}
