/**
 * From a row to an operator that runs at full speed: numbers go straight to the row's value; a dual of the
 * recording run becomes one Let-binding (lift-columns.ts); anything else (other levels, finished runs, wrong
 * types) takes the general way.
 *
 * Each operator is an own copy of the code (fresh.ts), so that its row's value and partials are inlined. The
 * part for duals is made when the operator first meets one, since it holds the columns, which are reserved
 * then; the calls of it never see another, which would end the inlining.
 */
import { DeltaDual, columns, full, head, recording } from '../tape/columns.js';
import { callFresh } from './fresh.js';
import { applyAtDeepestLevel } from './open.js';
import { pairing } from '../tape/pairing.js';
import type { BinaryRow, Primitive, TernaryRow, UnaryRow } from './primitive.js';
import {
  recordBinary,
  recordTernary,
  recordUnary,
  type Cases,
  type Partial,
} from '../tape/ways/columns.js';
import type { Real } from './real.js';
import { runsAreWatched } from './watcher.js';
import { ways, type OfOne, type OfTwo } from './ways.js';

/** All ways but the first, each made when it is first needed; the last is given. */
function generalUnary(row: UnaryRow, atDeepest: OfOne): OfOne {
  let ofPairs: OfOne | undefined;
  let ofForward: OfOne | undefined;
  const forward = (x: Real): Real => (ofForward ??= ways.forward!.unary(row, atDeepest))(x);
  return (x: Real): Real => {
    if (ways.forward === null || runsAreWatched()) return atDeepest(x);
    return pairing.run === null ? forward(x) : (ofPairs ??= ways.pairs!.unary(row, forward))(x);
  };
}

function generalBinary(row: BinaryRow, atDeepest: OfTwo): OfTwo {
  let ofPairs: OfTwo | undefined;
  let ofForward: OfTwo | undefined;
  const forward = (x: Real, y: Real): Real =>
    (ofForward ??= ways.forward!.binary(row, atDeepest))(x, y);
  return (x: Real, y: Real): Real => {
    if (ways.forward === null || runsAreWatched()) return atDeepest(x, y);
    return pairing.run === null
      ? forward(x, y)
      : (ofPairs ??= ways.pairs!.binary(row, forward))(x, y);
  };
}

/** The operator of a unary row. What no fast way takes is left to `atDeepest`, whatever it is. */
export const liftUnary = (
  primitive: Primitive,
  row: UnaryRow,
  atDeepest: OfOne = (x) => applyAtDeepestLevel(primitive, [x]),
  label = primitive.name,
) =>
  callFresh(makeUnary, label, row.value, () => {
    const { capacity, primal, partial1, arg1, arg2 } = columns();
    return callFresh(
      recordUnary,
      label,
      row.value,
      row.partials[0] as Partial,
      generalUnary(row, atDeepest),
      DeltaDual,
      recording,
      head,
      full,
      capacity,
      primal,
      partial1,
      arg1,
      arg2,
    );
  });

/** The operator of a binary row, in the same way. */
export const liftBinary = (
  primitive: Primitive,
  row: BinaryRow,
  atDeepest: OfTwo = (x, y) => applyAtDeepestLevel(primitive, [x, y]),
  label = primitive.name,
) =>
  callFresh(makeBinary, label, row.value, () => {
    const { capacity, primal, partial1, partial2, arg1, arg2 } = columns();
    return callFresh(
      recordBinary,
      label,
      row.value,
      row.partials[0] as Partial,
      row.partials[1] as Partial,
      generalBinary(row, atDeepest),
      DeltaDual,
      recording,
      head,
      full,
      capacity,
      primal,
      partial1,
      partial2,
      arg1,
      arg2,
    );
  });

/** The operator of a ternary row. */
export const liftTernary = (primitive: Primitive, row: TernaryRow) =>
  callFresh(makeTernary, primitive.name, row.value, () => {
    const { capacity, primal, arg1, arg2, wideArg, widePartial } = columns();
    return callFresh(
      recordTernary,
      primitive.name,
      row.value,
      row.partials as readonly Partial[],
      (x: Real, y: Real, w: Real) => applyAtDeepestLevel(primitive, [x, y, w]),
      DeltaDual,
      recording,
      head,
      full,
      capacity,
      primal,
      arg1,
      arg2,
      wideArg,
      widePartial,
    );
  });

function makeUnary(value: (x: number) => number, ofDuals: () => (x: DeltaDual) => Real) {
  let record: ((x: DeltaDual) => Real) | null = null;
  return (x: Real): Real => {
    if (typeof x === 'number') return value(x);
    if (record === null) record = ofDuals();
    return record(x as DeltaDual);
  };
}

function makeBinary(value: (x: number, y: number) => number, ofDuals: () => Cases) {
  let both: Cases[0] | null = null;
  let left: Cases[1] | null = null;
  let right: Cases[2] | null = null;
  function make() {
    [both, left, right] = ofDuals();
  }

  return (x: Real, y: Real): Real => {
    if (typeof x === 'number') {
      if (typeof y === 'number') return value(x, y);
      if (right === null) make();
      return right!(x, y as DeltaDual);
    }
    if (left === null) make();
    return typeof y === 'number' ? left!(x as DeltaDual, y) : both!(x as DeltaDual, y as DeltaDual);
  };
}

type OfThree = (x: Real, y: Real, w: Real) => Real;

function makeTernary(value: (x: number, y: number, w: number) => number, ofDuals: () => OfThree) {
  let record: OfThree | null = null;
  return (x: Real, y: Real, w: Real): Real => {
    if (typeof x === 'number' && typeof y === 'number' && typeof w === 'number')
      return value(x, y, w);
    if (record === null) record = ofDuals();
    return record(x, y, w);
  };
}
