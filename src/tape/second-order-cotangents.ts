/**
 * Cotangents as pairs in columns, and the sweep over pairs (sweep.ts has it for numbers): with a cotangent c flows
 * its change ċ along the forward run, and an edge with partial p takes (c·p)˙ = ċp + cṗ. O(edges), no allocation.
 *
 * A product with a factor of exactly 0 is 0, also where the other factor is not finite; so the cotangents are those
 * that sweep.ts finds. The pass leaves the cotangents of all bindings, and their changes, at 0.
 */
import { columns } from './columns.js';
import { doesNotNest } from '../core/errors.js';
import { TangentDual } from './tangent-dual.js';
import { usable } from '../core/open-runs.js';
import { tangentColumns } from './tangent-columns.js';
import type { Real, Run } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Sweep } from './sweep.js';

const number = (x: Real): number => usable(x, () => 'a half of a pair') as number;

/** A real of the outermost forward run, or a number, as a number and its change. */
export function primalAndTangent(along: Run, x: Real): readonly [number, number] {
  const real = usable(x, () => 'a result or cotangent');
  if (typeof real === 'number') return [real, 0];
  if (!(real instanceof TangentDual) || real.run !== along) {
    throw doesNotNest('the gradient inside a forward derivative');
  }
  return [number(real.primalReal), number(real.tangent)];
}

export class SecondOrderCotangents extends Cotangents {
  private readonly cotangents = columns().cotangent;
  private readonly changes = tangentColumns().cotangentTangent;
  readonly sweep = sweepPairs();

  constructor(private readonly along: Run) {
    super();
  }

  add(id: DeltaId, x: Real): void {
    const [c, change] = primalAndTangent(this.along, x);
    this.cotangents[id] += c;
    this.changes[id] += change;
  }

  take(id: DeltaId): Real {
    const c = this.cotangents[id];
    const change = this.changes[id];
    this.cotangents[id] = 0;
    this.changes[id] = 0;
    return c === 0 && change === 0 ? 0 : new TangentDual(this.along, c, change);
  }

  /** Sets those after `from` up to `to` to 0. */
  clear(from: DeltaId, to: DeltaId): void {
    this.cotangents.fill(0, from + 1, to + 1);
    this.changes.fill(0, from + 1, to + 1);
  }
}

let made: Sweep | undefined;
const sweepPairs = (): Sweep => (made ??= makePairSweep());

const product = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);

/** The pass, which holds the columns by `const`. */
function makePairSweep(): Sweep {
  const { partial1, partial2, arg1, arg2, widePartial, wideArg, cotangent } = columns();
  const { partial1Tangent, partial2Tangent, widePartialTangent, cotangentTangent } =
    tangentColumns();

  function pull(c: number, cChange: number, arg: number, p: number, pChange: number): void {
    const u = c * p;
    const v = cChange * p + c * pChange;
    const both = u + v;
    // A finite sum shows that no 0 met an infinity or NaN.
    if (both - both === 0) {
      cotangent[arg] += u;
      cotangentTangent[arg] += v;
    } else {
      cotangent[arg] += product(c, p);
      cotangentTangent[arg] += product(cChange, p) + product(c, pChange);
    }
  }

  return (top, to) => {
    for (let id = top; id > to; id--) {
      const c = cotangent[id];
      const cChange = cotangentTangent[id];
      if (c === 0 && cChange === 0) continue;
      cotangent[id] = 0;
      cotangentTangent[id] = 0;
      const first = arg1[id];
      const second = arg2[id];
      if (first < 0) {
        const end = ~first + second;
        for (let k = ~first; k < end; k++) {
          pull(c, cChange, wideArg[k], widePartial[k], widePartialTangent[k]);
        }
      } else {
        pull(c, cChange, first, partial1[id], partial1Tangent[id]);
        if (second > 0) pull(c, cChange, second, partial2[id], partial2Tangent[id]);
      }
    }
  };
}
