/**
 * Operators on duals of one open forward run whose primals and tangents are plain numbers, at whatever
 * level. z = value(a, b) gets the tangent dx·ȧ + dy·ḃ. All else is left to the general way (forward-run.ts).
 * O(1), one object for each result.
 */
import { product } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import { TangentDual } from '../tangent-dual.js';
import { pathOf, type OfRow } from './scheme.js';

interface Parts {
  readonly Pair: typeof TangentDual;
  readonly times: (x: number, y: number) => number;
}

/** An exact 0 wins: no partial is computed for it. */
const pushed = (the: Parts & OfRow) =>
  ({
    operator: (x: TangentDual, y: TangentDual): Real => {
      if (the.isFirst) {
        if (!(x instanceof the.Pair)) return the.general(x, y);
      }
      if (the.isSecond) {
        if (!(y instanceof the.Pair)) return the.general(x, y);
      }
      const run = the.isFirst ? x.run : y.run;
      if (run?.status !== 'open') return the.general(x, y);
      if (the.isBoth) {
        if (y.run !== run) return the.general(x, y);
      }
      const a = the.isFirst ? x.primalReal : (x as unknown as number);
      const b = the.isSecond ? y.primalReal : (y as unknown as number);
      const s = the.isFirst ? x.tangent : 0;
      const t = the.isSecond ? y.tangent : 0;
      if (typeof a !== 'number' || typeof s !== 'number') return the.general(x, y);
      if (the.isSecond) {
        if (typeof b !== 'number' || typeof t !== 'number') return the.general(x, y);
      }
      const z = the.isUnary ? the.value(a) : the.value(a, b as number);
      const u = the.isFirst
        ? s === 0
          ? 0
          : the.times((the.isUnary ? the.dx(a, z) : the.dx(a, b, z)) as number, s)
        : 0;
      const v = the.isSecond
        ? t === 0
          ? 0
          : the.times(the.dy(a, b, z) as number, t as number)
        : 0;
      return new the.Pair(run, z, the.isBoth ? u + v : the.isFirst ? u : v);
    },
  }).operator;

export const forwardPath = pathOf('forward', pushed, () => ({ Pair: TangentDual, times: product }));
