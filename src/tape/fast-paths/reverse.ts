/**
 * The texts of operators on duals of the recording run: each becomes one Let-binding in the columns
 * (`deltaLet` of Fig. 10 by mutation, §7.3); anything else is left to `general`.
 *
 * The optimiser inlines operators into the user's function within a fixed budget of bytecode, so the code is
 * short: everything it uses is a parameter, and the three cases of a binary operator are apart. A binding is
 * written after its row has computed all its numbers, since a row may record or throw.
 */
import { specialise } from '../../core/specialise.js';
import type { Real } from '../../core/real.js';
import type {
  BinaryCases,
  OnOne,
  OnThree,
  OnTwo,
  ReversePath,
} from '../../core/primitives/fast-paths.js';
import { DeltaDual, columns, full, head, recording } from '../columns.js';

/** A partial at plain numbers. Written in operators, it is then a number itself. */
type Partial = (...args: readonly number[]) => number;

/** The way of the run that records into the columns. */
export const reversePath: ReversePath = {
  unary(row, label, otherwise) {
    const { capacity, primal, partial1, arg1, arg2 } = columns();
    return specialise(
      recordUnary,
      label,
      row.value,
      row.partials[0] as Partial,
      otherwise,
      DeltaDual,
      recording,
      head,
      full,
      capacity,
      primal,
      partial1,
      arg1,
      arg2,
    ) as OnOne;
  },
  binary(row, label, otherwise) {
    const { capacity, primal, partial1, partial2, arg1, arg2 } = columns();
    const [dx, dy] = row.partials as readonly Partial[];
    return specialise(
      recordBinary,
      label,
      row.value,
      dx,
      dy,
      otherwise,
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
    ) as unknown as BinaryCases;
  },
  ternary(row, label, otherwise) {
    const { capacity, primal, arg1, arg2, wideArg, widePartial } = columns();
    return specialise(
      recordTernary,
      label,
      row.value,
      row.partials as readonly Partial[],
      otherwise,
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
  },
};

function recordUnary(
  value: (x: number) => number,
  dx: Partial,
  general: OnOne,
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
  general: OnTwo,
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
): readonly unknown[] {
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
  general: OnThree,
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
