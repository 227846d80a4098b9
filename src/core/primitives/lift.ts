/**
 * From a row to an operator that runs at full speed. Numbers go straight to the row's value. Duals take the
 * fast path of their run (fast-paths.ts). All else (other levels, finished runs, wrong types) takes the
 * general way.
 *
 * Each operator is a copy of the code of its own (specialise.ts), so that V8 inlines the value of its row.
 * The part for duals is made when the operator first meets one, and is never exchanged, which would end the
 * inlining.
 */
import { specialise } from '../specialise.js';
import { applyAtDeepestLevel } from '../open-runs.js';
import type { Real } from '../real.js';
import type { BinaryRow, Primitive, TernaryRow, UnaryRow } from './row.js';
import { runsAreWatched } from '../watcher.js';
import {
  fastPaths,
  type FastPath,
  type OnOne,
  type OnThree,
  type OnTwo,
  type Operands,
} from './fast-paths.js';

/** The operator on duals of a row: all paths, each made when it is first needed. The last is given. */
function ofDuals(
  row: UnaryRow | BinaryRow,
  operands: Operands,
  variant: string,
  atDeepest: OnTwo,
): OnTwo {
  const along = (path: FastPath, otherwise: OnTwo) =>
    path.operator(row, operands, variant, otherwise);
  let secondOrder: OnTwo | undefined;
  let ofForward: OnTwo | undefined;
  const forward: OnTwo = (x, y) => (ofForward ??= along(fastPaths.forward!, atDeepest))(x, y);
  const others: OnTwo = (x, y) => {
    if (fastPaths.forward === null || runsAreWatched()) return atDeepest(x, y);
    return fastPaths.secondOrder?.isOpen()
      ? (secondOrder ??= along(fastPaths.secondOrder, forward))(x, y)
      : forward(x, y);
  };
  return fastPaths.reverse === null ? others : along(fastPaths.reverse, others);
}

/** The operator of a unary row. It leaves to `atDeepest` whatever no fast path takes. */
export const liftUnary = (
  primitive: Primitive,
  row: UnaryRow,
  atDeepest: OnOne = (x) => applyAtDeepestLevel(primitive, [x]),
  variant = '',
) =>
  specialise(
    makeUnary,
    primitive.name,
    variant,
    row.value,
    () => ofDuals(row, 'one', variant, atDeepest) as OnOne,
  );

/** The operator of a binary row, in the same way. */
export const liftBinary = (
  primitive: Primitive,
  row: BinaryRow,
  atDeepest: OnTwo = (x, y) => applyAtDeepestLevel(primitive, [x, y]),
  variant = '',
) =>
  specialise(makeBinary, primitive.name, variant, row.value, (operands) =>
    ofDuals(row, operands, variant, atDeepest),
  );

/** The operator of a ternary row. */
export const liftTernary = (primitive: Primitive, row: TernaryRow) =>
  specialise(makeTernary, primitive.name, '', row.value, () => {
    const others: OnThree = (x, y, w) => applyAtDeepestLevel(primitive, [x, y, w]);
    return fastPaths.reverse?.ternary(row, others) ?? others;
  });

// What operators call for duals is a parameter that nobody gives, which is cheaper than a variable (tape/fast-paths).
function makeUnary(value: (x: number) => number, ofDuals: () => OnOne, record?: OnOne) {
  return {
    operator: (x: Real): Real => {
      if (typeof x === 'number') return value(x);
      if (record === undefined) record = ofDuals();
      return record(x);
    },
  }.operator;
}

function makeBinary(
  value: (x: number, y: number) => number,
  ofDuals: (operands: Operands) => OnTwo,
  both?: OnTwo,
  first?: OnTwo,
  second?: OnTwo,
) {
  return {
    operator: (x: Real, y: Real): Real => {
      if (typeof x === 'number') {
        if (typeof y === 'number') return value(x, y);
        if (second === undefined) second = ofDuals('second');
        return second(x, y);
      }
      if (typeof y === 'number') {
        if (first === undefined) first = ofDuals('first');
        return first(x, y);
      }
      if (both === undefined) both = ofDuals('both');
      return both(x, y);
    },
  }.operator;
}

function makeTernary(
  value: (x: number, y: number, w: number) => number,
  ofDuals: () => OnThree,
  record?: OnThree,
) {
  return {
    operator: (x: Real, y: Real, w: Real): Real => {
      if (typeof x === 'number' && typeof y === 'number' && typeof w === 'number')
        return value(x, y, w);
      if (record === undefined) record = ofDuals();
      return record(x, y, w);
    },
  }.operator;
}
