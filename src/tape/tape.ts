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
import type { Row } from '../core/atoms.js';
import { primalOf, type Real } from '../core/real.js';
import type { Cotangents } from './cotangents.js';
import { Add, type Delta, type DeltaId, Var, Zero, scaled } from '../delta/delta.js';
import { RealCotangents } from './real-cotangents.js';

/** One `Add (Scale partial (Var arg)) …` term of a binding. */
export interface Edge {
  readonly arg: DeltaId;
  readonly partial: Real;
}

/** Bindings without edges that are pulled back together. */
export interface Group {
  readonly first: DeltaId;
  readonly last: DeltaId;
  /** From the group's cotangents, not all 0, to those of smaller ids. */
  pull(cotangents: readonly Real[], to: Cotangents): void;
}

export interface Tape {
  /** Ids start after this one. */
  readonly base: DeltaId;
  readonly inputs: number;
  /** The id of the newest binding; equal to base + inputs if there is none. */
  readonly top: DeltaId;
  /** In the order of their ids. */
  readonly groups: readonly Group[];
  primal(id: DeltaId): Real;
  /** The edges of a binding; those with a partial of exactly 0 are left out. */
  edges(id: DeltaId): readonly Edge[];
  /** The cotangents of the inputs, for given cotangents of some ids. */
  pull(seeds: readonly Seed[]): Row<Real>;
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
  const { groups } = tape;
  let from = tape.top;
  for (let k = groups.length - 1; k >= 0 && groups[k].first > to; k--) {
    const { first, last } = groups[k];
    cotangents.sweep(from, last);
    const own = Array.from({ length: last - first + 1 }, (_, j) => cotangents.take(first + j));
    if (own.some((x) => x !== 0)) groups[k].pull(own, cotangents);
    from = first - 1;
  }
  cotangents.sweep(from, to);
}

/** Seeds, sweeps, and takes the inputs' cotangents out. */
export function pullThrough(tape: Tape, seeds: readonly Seed[], cotangents: Cotangents): Row<Real> {
  const { base, inputs } = tape;
  for (const { id, cotangent } of seeds) cotangents.add(id, cotangent);
  sweepDown(tape, base + inputs, cotangents);
  return cotangents.takeAll(base + 1, inputs);
}

/** The edges of any binding. Those of a group come from its pullback. */
export function edgesOf(tape: Tape, id: DeltaId): readonly Edge[] {
  const group = tape.groups.find(({ first, last }) => first <= id && id <= last);
  return group === undefined ? tape.edges(id) : edgesThrough(tape, group, id);
}

function edgesThrough(tape: Tape, group: Group, id: DeltaId): Edge[] {
  const { first, last } = group;
  const unit = Array.from({ length: last - first + 1 }, (_, j) => (first + j === id ? 1 : 0));
  const cotangents = new RealCotangents(tape);
  group.pull(unit, cotangents);
  const edges: Edge[] = [];
  for (let arg = tape.base + 1; arg < first; arg++) {
    const partial = cotangents.take(arg);
    if (partial !== 0) edges.push({ arg, partial });
  }
  return edges;
}

/**
 * Binding `id` of a tape as a Delta of the grammar, with the primals of its partials as factors.
 */
export function deltaOf(tape: Tape, id: DeltaId): Delta {
  const terms = edgesOf(tape, id).map(({ arg, partial }) => scaled(primalOf(partial), Var(arg)));
  return terms.length === 0 ? Zero : terms.reduce((left, right) => Add(left, right));
}
