/**
 * A tape: the ordered Let-bindings of one run. Ids 1 … inputs name the inputs, the bindings follow densely up
 * to `top` (invariant *dense ids*), and each mentions smaller ids only (invariant *acyclic*), so one pass from
 * high to low evaluates the whole nest of Lets: the contribution to an id is complete when the pass
 * reaches it. That pass is `eval` of Fig. 10; here it is written for partials and cotangents that may
 * themselves be duals of an outer level. sweep.ts has it for plain numbers.
 */
import { add, mul } from '../core/table.js';
import { primalOf, type Real } from '../core/real.js';
import { Add, type Delta, type DeltaId, Var, Zero, scaled } from './delta.js';

/** One `Add (Scale partial (Var arg)) …` term of a binding. */
export interface Edge {
  readonly arg: DeltaId;
  readonly partial: Real;
}

export interface Tape {
  readonly inputs: number;
  /** The id of the newest binding; equal to `inputs` if there is none. */
  readonly top: DeltaId;
  primal(id: DeltaId): Real;
  /** The edges of a binding; those with a partial of exactly 0 are left out. */
  edges(id: DeltaId): readonly Edge[];
  /** The cotangents of the inputs, for given cotangents of some ids. */
  pull(seeds: readonly Seed[]): Real[];
}

/** A cotangent put on an id before the sweep starts. */
export interface Seed {
  readonly id: DeltaId;
  readonly cotangent: Real;
}

const isZero = (x: Real) => x === 0;

/** The linear pass over any tape. Visits each binding once; O(edges) operations. */
export function sweepReals(tape: Tape, seeds: readonly Seed[]): Real[] {
  const cotangents: Real[] = new Array<Real>(tape.top + 1).fill(0);
  const accumulate = (id: DeltaId, x: Real) => {
    cotangents[id] = isZero(cotangents[id]) ? x : add(cotangents[id], x);
  };
  for (const { id, cotangent } of seeds) accumulate(id, cotangent);
  for (let id = tape.top; id > tape.inputs; id--) {
    const cotangent = cotangents[id];
    if (isZero(cotangent)) continue;
    for (const { arg, partial } of tape.edges(id)) {
      accumulate(arg, mul(cotangent, partial));
    }
  }
  return cotangents.slice(1, tape.inputs + 1);
}

/** Binding `id` of a tape as a Delta of the grammar, with the primals of its partials as factors. */
export function deltaOf(tape: Tape, id: DeltaId): Delta {
  const terms = tape.edges(id).map(({ arg, partial }) => scaled(primalOf(partial), Var(arg)));
  return terms.length === 0 ? Zero : terms.reduce((left, right) => Add(left, right));
}
