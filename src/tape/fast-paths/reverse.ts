/**
 * Operators on duals of the recording run: each operation becomes one Let-binding in the columns (`deltaLet`
 * of Fig. 10 by mutation, §7.3). All else is left to `general`.
 *
 * The code is short, for the optimiser: everything it uses is a variable by itself, and each case has its
 * own. (V8 checks captured variables that are destructured or declared by `let` or `const` for their dead
 * zone: a third more bytecode, and the chain took 1.2 times as long.) So ids are read once, and `== null` is
 * asked instead of `?.`. A binding is written after its row has computed all its numbers, since a row may
 * record or throw.
 */
import type { OnThree, ReversePath } from '../../core/primitives/fast-paths.js';
import { specialiseBy } from '../../core/specialise.js';
import type { Real } from '../../core/real.js';
import { DeltaDual, columns, head, noRoom, recording, type Columns } from '../columns.js';
import { pathOf, type OfRow, type Partial } from './scheme.js';

export interface Machine extends Columns {
  readonly Dual: typeof DeltaDual;
  readonly live: typeof recording;
  readonly top: Int32Array;
  readonly full: () => never;
}

/** The variables of operators that record into the columns. */
export const machine = (): Machine => ({
  ...columns(),
  Dual: DeltaDual,
  live: recording,
  top: head,
  full: noRoom,
});

/** The first edge is that of the first dual. */
const recorded = (the: Machine & OfRow) =>
  ({
    operator: (x: DeltaDual, y: DeltaDual): Real => {
      const run = the.live.run!;
      if (the.isFirst) {
        if (x == null || run !== x.run) return the.general(x, y);
      }
      if (the.isSecond) {
        if (y == null || run !== y.run) return the.general(x, y);
      }
      const i = the.isFirst ? x.id : y.id;
      const j = the.isBoth ? y.id : 0;
      const a = the.isFirst ? the.primal[i] : (x as unknown as number);
      const b = the.isBoth
        ? the.primal[j]
        : the.isSecond
          ? the.primal[i]
          : (y as unknown as number);
      const z = the.isUnary ? the.value(a) : the.value(a, b);
      const p = the.isUnary ? the.dx(a, z) : the.isFirst ? the.dx(a, b, z) : the.dy(a, b, z);
      const q = the.isBoth ? the.dy(a, b, z) : 0;
      const id = ++the.top[0];
      if (id >= the.capacity) the.full();
      the.primal[id] = z;
      the.partial1[id] = p as number;
      if (the.isBoth) the.partial2[id] = q as number;
      the.arg1[id] = i;
      the.arg2[id] = j;
      return new the.Dual(run, id);
    },
  }).operator;

/** The operators of the run that records into the columns. */
export const reversePath: ReversePath = {
  ...pathOf('', recorded, machine),
  ternary({ name, value, partials: [dx, dy, dw] }, general) {
    const parts = { ...machine(), value, dx, dy, dw, general } as Ternary;
    return specialiseBy(recordedWide, name, '', parts);
  },
};

interface Ternary extends Machine {
  readonly value: (a: number, b: number, c: number) => number;
  readonly dx: Partial;
  readonly dy: Partial;
  readonly dw: Partial;
  readonly general: OnThree;
}

/** Three edges do not fit inline: they go to the wide columns, active ones only. */
const recordedWide = (the: Ternary): OnThree =>
  ({
    operator: (x: Real, y: Real, w: Real): Real => {
      const run = the.live.run!;
      let a = x as number;
      let b = y as number;
      let c = w as number;
      let i = 0;
      let j = 0;
      let k = 0;
      if (typeof x !== 'number') {
        if (x?.run !== run) return the.general(x, y, w);
        a = the.primal[(i = (x as DeltaDual).id)];
      }
      if (typeof y !== 'number') {
        if (y?.run !== run) return the.general(x, y, w);
        b = the.primal[(j = (y as DeltaDual).id)];
      }
      if (typeof w !== 'number') {
        if (w?.run !== run) return the.general(x, y, w);
        c = the.primal[(k = (w as DeltaDual).id)];
      }
      const z = the.value(a, b, c);
      const p = i > 0 ? (the.dx(a, b, c, z) as number) : 0;
      const q = j > 0 ? (the.dy(a, b, c, z) as number) : 0;
      const r = k > 0 ? (the.dw(a, b, c, z) as number) : 0;
      const id = ++the.top[0];
      const start = the.top[1];
      if (id >= the.capacity || start + 3 > the.capacity) the.full();
      let end = start;
      if (i > 0) {
        the.wideArg[end] = i;
        the.widePartial[end++] = p;
      }
      if (j > 0) {
        the.wideArg[end] = j;
        the.widePartial[end++] = q;
      }
      if (k > 0) {
        the.wideArg[end] = k;
        the.widePartial[end++] = r;
      }
      the.top[1] = end;
      the.primal[id] = z;
      the.arg1[id] = ~start;
      the.arg2[id] = end - start;
      return new the.Dual(run, id);
    },
  }).operator;
