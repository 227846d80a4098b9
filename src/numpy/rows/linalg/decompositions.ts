/**
 * Decompositions of matrices. Each row gives all parts in one array, so that it is one binding. The parts are views of
 * this array.
 *
 * Eigenvectors and singular vectors of equal values have no derivative: what depends on them gets infinities or NaN. A
 * cotangent of exactly 0 wins, so what depends on the values alone has its derivative.
 */
import { applyRow } from '../../apply.js';
import type { AnyArray, Operand } from '../../array-dual.js';
import { ofPlain } from '../../batch-run.js';
import { inOrder, numbersOf } from '../../elements.js';
import { badOption, perExample } from '../../errors.js';
import type { NDArray } from '../../library.js';
import { ops } from '../../ops.js';
import type { ArrayRow } from '../../row.js';
import { inFront } from '../../row-batch.js';
import { Dual } from '../../../core/real.js';
import { elementwise as e } from '../elementwise.js';
import { along, constantOf, settled } from '../building-blocks.js';
import { matmul } from '../products.js';
import { sum } from '../reductions.js';
import { shapes } from '../rearranging.js';
import {
  asColumn,
  asRow,
  diagonal,
  eachMatrix,
  identity,
  kernels,
  matrices,
  matrixShape,
  minus,
  pattern,
  plus,
  product,
  symmetric,
  times,
  transposed,
} from './matrices.js';
import { inv, pinv, solve } from './solving.js';
import { changeOfValues, spectral } from './spectral.js';

/** Rows from one on to another, of each matrix. */
const rowsOf = (z: AnyArray, from: number, to: number): AnyArray =>
  along(z, z.shape.length - 2, `${from}:${to}`);
const valuesOf = (z: AnyArray): AnyArray =>
  ops.reshape(rowsOf(z, 0, 1), [...z.shape.slice(0, -2), z.shape[z.shape.length - 1]]);

/** 1 / (x_j - x_i) beside the diagonal, where it is 0. */
function gaps(x: AnyArray): AnyArray {
  const n = x.shape[x.shape.length - 1];
  const beside = pattern(n, n, (i, j) => (i === j ? 0 : 1));
  return times(e.reciprocal(plus(minus(asRow(x), asColumn(x)), identity(n, x))), beside);
}

/** The values in the first row, and below the vectors in columns. */
const eighRow: ArrayRow = {
  name: 'linalg.eigh',
  value([x]) {
    const array = x as NDArray;
    const { n, stack } = matrixShape(array);
    return eachMatrix([array], [...stack, n + 1, n], (one) => {
      const { w, v } = kernels.eigh(one) as { w: NDArray; v: NDArray };
      return [w, v];
    });
  },
  keeps: (_, count) => [0, count],
  pullback(c, [x], z) {
    const [w, v] = eigenParts(z as AnyArray);
    const [cw, cv] = eigenParts(c as AnyArray);
    const inside = times(product(transposed(v), cv), gaps(w));
    return [plus(spectral(x as AnyArray, cw, w, v), product(v, inside, transposed(v)))];
  },
  pushforward([t], _, z) {
    const [w, v] = eigenParts(z as AnyArray);
    const inside = product(transposed(v), t, v);
    const dw = changeOfValues(w, inside);
    return shapes.concatenate([dw, product(v, times(inside, gaps(w)))], -2);
  },
  batch: inFront(([x]) => applyRow(eighRow, [x], undefined)),
};
const eigenParts = (z: AnyArray): [w: AnyArray, v: AnyArray] => [
  valuesOf(z),
  rowsOf(z, 1, z.shape[z.shape.length - 2]),
];

/** Of the symmetric part, so that both triangles count, whichever is named. */
export function eigh(x: Operand): { w: AnyArray; v: AnyArray } {
  const z = applyRow(eighRow, [symmetric(matrices('linalg.eigh', x, true))], undefined) as AnyArray;
  const [w, v] = eigenParts(z);
  return { w, v };
}
export const eigvalsh = (x: Operand): AnyArray => eigh(x).w;

