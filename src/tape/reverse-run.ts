/**
 * The common part of all reverse runs, however they store their bindings: duals with their ids, and groups,
 * which are the results of functions with a pullback of their own (rules.ts).
 *
 * A run may have segments (segment.ts). Duals that are made in a segment belong to it. In all else the
 * segment is its run: it has the same level and the same columns, so a function in a segment may use any
 * real of the run.
 */
import { DeltaDual } from './columns.js';
import { finishedRun, madeLater } from '../errors/errors.js';
import type { Flat } from '../core/trees/flat.js';
import { usable } from '../core/open-runs.js';
import { Run, type Operation, type Dual, type Real } from '../core/real.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import {
  sweeps,
  type BlockInput,
  type Group,
  type Seed,
  type Tape,
  type VisitEdge,
} from './tape.js';

/**
 * Ids of the first result of a group, while it is pulled back, and of the newest binding then. What is
 * recorded for the pullback follows; what is between was recorded after the group was, and its
 * cotangents have been swept.
 */
interface Swept {
  readonly first: DeltaId;
  readonly last: DeltaId;
}

/** A segment of a run (segment.ts). */
interface Part {
  readonly host: ReverseRun;
}

/** A run that knows the fastest kind of reverse run directly inside of it. */
export interface ReverseHost {
  reverseInside(): ReverseRun;
}

const anInput = () => 'an input';

/** Duals with ids in succession. */
function dualsFrom(run: Run, first: DeltaId, count: number): DeltaDual[] {
  const duals: DeltaDual[] = [];
  for (let k = 0; k < count; k++) duals.push(new DeltaDual(run, first + k));
  return duals;
}

export abstract class ReverseRun extends Run implements Tape {
  abstract readonly base: DeltaId;
  abstract readonly top: DeltaId;
  inputs = 0;
  readonly groups: Group[] = [];
  declare blockInputs?: readonly BlockInput[];
  /** The run that new duals belong to: this one, or its current segment. */
  owner: Run = this;
  /** The groups that are being pulled back. */
  readonly swept: Swept[] = [];
  /** True if nothing of what is recorded now will be swept. */
  isDry = false;
  /** True if the bindings will be swept forward, for which groups of arrays keep more. */
  declare isPushed?: boolean;
  /** Memory of the arrays that are recorded, in bytes. */
  declare blockBytes?: number;

  /** Memory of the tape and the accumulator, in bytes. */
  abstract readonly bytes: number;
  abstract primal(id: DeltaId): Real;
  abstract edgesOf(id: DeltaId, visit: VisitEdge): void;
  /** The accumulator of a sweep. */
  abstract cotangents(): Cotangents;
  /** A binding without edges; O(1). */
  protected abstract bind(primal: Real): DeltaId;
  /**
   * Returns a function that forgets all bindings made from now on; with their cotangents, unless they are
   * swept or never will be.
   */
  abstract mark(): (isSwept: boolean) => void;
  /** Sets the cotangents after an id to 0, for the next sweep. */
  protected abstract clear(id: DeltaId): void;

  /** Bindings without edges, one after the other. */
  protected bindAll(xs: Flat<Real>): void {
    for (let k = 0; k < xs.length; k++) this.bind(usable(xs[k], anInput));
  }

  /** Duals without edges, for inputs and for results of groups. */
  bindDuals(xs: Flat<Real>): DeltaDual[] {
    const first = this.top + 1;
    this.bindAll(xs);
    return dualsFrom(this.owner, first, xs.length);
  }

  /** The id of a real on this tape; 0, `Zero`, if it does not depend on the inputs. */
  idOf(x: Real): DeltaId {
    return this.owns(x) ? x.id : 0;
  }

  owns(x: Real): x is DeltaDual {
    if (typeof x === 'number') return false;
    if (x.run !== this) {
      if ((x.run as Partial<Part>).host !== this) return false;
      // Its id may name another binding by now.
      if (x.run.status === 'finished') throw finishedRun();
    }
    if (this.swept.length > 0) this.insistOnUnswept((x as DeltaDual).id);
    return true;
  }

  /** Refuses ids whose cotangents have been swept. */
  insistOnUnswept(id: DeltaId): void {
    for (const { first, last } of this.swept) if (id >= first && id <= last) throw madeLater();
  }

  primalOf(dual: Dual): Real {
    return this.primal((dual as DeltaDual).id);
  }

  /** The real that the enclosing level sees. */
  primalOfReal(x: Real): Real {
    return this.owns(x) ? this.primal(x.id) : x;
  }

  pull(seeds: readonly Seed[]): Flat<Real> {
    try {
      return sweeps.pull(this, seeds, this.cotangents());
    } catch (error) {
      this.clear(this.base);
      throw error;
    }
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

  /** A primitive on reals of which some were made outside of the current segment. */
  protected applyAdopted(primitive: Operation, args: readonly Real[]): Real | null {
    const { owner } = this;
    if (owner === this) return null;
    // Duals of the run are slow in a segment.
    const own = args.map((x) => (this.owns(x) && x.run !== owner ? new DeltaDual(owner, x.id) : x));
    return own.every((x, k) => x === args[k]) ? null : primitive.apply(own);
  }

  /** New duals belong to `owner` from now on: to the run, or to a segment of it (segment.ts). */
  enter(owner: Run): void {
    this.owner = owner;
  }
}

/** The reverse run that a run is, or is a segment of. */
export const tapeOf = (run: Run): ReverseRun | null =>
  run instanceof ReverseRun ? run : ((run as Partial<Part>).host ?? null);
