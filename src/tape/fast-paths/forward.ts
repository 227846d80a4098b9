/**
 * Operators on duals of one open forward run whose primals and tangents are plain numbers, at whatever level.
 * z = value(a, b) gets the tangent dx·ȧ + dy·ḃ. All else is left to the general way (forward-run.ts).
 * O(1), one object for each result. Operators use simple parameters, as in reverse.ts.
 */
import type { FastPath, OnOne, OnTwo } from '../../core/primitives/fast-paths.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import { product } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import { specialise } from '../../core/specialise.js';
import { TangentDual } from '../tangent-dual.js';
import type { NumericPartial } from './numeric-partial.js';

export const forwardPath: FastPath = {
  unary: ({ name, value, partials: [dx] }, general) =>
    specialise(
      makeUnary,
      name,
      'forward',
      value,
      dx as NumericPartial,
      general,
      TangentDual,
      product,
    ),
  binary: ({ name, value, partials: [dx, dy] }, general) => {
    const cases = specialise(
      makeBinary,
      name,
      'forward',
      value,
      dx as NumericPartial,
      dy as NumericPartial,
      general,
      TangentDual,
      product,
    );
    return specialise(dispatch, name, 'forward', general, TangentDual, ...cases);
  },
};

/** An exact 0 wins: no partial is computed for it. */
function makeUnary(
  value: UnaryRow['value'],
  dx: NumericPartial,
  general: OnOne,
  Pair: typeof TangentDual,
  times: typeof product,
) {
  return {
    operator: (x: Real): Real => {
      if (!(x instanceof Pair) || x.run?.status !== 'open') return general(x);
      const a = x.primalReal;
      const s = x.tangent;
      if (typeof a !== 'number' || typeof s !== 'number') return general(x);
      const z = value(a);
      return new Pair(x.run, z, s === 0 ? 0 : times(dx(a, z), s));
    },
  }.operator;
}

/** An exact 0 wins: no partial is computed for it. */
function makeBinary(
  value: BinaryRow['value'],
  dx: NumericPartial,
  dy: NumericPartial,
  general: OnTwo,
  Pair: typeof TangentDual,
  times: typeof product,
) {
  const both = {
    operator: (x: TangentDual, y: TangentDual): Real => {
      const run = x.run;
      const a = x.primalReal;
      const b = y.primalReal;
      const s = x.tangent;
      const t = y.tangent;
      if (y.run !== run || run?.status !== 'open' || typeof a !== 'number' || typeof b !== 'number')
        return general(x, y);
      if (typeof s !== 'number' || typeof t !== 'number') return general(x, y);
      const z = value(a, b);
      const u = s === 0 ? 0 : times(dx(a, b, z), s);
      const v = t === 0 ? 0 : times(dy(a, b, z), t);
      return new Pair(run, z, u + v);
    },
  }.operator;

  const left = {
    operator: (x: TangentDual, b: number): Real => {
      const a = x.primalReal;
      const s = x.tangent;
      if (x.run?.status !== 'open' || typeof a !== 'number' || typeof s !== 'number')
        return general(x, b);
      const z = value(a, b);
      return new Pair(x.run, z, s === 0 ? 0 : times(dx(a, b, z), s));
    },
  }.operator;

  const right = {
    operator: (a: number, y: TangentDual): Real => {
      const b = y.primalReal;
      const t = y.tangent;
      if (y.run?.status !== 'open' || typeof b !== 'number' || typeof t !== 'number')
        return general(a, y);
      const z = value(a, b);
      return new Pair(y.run, z, t === 0 ? 0 : times(dy(a, b, z), t));
    },
  }.operator;

  return [both, left, right] as const;
}

type Cases = ReturnType<typeof makeBinary>;

function dispatch(
  general: OnTwo,
  Pair: typeof TangentDual,
  both: Cases[0],
  left: Cases[1],
  right: Cases[2],
): OnTwo {
  return {
    operator: (x: Real, y: Real): Real => {
      if (x instanceof Pair) {
        if (y instanceof Pair) return both(x, y);
        return typeof y === 'number' ? left(x, y) : general(x, y);
      }
      return y instanceof Pair && typeof x === 'number' ? right(x, y) : general(x, y);
    },
  }.operator;
}
