/**
 * Operators on duals of the recording run: each operation becomes one Let-binding in the columns
 * (`deltaLet` of Fig. 10 by mutation, §7.3). All else is left to `general`.
 *
 * The optimiser inlines operators into the user's function within a fixed budget of bytecode, so the code is
 * short: everything it uses is a parameter by itself, and the three cases of a binary operator are apart. (V8
 * checks captured variables that are destructured or declared by `let` or `const` for their dead zone: a third more
 * bytecode, and the chain took 1.2 times as long.) So ids are read once, and `== null` is asked instead of `?.`. A
 * binding is written after its row has computed all its numbers, since a row may record or throw.
 */
import type {
  BinaryCases,
  OnOne,
  OnThree,
  OnTwo,
  ReversePath,
} from '../../core/primitives/fast-paths.js';
import type { BinaryRow, TernaryRow, UnaryRow } from '../../core/primitives/row.js';
import type { Real } from '../../core/real.js';
import { specialise } from '../../core/specialise.js';
import { DeltaDual, columns, head, noRoom, recording } from '../columns.js';
import type { NumericPartial } from './numeric-partial.js';

type Text = (...args: never[]) => unknown;
type Row = UnaryRow | BinaryRow | TernaryRow;

/** The copy of a text for a row. It takes the columns that all texts write in this order, and then `more`. */
function made(text: Text, row: Row, variant: string, general: unknown, ...more: unknown[]) {
  const { capacity, primal, arg1, arg2 } = columns();
  const all = [general, DeltaDual, recording, head, noRoom, capacity, primal, arg1, arg2, ...more];
  return specialise(text, row.name, variant, ...([row.value, ...row.partials, ...all] as never[]));
}

/** The operators of the run that records into the columns. */
export const reversePath: ReversePath = {
  unary: (row, variant, general) =>
    made(recordUnary, row, variant, general, columns().partial1) as OnOne,
  binary(row, variant, general) {
    const { partial1, partial2 } = columns();
    return made(recordBinary, row, variant, general, partial1, partial2) as BinaryCases;
  },
  ternary(row, general) {
    const { wideArg, widePartial } = columns();
    return made(recordTernary, row, '', general, wideArg, widePartial) as OnThree;
  },
};

function recordUnary(
  value: UnaryRow['value'],
  dx: NumericPartial,
  general: OnOne,
  Dual: typeof DeltaDual,
  live: typeof recording,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
  partial1: Float64Array,
) {
  return {
    operator: (x: DeltaDual): Real => {
      const run = live.run!;
      if (x == null || run !== x.run) return general(x);
      const i = x.id;
      const a = primal[i];
      const z = value(a);
      const p = dx(a, z);
      const id = ++top[0];
      if (id >= capacity) full();
      primal[id] = z;
      partial1[id] = p;
      arg1[id] = i;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  }.operator;
}

function recordBinary(
  value: BinaryRow['value'],
  dx: NumericPartial,
  dy: NumericPartial,
  general: OnTwo,
  Dual: typeof DeltaDual,
  live: typeof recording,
  top: typeof head,
  full: () => never,
  capacity: number,
  primal: Float64Array,
  arg1: Int32Array,
  arg2: Int32Array,
  partial1: Float64Array,
  partial2: Float64Array,
): readonly unknown[] {
  const both = {
    operator: (x: DeltaDual, y: DeltaDual): Real => {
      const run = live.run!;
      if (x == null || run !== x.run || y == null || run !== y.run) return general(x, y);
      const i = x.id;
      const j = y.id;
      const a = primal[i];
      const b = primal[j];
      const z = value(a, b);
      const p = dx(a, b, z);
      const q = dy(a, b, z);
      const id = ++top[0];
      if (id >= capacity) full();
      primal[id] = z;
      partial1[id] = p;
      partial2[id] = q;
      arg1[id] = i;
      arg2[id] = j;
      return new Dual(run, id);
    },
  };
  const left = {
    operator: (x: DeltaDual, b: number): Real => {
      const run = live.run!;
      if (x == null || run !== x.run) return general(x, b);
      const i = x.id;
      const a = primal[i];
      const z = value(a, b);
      const p = dx(a, b, z);
      const id = ++top[0];
      if (id >= capacity) full();
      primal[id] = z;
      partial1[id] = p;
      arg1[id] = i;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  };
  const right = {
    operator: (a: number, y: DeltaDual): Real => {
      const run = live.run!;
      if (y == null || run !== y.run) return general(a, y);
      const j = y.id;
      const b = primal[j];
      const z = value(a, b);
      const q = dy(a, b, z);
      const id = ++top[0];
      if (id >= capacity) full();
      primal[id] = z;
      partial1[id] = q;
      arg1[id] = j;
      arg2[id] = 0;
      return new Dual(run, id);
    },
  };
  return [both.operator, left.operator, right.operator];
}

/** Three edges do not fit inline: they go to the wide columns, active ones only. */
function recordTernary(
  value: TernaryRow['value'],
  dx: NumericPartial,
  dy: NumericPartial,
  dw: NumericPartial,
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
  return {
    operator: (x: Real, y: Real, w: Real): Real => {
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
      const id = ++top[0];
      const start = top[1];
      if (id >= capacity || start + 3 > capacity) full();
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
    },
  }.operator;
}
