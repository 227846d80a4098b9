/**
 * From a row to an operator that runs at full speed: numbers go straight to the row's value, duals by the
 * fast way of their run (ways.ts); anything else (other levels, finished runs, wrong types) takes the general
 * way.
 *
 * Each operator is an own copy of the code (fresh.ts), so that its row's value is inlined. The part for duals
 * is made when the operator first meets one; the calls of it never see another, which would end the inlining.
 */
import { callFresh } from './fresh.js';
import { applyAtDeepestLevel } from './open.js';
import type { Real } from './real.js';
import type { BinaryRow, Primitive, TernaryRow, UnaryRow } from './row.js';
import { runsAreWatched } from './watcher.js';
import { ways, type Cases, type OfOne, type OfThree, type OfTwo } from './ways.js';

/** All ways but the first, each made when it is first needed; the last is given. */
function generalUnary(row: UnaryRow, atDeepest: OfOne): OfOne {
  let ofPairs: OfOne | undefined;
  let ofForward: OfOne | undefined;
  const forward = (x: Real): Real => (ofForward ??= ways.forward!.unary(row, atDeepest))(x);
  return (x: Real): Real => {
    if (ways.forward === null || runsAreWatched()) return atDeepest(x);
    return ways.pairs?.isOpen() ? (ofPairs ??= ways.pairs.unary(row, forward))(x) : forward(x);
  };
}

function generalBinary(row: BinaryRow, atDeepest: OfTwo): OfTwo {
  let ofPairs: OfTwo | undefined;
  let ofForward: OfTwo | undefined;
  const forward = (x: Real, y: Real): Real =>
    (ofForward ??= ways.forward!.binary(row, atDeepest))(x, y);
  return (x: Real, y: Real): Real => {
    if (ways.forward === null || runsAreWatched()) return atDeepest(x, y);
    return ways.pairs?.isOpen()
      ? (ofPairs ??= ways.pairs.binary(row, forward))(x, y)
      : forward(x, y);
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
    const general = generalUnary(row, atDeepest);
    return ways.recording?.unary(row, label, general) ?? general;
  });

/** The operator of a binary row, in the same way. */
export const liftBinary = (
  primitive: Primitive,
  row: BinaryRow,
  atDeepest: OfTwo = (x, y) => applyAtDeepestLevel(primitive, [x, y]),
  label = primitive.name,
) =>
  callFresh(makeBinary, label, row.value, () => {
    const general = generalBinary(row, atDeepest);
    return ways.recording?.binary(row, label, general) ?? [general, general, general];
  });

/** The operator of a ternary row. */
export const liftTernary = (primitive: Primitive, row: TernaryRow) =>
  callFresh(makeTernary, primitive.name, row.value, () => {
    const general: OfThree = (x, y, w) => applyAtDeepestLevel(primitive, [x, y, w]);
    return ways.recording?.ternary(row, row.name, general) ?? general;
  });

function makeUnary(value: (x: number) => number, ofDuals: () => OfOne) {
  let record: OfOne | null = null;
  return (x: Real): Real => {
    if (typeof x === 'number') return value(x);
    if (record === null) record = ofDuals();
    return record(x);
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
      return right!(x, y);
    }
    if (left === null) make();
    return typeof y === 'number' ? left!(x, y) : both!(x, y);
  };
}

function makeTernary(value: (x: number, y: number, w: number) => number, ofDuals: () => OfThree) {
  let record: OfThree | null = null;
  return (x: Real, y: Real, w: Real): Real => {
    if (typeof x === 'number' && typeof y === 'number' && typeof w === 'number')
      return value(x, y, w);
    if (record === null) record = ofDuals();
    return record(x, y, w);
  };
}
