/**
 * Forward sweeps along one direction of a tape that was kept: the linear maps of the bindings before they
 * are transposed (Fig. 10), from the oldest to the newest. Groups are passed by their own pushforward.
 * O(edges).
 *
 * An exact 0 wins, as in the sweep.
 */
import { isBlock } from '../core/block.js';
import { product, realProduct, realSum } from '../delta/exact-zero.js';
import { usable } from '../core/open-runs.js';
import type { Flat } from '../core/trees/flat.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { pushUp, type DeltaColumns } from '../delta/binding-columns.js';
import type { Tape, VisitEdge } from './tape.js';

/** The tangents of ids, of which 0, `Zero`, has none. */
export interface Tangents {
  of(id: DeltaId): Real;
  put(id: DeltaId, tangent: Real): void;
  /** Computes those of the bindings from id `from` to `to`, where there are no groups. */
  sweep(from: DeltaId, to: DeltaId): void;
}

/** Over any tape, where partials and tangents may themselves be duals of an outer level. */
export class RealTangents implements Tangents {
  private readonly reals: Real[];

  constructor(private readonly tape: Pick<Tape, 'top' | 'edgesOf'>) {
    this.reals = new Array<Real>(tape.top + 1).fill(0);
  }

  of(id: DeltaId): Real {
    return this.reals[id];
  }

  put(id: DeltaId, tangent: Real): void {
    this.reals[id] = tangent;
  }

  sweep(from: DeltaId, to: DeltaId): void {
    const { reals, tape } = this;
    let total: Real = 0;
    const push: VisitEdge = (arg, partial) => {
      total = realSum(total, realProduct(partial, reals[arg]));
    };
    for (let id = from; id <= to; id++) {
      total = 0;
      tape.edgesOf(id, push);
      reals[id] = total;
    }
  }
}

/** Plain numbers, over columns; those of blocks beside them. */
export class NumberTangents implements Tangents {
  private readonly blocks = new Map<DeltaId, Real>();

  constructor(
    private readonly columns: DeltaColumns,
    private readonly numbers: Float64Array,
  ) {}

  of(id: DeltaId): Real {
    return this.blocks.get(id) ?? this.numbers[id];
  }

  put(id: DeltaId, tangent: Real): void {
    if (isBlock(tangent)) this.blocks.set(id, tangent);
    else this.numbers[id] = usable(tangent, () => 'a tangent') as number;
  }

  sweep(from: DeltaId, to: DeltaId): void {
    pushUp(this.columns, this.numbers, from, to, product);
  }
}

/** The tangents of some ids along a direction of the inputs. The tape has no group that records again. */
export function pushThrough(
  { base, inputs, top, groups }: Tape,
  direction: Flat<Real>,
  outputs: readonly DeltaId[],
  tangents: Tangents,
): readonly Real[] {
  for (let k = 0; k < inputs; k++) tangents.put(base + k + 1, direction[k]);
  let from = base + inputs + 1;
  for (const group of groups) {
    const { first, last } = group;
    tangents.sweep(from, first - 1);
    group.push!((id) => tangents.of(id)).forEach((tangent, k) => tangents.put(first + k, tangent));
    from = last + 1;
  }
  tangents.sweep(from, top);
  return outputs.map((id) => tangents.of(id));
}
