/**
 * Let-bindings in typed arrays, and `eval` over them (§7.3, "Using an array"). It is the one definition of the record: the
 * state over columns (column-state.ts) and the engine (tape/columns.ts) hold bindings so.
 *
 * Ids are dense: those of the inputs, and then one for each binding, so an id is an index (invariant *dense ids*), and
 * id 0 is `Zero`. Binding k has up to two edges inline,
 *
 *     Let k = Add (Scale partial1[k] (Var arg1[k])) (Scale partial2[k] (Var arg2[k]))
 *
 * Where `arg1` is negative the edges stand in the wide columns: `~arg1` is the first, and `arg2` the number of them. A
 * binding mentions smaller ids only (invariant *acyclic*), so one pass from high to low evaluates the whole nest of
 * Lets, in O(edges), without recursion and without allocation.
 */
import type { product as exactProduct } from './exact-zero.js';
import type { DeltaId } from './delta.js';

/** The bindings, index by index. */
export interface DeltaColumns {
  readonly partial1: Float64Array;
  readonly partial2: Float64Array;
  readonly arg1: Int32Array;
  readonly arg2: Int32Array;
  readonly widePartial: Float64Array;
  readonly wideArg: Int32Array;
}

/** The bindings with the DeltaMap of `eval`: slot k is the cotangent of id k. It is 0 between two sweeps. */
export interface SweepColumns extends DeltaColumns {
  readonly cotangent: Float64Array;
}

export type Sweep = (top: DeltaId, inputs: number) => void;

/**
 * The pass of `eval` for given columns: from the newest binding down, the cotangent gathered by each id flows along its
 * edges. A cotangent of exactly 0 is not propagated, nor anything through a partial of exactly 0. Slot 0 collects
 * what is thrown away. The cotangents of all bindings are 0 afterwards; those of the inputs are the gradient.
 *
 * The columns are held by `const` (tape/columns.ts says why), and the text is copied (core/specialise.ts).
 */
export function makeSweep(columns: SweepColumns, product: typeof exactProduct): Sweep {
  const { partial1, partial2, arg1, arg2, widePartial, wideArg, cotangent } = columns;

  /** A finite cotangent times a partial of 0 is 0 by itself. For other cotangents the rule needs a look. */
  const pullCarefully = (c: number, arg: number, partial: number): void => {
    cotangent[arg] += product(partial, c);
  };

  return (top, inputs) => {
    for (let id = top; id > inputs; id--) {
      const c = cotangent[id];
      // An exact 0 wins: skipped for speed.
      if (c === 0) continue;
      cotangent[id] = 0;
      const first = arg1[id];
      const isFinite = c - c === 0;
      if (first < 0) {
        const end = ~first + arg2[id];
        if (isFinite)
          for (let k = ~first; k < end; k++) cotangent[wideArg[k]] += widePartial[k] * c;
        else for (let k = ~first; k < end; k++) pullCarefully(c, wideArg[k], widePartial[k]);
      } else if (isFinite) {
        cotangent[first] += partial1[id] * c;
        cotangent[arg2[id]] += partial2[id] * c;
      } else {
        pullCarefully(c, first, partial1[id]);
        pullCarefully(c, arg2[id], partial2[id]);
      }
    }
  };
}

/** The transposed pass, which is ⟦·⟧ of §9: the tangents of ids `from` to `to`, from those of smaller ids. O(edges). */
export function pushUp(
  { partial1, partial2, arg1, arg2, widePartial, wideArg }: DeltaColumns,
  tangent: Float64Array,
  from: DeltaId,
  to: DeltaId,
  product: typeof exactProduct,
): void {
  for (let id = from; id <= to; id++) {
    const first = arg1[id];
    if (first >= 0) {
      const one = product(partial1[id], tangent[first]);
      const second = arg2[id];
      tangent[id] = second === 0 ? one : one + product(partial2[id], tangent[second]);
      continue;
    }
    const end = ~first + arg2[id];
    let total = product(widePartial[~first], tangent[wideArg[~first]]);
    for (let k = ~first + 1; k < end; k++) total += product(widePartial[k], tangent[wideArg[k]]);
    tangent[id] = total;
  }
}

/** Called with the end of an edge and its partial. */
type VisitEdge = (arg: DeltaId, partial: number) => void;

/** Visits the edges of binding `id`. An exact 0 wins: an edge with that partial is none. */
export function edgesIn(from: DeltaColumns, id: DeltaId, visit: VisitEdge): void {
  const at = (arg: DeltaId, partial: number) => {
    if (arg > 0 && partial !== 0) visit(arg, partial);
  };
  const first = from.arg1[id];
  if (first >= 0) {
    at(first, from.partial1[id]);
    at(from.arg2[id], from.partial2[id]);
  } else {
    const end = ~first + from.arg2[id];
    for (let k = ~first; k < end; k++) at(from.wideArg[k], from.widePartial[k]);
  }
}
