/** The bindings of a tape as Deltas of the grammar, for people and tests. */
import { primalOf, type Real } from '../core/real.js';
import { Add, Var, Zero, scaled, type Delta, type DeltaId } from '../delta/delta.js';
import { RealCotangents } from './real-cotangents.js';
import { sweeps, type Group, type Tape } from './tape.js';

/** One term `Scale partial (Var arg)` of a binding. */
export interface Edge {
  readonly arg: DeltaId;
  readonly partial: Real;
}

/** Groups are in the order of their ids. O(log of their number). */
function groupOf({ groups }: Tape, id: DeltaId): Group | undefined {
  let low = 0;
  let high = groups.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (groups[middle].last < id) low = middle + 1;
    else high = middle;
  }
  return groups[low]?.first <= id ? groups[low] : undefined;
}

/** The function of arrays that a binding is a result of, with the shape of that result. */
export interface CallOf {
  readonly name: string;
  readonly args: readonly DeltaId[];
  readonly shape: readonly number[];
}

export function callOf(tape: Tape, id: DeltaId): CallOf | null {
  const group = groupOf(tape, id);
  if (group?.call === undefined) return null;
  const { name, args, shapes } = group.call;
  return { name, args: args.filter((arg) => arg > 0), shape: shapes![id - group.first] };
}

/** The edges of any binding. Those of a group come from its pullback. */
export function edgesOf(tape: Tape, id: DeltaId): readonly Edge[] {
  const group = groupOf(tape, id);
  if (group !== undefined) return edgesThrough(tape, group, id);
  const edges: Edge[] = [];
  tape.edgesOf(id, (arg, partial) => edges.push({ arg, partial }));
  return edges;
}

/** An exact 0 wins: an edge with that partial is none. */
function edgesThrough(tape: Tape, group: Group, id: DeltaId): Edge[] {
  const { first, last } = group;
  const unit = Array.from({ length: last - first + 1 }, (_, j) => (first + j === id ? 1 : 0));
  const cotangents = new RealCotangents(tape);
  group.pull(unit, cotangents);
  sweeps.insistOnReals?.(cotangents);
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
