/**
 * The fast way of forward mode: duals of one open run whose primals and tangents are plain numbers, at
 * whatever level. z = value(a, b) gets the tangent dx·ȧ + dy·ḃ, where factors of exactly 0 are skipped as in
 * the general way (tape/forward-run.ts), to which everything else is left. O(1), one object for each result.
 *
 * Each operator has an own copy, made when forward mode first meets it (specialise.ts).
 */
import { specialise } from '../../core/specialise.js';
import { TangentDual } from '../tangent-dual.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import type { Real } from '../../core/real.js';
import type { OnOne, OnTwo, FastPath } from '../../core/primitives/fast-paths.js';

/** A partial at plain numbers. Written in operators, it is then a number itself. */
type Partial = (...args: readonly number[]) => number;

/** The operator of a unary row on forward duals; other arguments are given to `otherwise`. */
const forwardUnary = (row: UnaryRow, otherwise: OnOne): OnOne =>
  specialise(
    makeUnary,
    `forward ${row.name}`,
    row.value,
    row.partials[0] as Partial,
    otherwise,
    TangentDual,
  );

/** The operator of a binary row on forward duals. */
const forwardBinary = (row: BinaryRow, otherwise: OnTwo): OnTwo =>
  specialise(
    makeBinary,
    `forward ${row.name}`,
    row.value,
    row.partials[0] as Partial,
    row.partials[1] as Partial,
    otherwise,
    TangentDual,
  );

export const forwardPath: FastPath = { unary: forwardUnary, binary: forwardBinary };

function makeUnary(
  value: (x: number) => number,
  dx: (x: number, z: number) => number,
  otherwise: (x: Real) => Real,
  Pair: typeof TangentDual,
) {
  return (x: Real): Real => {
    if (!(x instanceof Pair) || x.run?.status !== 'open') return otherwise(x);
    const a = x.primalReal;
    const s = x.tangent;
    if (typeof a !== 'number' || typeof s !== 'number') return otherwise(x);
    const z = value(a);
    const p = s === 0 ? 0 : dx(a, z);
    return new Pair(x.run, z, p === 0 ? 0 : p * s);
  };
}

function makeBinary(
  value: (x: number, y: number) => number,
  dx: (x: number, y: number, z: number) => number,
  dy: (x: number, y: number, z: number) => number,
  otherwise: (x: Real, y: Real) => Real,
  Pair: typeof TangentDual,
) {
  function both(x: TangentDual, y: TangentDual): Real {
    const run = x.run;
    const a = x.primalReal;
    const b = y.primalReal;
    const s = x.tangent;
    const t = y.tangent;
    if (y.run !== run || run?.status !== 'open' || typeof a !== 'number' || typeof b !== 'number')
      return otherwise(x, y);
    if (typeof s !== 'number' || typeof t !== 'number') return otherwise(x, y);
    const z = value(a, b);
    const p = s === 0 ? 0 : dx(a, b, z);
    const q = t === 0 ? 0 : dy(a, b, z);
    return new Pair(run, z, (p === 0 ? 0 : p * s) + (q === 0 ? 0 : q * t));
  }

  function left(x: TangentDual, b: number): Real {
    const a = x.primalReal;
    const s = x.tangent;
    if (x.run?.status !== 'open' || typeof a !== 'number' || typeof s !== 'number')
      return otherwise(x, b);
    const z = value(a, b);
    const p = s === 0 ? 0 : dx(a, b, z);
    return new Pair(x.run, z, p === 0 ? 0 : p * s);
  }

  function right(a: number, y: TangentDual): Real {
    const b = y.primalReal;
    const t = y.tangent;
    if (y.run?.status !== 'open' || typeof b !== 'number' || typeof t !== 'number')
      return otherwise(a, y);
    const z = value(a, b);
    const q = t === 0 ? 0 : dy(a, b, z);
    return new Pair(y.run, z, q === 0 ? 0 : q * t);
  }

  return (x: Real, y: Real): Real => {
    if (x instanceof Pair) {
      if (y instanceof Pair) return both(x, y);
      return typeof y === 'number' ? left(x, y) : otherwise(x, y);
    }
    return y instanceof Pair && typeof x === 'number' ? right(x, y) : otherwise(x, y);
  };
}
