/**
 * From a row to an operator that runs at full speed: numbers go straight to the row's value; a dual of the
 * recording run becomes one Let-binding in the columns (`deltaLet` of Fig. 10 by mutation, §7.3); anything
 * else (other levels, finished runs, wrong types) takes the general way.
 *
 * Each operator is an own copy of the code below (fresh.ts), so that its row's value and partials are
 * inlined. The optimiser inlines operators into the user's function within a fixed budget of bytecode, so the
 * code is short: everything it uses is a parameter, and the three cases of a binary operator are apart. A
 * binding is written after its row has computed all its numbers, since a row may record or throw.
 */
import { DeltaDual, columns, full, head, recording } from './columns.js';
import { callFresh } from './fresh.js';
import { applyAtDeepestLevel } from './levels.js';
import { pairing } from './pairing.js';
import type { BinaryRow, Primitive, TernaryRow, UnaryRow } from './primitive.js';
import type { Real } from './real.js';
import { runsAreWatched } from './watcher.js';
import { ways, type OfOne, type OfTwo } from './ways.js';

/** A partial at plain numbers. Written in operators, it is then a number itself. */
type Partial = (...args: readonly number[]) => number;

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

/** A binary operator on two duals, on a dual and a number, and on a number and a dual. */
type Cases = readonly [
  both: (x: DeltaDual, y: DeltaDual) => Real,
  left: (x: DeltaDual, b: number) => Real,
  right: (a: number, y: DeltaDual) => Real,
];

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

function recordUnary(
  value: (x: number) => number,
  dx: Partial,
  general: (x: Real) => Real,
  Dual: typeof DeltaDual,
  live: typeof recording,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  partial1: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
): (x: DeltaDual) => Real {
  return (x) => {
    const run = live.run!;
    if (x?.run !== run) return general(x);
    const a = primal[x.id];
    const z = value(a);
    const p = dx(a, z);
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    partial1[id] = p;
    arg1[id] = x.id;
    arg2[id] = 0;
    return new Dual(run, id);
  };
}

function recordBinary(
  value: (x: number, y: number) => number,
  dx: Partial,
  dy: Partial,
  general: (x: Real, y: Real) => Real,
  Dual: typeof DeltaDual,
  live: typeof recording,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  partial1: Float64Array,
  partial2: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
): Cases {
  function both(x: DeltaDual, y: DeltaDual): Real {
    const run = live.run!;
    if (x?.run !== run || y?.run !== run) return general(x, y);
    const a = primal[x.id];
    const b = primal[y.id];
    const z = value(a, b);
    const p = dx(a, b, z);
    const q = dy(a, b, z);
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    partial1[id] = p;
    partial2[id] = q;
    arg1[id] = x.id;
    arg2[id] = y.id;
    return new Dual(run, id);
  }

  function left(x: DeltaDual, b: number): Real {
    const run = live.run!;
    if (x?.run !== run) return general(x, b);
    const a = primal[x.id];
    const z = value(a, b);
    const p = dx(a, b, z);
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    partial1[id] = p;
    arg1[id] = x.id;
    arg2[id] = 0;
    return new Dual(run, id);
  }

  function right(a: number, y: DeltaDual): Real {
    const run = live.run!;
    if (y?.run !== run) return general(a, y);
    const b = primal[y.id];
    const z = value(a, b);
    const q = dy(a, b, z);
    const id = top[0] + 1;
    if (id >= capacity) full();
    top[0] = id;
    primal[id] = z;
    partial1[id] = q;
    arg1[id] = y.id;
    arg2[id] = 0;
    return new Dual(run, id);
  }

  return [both, left, right];
}

/** Three edges do not fit inline: they go to the wide columns, active ones only. */
function recordTernary(
  value: (x: number, y: number, w: number) => number,
  [dx, dy, dw]: readonly Partial[],
  general: (x: Real, y: Real, w: Real) => Real,
  Dual: typeof DeltaDual,
  live: typeof recording,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
  wideArg: Int32Array,
  widePartial: Float64Array,
) {
  return (x: Real, y: Real, w: Real): Real => {
    const run = live.run!;
    let a = x as number;
    let b = y as number;
    let c = w as number;
    let i = 0;
    let j = 0;
    let k = 0;
    if (typeof x !== 'number') {
      if (x?.run !== run) return general(x, y, w);
      a = primal[(i = (x as DeltaDual).id)];
    }
    if (typeof y !== 'number') {
      if (y?.run !== run) return general(x, y, w);
      b = primal[(j = (y as DeltaDual).id)];
    }
    if (typeof w !== 'number') {
      if (w?.run !== run) return general(x, y, w);
      c = primal[(k = (w as DeltaDual).id)];
    }
    const z = value(a, b, c);
    const p = i > 0 ? dx(a, b, c, z) : 0;
    const q = j > 0 ? dy(a, b, c, z) : 0;
    const r = k > 0 ? dw(a, b, c, z) : 0;
    const id = top[0] + 1;
    const start = top[1];
    if (id >= capacity || start + 3 > capacity) full();
    top[0] = id;
    let end = start;
    if (i > 0) {
      wideArg[end] = i;
      widePartial[end++] = p;
    }
    if (j > 0) {
      wideArg[end] = j;
      widePartial[end++] = q;
    }
    if (k > 0) {
      wideArg[end] = k;
      widePartial[end++] = r;
    }
    top[1] = end;
    primal[id] = z;
    arg1[id] = ~start;
    arg2[id] = end - start;
    return new Dual(run, id);
  };
}
