/**
 * Cotangents with their tangents in columns, and the sweep over them (delta/binding-columns.ts has it for
 * numbers). With a cotangent c flows its tangent ċ along the forward run, and an edge with partial p takes
 * (c·p)˙ = ċp + cṗ. O(edges), no allocation. The pass leaves the cotangents of all bindings, and their
 * tangents, at 0.
 */
import { product } from '../delta/exact-zero.js';
import { columns } from './columns.js';
import { doesNotNest } from '../errors/errors.js';
import { TangentDual } from './tangent-dual.js';
import { usable } from '../core/open-runs.js';
import { tangentColumns } from './tangent-columns.js';
import type { Real, Run } from '../core/real.js';
import { Cotangents } from './cotangents.js';
import type { DeltaId } from '../delta/delta.js';
import type { Sweep } from '../delta/binding-columns.js';

const number = (x: Real): number => usable(x, () => 'a primal or a tangent') as number;

/** A real of the outermost forward run, or a number, as a number and its tangent. */
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
  private readonly tangents = tangentColumns().cotangentTangent;
  readonly sweep = secondOrderSweep();

  constructor(private readonly along: Run) {
    super();
  }

  add(id: DeltaId, x: Real): void {
    const [c, tangent] = primalAndTangent(this.along, x);
    this.cotangents[id] += c;
    this.tangents[id] += tangent;
  }

  /** An exact 0 wins: it is a number, so that others see it. */
  take(id: DeltaId): Real {
    const c = this.cotangents[id];
    const tangent = this.tangents[id];
    this.cotangents[id] = 0;
    this.tangents[id] = 0;
    return c === 0 && tangent === 0 ? 0 : new TangentDual(this.along, c, tangent);
  }

  /** Sets those after `from` up to `to` to 0. */
  clear(from: DeltaId, to: DeltaId): void {
    this.cotangents.fill(0, from + 1, to + 1);
    this.tangents.fill(0, from + 1, to + 1);
  }
}

let made: Sweep | undefined;
const secondOrderSweep = (): Sweep => (made ??= makeSecondOrderSweep());

/** The pass, which holds the columns by `const`. */
function makeSecondOrderSweep(): Sweep {
  const { partial1, partial2, arg1, arg2, widePartial, wideArg, cotangent } = columns();
  const { partial1Tangent, partial2Tangent, widePartialTangent, cotangentTangent } =
    tangentColumns();

  function pull(c: number, cTangent: number, arg: number, p: number, pTangent: number): void {
    const u = c * p;
    const v = cTangent * p + c * pTangent;
    const both = u + v;
    // A finite sum shows that no 0 met an infinity or NaN.
    if (both - both === 0) {
      cotangent[arg] += u;
      cotangentTangent[arg] += v;
    } else {
      cotangent[arg] += product(c, p);
      cotangentTangent[arg] += product(cTangent, p) + product(c, pTangent);
    }
  }

  return (top, to) => {
    for (let id = top; id > to; id--) {
      const c = cotangent[id];
      const cTangent = cotangentTangent[id];
      // An exact 0 wins: skipped for speed.
      if (c === 0 && cTangent === 0) continue;
      cotangent[id] = 0;
      cotangentTangent[id] = 0;
      const first = arg1[id];
      const second = arg2[id];
      if (first < 0) {
        const end = ~first + second;
        for (let k = ~first; k < end; k++) {
          pull(c, cTangent, wideArg[k], widePartial[k], widePartialTangent[k]);
        }
      } else {
        pull(c, cTangent, first, partial1[id], partial1Tangent[id]);
        if (second > 0) pull(c, cTangent, second, partial2[id], partial2Tangent[id]);
      }
    }
  };
}