/** Of at least as many rows as columns: q above r. */
const qrRow: ArrayRow = {
  name: 'linalg.qr',
  value([x]) {
    const array = x as NDArray;
    const { m, n, stack } = matrixShape(array);
    return eachMatrix([array], [...stack, m + n, n], (one) => {
      const { q, r } = kernels.qr(one, 'reduced') as { q: NDArray; r: NDArray };
      return [q, r];
    });
  },
  keeps: (_, count) => [count],
  pullback(c, [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const [q, r] = qrParts(z as AnyArray, m);
    const [cq, cr] = qrParts(c as AnyArray, m);
    const inside = minus(product(r, transposed(cr)), product(transposed(cq), q));
    const below = times(
      inside,
      pattern(n, n, (i, j) => (i > j ? 1 : 0)),
    );
    const mirrored = plus(plus(below, transposed(below)), times(inside, identity(n, z)));
    return [product(plus(cq, product(q, mirrored)), transposed(inv(r)))];
  },
  pushforward([t], [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const [q, r] = qrParts(z as AnyArray, m);
    const scaled = product(t, inv(r));
    const inside = product(transposed(q), scaled);
    const below = times(
      inside,
      pattern(n, n, (i, j) => (i > j ? 1 : 0)),
    );
    const turn = minus(below, transposed(below));
    const dq = plus(product(q, minus(turn, inside)), scaled);
    return shapes.concatenate([dq, product(minus(inside, turn), r)], -2);
  },
  batch: inFront(([x]) => applyRow(qrRow, [x], undefined)),
};
const qrParts = (z: AnyArray, m: number): [q: AnyArray, r: AnyArray] => [
  rowsOf(z, 0, m),
  rowsOf(z, m, z.shape[z.shape.length - 2]),
];

function reducedQr(x: AnyArray): { q: AnyArray; r: AnyArray } {
  const { m, n } = matrixShape(x);
  const last = x.shape.length - 1;
  if (m >= n) {
    const [q, r] = qrParts(applyRow(qrRow, [x], undefined) as AnyArray, m);
    return { q, r };
  }
  // The first columns decide what q is.
  const { q, r } = reducedQr(along(x, last, `:${m}`));
  const rest = matmul(transposed(q), along(x, last, `${m}:`));
  return { q, r: shapes.concatenate([r, rest], -1) as AnyArray };
}

/** The matrix has full rank. */
export function qr(x: Operand, mode = 'reduced'): unknown {
  const array = matrices('linalg.qr', x);
  const { m, n } = matrixShape(array);
  const isReduced = mode === 'reduced' || mode === 'r' || (mode === 'complete' && m <= n);
  if (!isReduced) {
    if (!(array instanceof Dual)) return kernels.qr(inOrder(array), mode);
    throw badOption('linalg.qr', 'mode', mode, "'reduced' or 'r'");
  }
  const parts = reducedQr(array);
  return mode === 'r' ? parts.r : parts;
}

/** The values, and the vectors of both sides as rows, one after another in vectors of numbers. */
const svdRow: ArrayRow = {
  name: 'linalg.svd',
  value([x]) {
    const array = x as NDArray;
    const { m, n, stack } = matrixShape(array);
    const k = Math.min(m, n);
    return eachMatrix([array], [...stack, k * (1 + m + n)], (one) => {
      const { u, s, vt } = kernels.svd(one, false) as { u: NDArray; s: NDArray; vt: NDArray };
      return [s, u, vt];
    });
  },
  keeps: (_, count) => [count],
  pullback(c, [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const { u, s, vt } = svdParts(z as AnyArray, m, n);
    const { u: cu, s: cs, vt: cvt } = svdParts(c as AnyArray, m, n);
    const [ut, v, cv] = [transposed(u), transposed(vt), transposed(cvt)];
    const wide = gaps(times(s, s));
    const doubled = (y: AnyArray) => plus(y, transposed(y));
    const fromU = times(doubled(times(product(ut, cu), wide)), asRow(s));
    const fromV = times(doubled(times(product(vt, cv), wide)), asColumn(s));
    let share = product(u, plus(diagonal(cs), plus(fromU, fromV)), vt);
    const inverse = asRow(e.reciprocal(s));
    if (m > n) share = plus(share, product(times(minus(cu, product(u, ut, cu)), inverse), vt));
    if (n > m)
      share = plus(share, product(u, transposed(times(minus(cv, product(v, vt, cv)), inverse))));
    return [share];
  },
  pushforward([t], [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const { u, s, vt } = svdParts(z as AnyArray, m, n);
    const [ut, v] = [transposed(u), transposed(vt)];
    const inside = product(ut, t, v);
    const wide = gaps(times(s, s));
    const doubled = (y: AnyArray) => plus(y, transposed(y));
    let du = product(u, times(doubled(times(inside, asRow(s))), wide));
    let dv = product(v, times(doubled(times(inside, asColumn(s))), wide));
    const inverse = asRow(e.reciprocal(s));
    if (m > n) {
      const beside = product(t, v);
      du = plus(du, times(minus(beside, product(u, ut, beside)), inverse));
    }
    if (n > m) {
      const beside = product(transposed(t), u);
      dv = plus(dv, times(minus(beside, product(v, vt, beside)), inverse));
    }
    const ds = sum(times(inside, identity(Math.min(m, n), s)), -2) as AnyArray;
    const flat = (y: AnyArray) =>
      ops.reshape(y, [
        ...y.shape.slice(0, -2),
        y.shape[y.shape.length - 2] * y.shape[y.shape.length - 1],
      ]);
    return shapes.concatenate([ds, flat(du), flat(transposed(dv))], -1);
  },
  batch: inFront(([x]) => applyRow(svdRow, [x], undefined)),
};

interface Svd {
  readonly u: AnyArray;
  readonly s: AnyArray;
  readonly vt: AnyArray;
}
function svdParts(z: AnyArray, m: number, n: number): Svd {
  const k = Math.min(m, n);
  const last = z.shape.length - 1;
  const part = (from: number, ...shape: readonly number[]) =>
    ops.reshape(along(z, last, `${from}:${from + shape.reduce((p, d) => p * d, 1)}`), [
      ...z.shape.slice(0, -1),
      ...shape,
    ]);
  return { s: part(0, k), u: part(k, m, k), vt: part(k + m * k, k, n) };
}

export function svd(x: Operand, full_matrices = true, compute_uv = true): unknown {
  const array = matrices('linalg.svd', x);
  const { m, n } = matrixShape(array);
  if (full_matrices && compute_uv && m !== n) {
    if (!(array instanceof Dual)) return kernels.svd(inOrder(array), true, true);
    throw badOption(
      'linalg.svd',
      'full_matrices',
      true,
      'false (the vectors beside the matrix are not determined)',
    );
  }
  const parts = svdParts(applyRow(svdRow, [array], undefined) as AnyArray, m, n);
  return compute_uv ? parts : parts.s;
}
export const svdvals = (x: Operand): AnyArray => svd(x, false, false) as AnyArray;

interface Fit {
  readonly x: Operand;
  readonly residuals: Operand;
  readonly rank: Operand;
  readonly s: AnyArray;
}

/** The shortest of the vectors with the least distance. The rank does not change. */
export function lstsq(a: Operand, b: Operand, rcond?: number | null): Fit {
  const array = matrices('linalg.lstsq', a);
  const { m, n } = matrixShape(array);
  const s = svdvals(array);
  const ranks: number[] = [];
  const rank = ofPlain(s, (plain) => {
    const lanes = plain as NDArray;
    const values = numbersOf(lanes);
    const width = Math.min(m, n);
    for (let from = 0; from < values.length; from += width) {
      const own = Array.from({ length: width }, (_, k) => values[from + k]);
      const cut = (rcond ?? Number.EPSILON * Math.max(m, n)) * Math.max(0, ...own);
      ranks.push(own.filter((value) => value > cut).length);
    }
    return constantOf(lanes.shape.slice(0, -1), ranks);
  });
  const isFull = ranks.every((one) => one === Math.min(m, n));
  // Of many examples what is left has one shape.
  if (!isFull && m > n && ranks.includes(n)) throw perExample('np.linalg.lstsq');
  const x = isFull ? ofFullRank(array, b) : matmul(pinv(array, rcond ?? undefined), b);
  const none = constantOf([0], []);
  const rest =
    m > n && isFull ? asVectors(sum(e.square(e.subtract(b, matmul(array, x))), 0)) : none;
  return { x, residuals: rest, rank: settled(rank), s };
}
const asVectors = (x: Operand): Operand =>
  shapes.atleast_1d(x instanceof Dual || typeof x !== 'number' ? x : constantOf([], [x]));

function ofFullRank(a: AnyArray, b: Operand): Operand {
  const { m, n } = matrixShape(a);
  if (m >= n) {
    const { q, r } = reducedQr(a);
    return solve(r, matmul(transposed(q), b));
  }
  const { q, r } = reducedQr(transposed(a));
  return matmul(q, solve(transposed(r), b));
}
