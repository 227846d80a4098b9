/**
 * A tape: the ordered Let-bindings of one run. Ids base + 1 … base + inputs name the inputs, the
 * bindings follow densely up to `top` (invariant *dense ids*), and each mentions smaller ids only
 * (invariant *acyclic*), so one pass from high to low evaluates the whole nest of Lets: the
 * cotangent of an id is complete when the pass reaches it. That pass is `eval` of Fig. 10.
 *
 * Among the bindings there may be groups: results of a function whose pullback is a function, not a
 * list of edges. The pass stops at a group, whose cotangents are complete then, calls its pullback
 * once (invariant *each binding once*), and goes on below it.
 */
import type { Block } from '../core/block.js';
import type { Flat } from '../core/trees/flat.js';
import type { Dual, Real } from '../core/real.js';
import type { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';

/** Takes a term `Scale partial (Var arg)` of a binding. */
export type VisitEdge = (arg: DeltaId, partial: Real) => void;

/** A function of arrays, such as `np.matmul`, with the ids that it depends on. */
export interface Call {
  readonly name: string;
  readonly args: readonly DeltaId[];
  /** Of each result; empty for a real. */
  readonly shapes?: readonly (readonly number[])[];
}

/** Bindings without edges that are pulled back together. */
export interface Group {
  readonly first: DeltaId;
  readonly last: DeltaId;
  /**
   * The call as which `trace` and `explain` show a group with blocks, which has no edges between reals.
   */
  readonly call?: Call | undefined;
  /** From the group's cotangents, not all 0, to those of smaller ids. */
  pull(cotangents: readonly Real[], to: Cotangents): void;
  /**
   * From the tangents of smaller ids to those of the group; null if the group records its function again in
   * its run, so that no copy of the tape can do without the run.
   */
  readonly push: ((tangentOf: (id: DeltaId) => Real) => readonly Real[]) | null;
}

/** An input that is a block. */
export interface BlockInput {
  readonly id: DeltaId;
  readonly primal: Block;
}

export interface Tape {
  /** Ids start after this one. */
  readonly base: DeltaId;
  readonly inputs: number;
  /** The id of the newest binding; equal to base + inputs if there is none. */
  readonly top: DeltaId;
  /** In the order of their ids. */
  readonly groups: readonly Group[];
  /** In the order of their ids; undefined if there are none. */
  readonly blockInputs?: readonly BlockInput[];
  primal(id: DeltaId): Real;
  /** Visits the edges of a binding, but for those with a partial of exactly 0. */
  edgesOf(id: DeltaId, visit: VisitEdge): void;
  /** The cotangents of the inputs, for given cotangents of some ids. */
  pull(seeds: readonly Seed[]): Flat<Real>;
}

/** A tape that takes inputs. */
interface InputTape extends Tape {
  inputs: number;
  bindDuals(xs: Flat<Real>): Dual[];
}

/** A cotangent put on an id before the sweep starts. */
export interface Seed {
  readonly id: DeltaId;
  readonly cotangent: Real;
}

/**
 * The linear pass over a part of a tape, groups included. Visits each binding
 * once. O(edges) and pullbacks.
 */
export function sweepDown(tape: Tape, to: DeltaId, cotangents: Cotangents): void {
  descent(tape, cotangents)(to);
}

/**
 * The same in steps, while nothing is recorded: each visits what was not visited down to, and without, an
 * id.
 */
export function descent(tape: Tape, cotangents: Cotangents): (to: DeltaId) => void {
  const { groups } = tape;
  let from = tape.top;
  let k = groups.length - 1;
  return (to) => {
    for (; k >= 0 && groups[k].first > to; k--) {
      const { first, last } = groups[k];
      cotangents.sweep(from, last);
      const own = Array.from({ length: last - first + 1 }, (_, j) => cotangents.take(first + j));
      // An exact 0 wins: a pullback is not called for zeros.
      if (own.some((x) => x !== 0)) groups[k].pull(own, cotangents);
      from = first - 1;
    }
    cotangents.sweep(from, to);
    from = Math.min(from, to);
  };
}

/** Blocks on tapes. */
interface BlockSweeps {
  /** Duals without edges. */
  bind(run: InputTape, xs: readonly Real[]): Dual[];
  /** A block from the view of the enclosing level. */
  primal(run: InputTape, x: Block): Real;
  /** The handle by which new bindings know the dual of a block best. */
  handle(run: InputTape, x: Dual): Dual;
  add(to: Cotangents, id: DeltaId, cotangent: Block): void;
  /** The cotangent of a block that has one. It is 0 from now on. */
  take(from: Cotangents, id: DeltaId): Real;
  /** A block as a user's function gets it. */
  giveOut(x: Block): Block;
}

/**
 * Sweeps from their seeds to the cotangents of their inputs. A floor above puts its own ways here when there
 * are arrays (core/block.ts): the cotangent of an array is kept beside the accumulator, and the slot of an
 * array is not 0 if it has a cotangent.
 */
export const sweeps: {
  /** Seeds, sweeps, and takes the inputs' cotangents out. */
  pull: (tape: Tape, seeds: readonly Seed[], cotangents: Cotangents) => Flat<Real>;
  /** Duals for more inputs. All inputs come before the first binding. */
  dualise: (run: InputTape, xs: Flat<Real>) => Real[];
  /** The sweeps that only runs with blocks need. */
  blocks?: BlockSweeps;
  /**
   * Does the whole of a run that is swept in steps: what its sweep makes lasts from one step to the next.
   */
  during?: <T>(run: InputTape, body: () => T) => T;
  /** Called with a run whose tape outlives it. */
  keep?: (run: InputTape) => void;
  /** Refuses a tape that cannot be shown as edges between reals. */
  insistOnReals?: (cotangents: Cotangents) => void;
} = {
  dualise(run, xs) {
    const duals = run.bindDuals(xs);
    run.inputs += xs.length;
    return duals;
  },
  pull(tape, seeds, cotangents) {
    const { base, inputs } = tape;
    for (const { id, cotangent } of seeds) cotangents.add(id, cotangent);
    sweepDown(tape, base + inputs, cotangents);
    return cotangents.takeAll(base + 1, inputs);
  },
};
