/** Inverses, determinants and linear systems. */
import { applyRow } from '../../apply.js';
import type { AnyArray, Operand } from '../../array-dual.js';
import { broadcast, inOrder, isFinite, sizeOf } from '../../elements.js';
import { badOption, doesNotFit, noBroadcast, singular } from '../../errors.js';
import type { NDArray } from '../../library.js';
import { ops } from '../../ops.js';
import type { ArrayRow, Examples } from '../../row.js';
import { inFront } from '../../row-batch.js';
import { ofPlain } from '../../batch-run.js';
import { isReal } from '../../../core/real.js';
import { numbersIn, settled } from '../building-blocks.js';
import { matmul } from '../products.js';
import { sum } from '../reductions.js';
import { shapes } from '../rearranging.js';
import {
  asColumn,
  asFactor,
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
  typed,
} from './matrices.js';

/** True if it is a number of one matrix. */
const isOne = ({ shapes: [shape] }: Examples<undefined>): boolean => shape.length === 2;

const invRow: ArrayRow = {
  name: 'linalg.inv',
  value([x]) {
    const array = inOrder(x as NDArray);
    try {
      return typed(kernels.inv(array) as NDArray, array);
    } catch {
      throw singular('linalg.inv', array.shape);
    }
  },
  keeps: (_, count) => [count],
  pullback: (c, _, z) => [product(transposed(z), ops.negative(c), transposed(z))],
  pushforward: ([t], _, z) => product(z, ops.negative(t), z),
  batch: inFront((xs) => applyRow(invRow, xs, undefined)),
};
export const inv = (x: Operand): AnyArray =>
  applyRow(invRow, [matrices('linalg.inv', x, true)], undefined) as AnyArray;

/** Of two stacks of one shape; what is solved for are columns. */
const solveRow: ArrayRow = {
  name: 'linalg.solve',
  value([x, y]) {
    const [a, b] = [x as NDArray, y as NDArray];
    const z = eachMatrix([a, b], b.shape, (one, other) => [kernels.solve(one, other) as NDArray]);
    if (!isFinite(z) && isFinite(a) && isFinite(b)) throw singular('linalg.solve', a.shape);
    return z;
  },
  keeps: (k, count) => (k === 0 ? [0, count] : [0]),
  pullback(c, [a], z, active) {
    const back = solved(transposed(a), c as AnyArray);
    return [active[0] ? ops.negative(product(back, transposed(z))) : 0, active[1] ? back : 0];
  },
  pushforward([da, db], [a], z) {
    const moved = da === 0 ? db : minus(db, product(da, z));
    return solved(a as AnyArray, moved as AnyArray);
  },
  batch: inFront((xs) => applyRow(solveRow, xs, undefined)),
};
const solved = (a: AnyArray, b: AnyArray): AnyArray =>
  applyRow(solveRow, [a, b], undefined) as AnyArray;

/** As NumPy 2 takes it: `b` is a vector if it has one dimension, else a stack of matrices. */
export function solve(a: Operand, b: Operand): Operand {
  const left = matrices('linalg.solve', a, true);
  const given = b as AnyArray;
  const isVector = !isReal(b) && given.shape.length === 1;
  const right = isVector ? asColumn(given) : matrices('linalg.solve', b);
  const [one, other] = [matrixShape(left), matrixShape(right)];
  if (one.n !== other.m) throw doesNotFit('linalg.solve', [left.shape, given.shape]);
  const stack = broadcast(one.stack, other.stack);
  if (stack === null) throw noBroadcast('linalg.solve', [left.shape, given.shape]);
  const spread = (x: AnyArray, { m, n, stack: own }: typeof one) =>
    String(own) === String(stack) ? x : (shapes.broadcast_to(x, [...stack, m, n]) as AnyArray);
  const z = solved(spread(left, one), spread(right, other));
  return isVector ? ops.reshape(z, z.shape.slice(0, -1)) : z;
}

/** Up to this the product of the norms of a matrix and its inverse is taken for regular. */
const REGULAR = 1e10;

function isRegular(x: AnyArray): boolean {
  let isSo = true;
  ofPlain(x, (plain) => {
    isSo = areRegular(inOrder(plain as NDArray));
    return plain;
  });
  return isSo;
}

function areRegular(plain: NDArray): boolean {
  try {
    const inverse = kernels.inv(plain) as NDArray;
    const norm = (z: NDArray) => Math.max(...Array.from(numbersIn(z), Math.abs));
    return isFinite(inverse) && norm(plain) * norm(inverse) < REGULAR;
  } catch {
    return false;
  }
}

/** The determinants of a matrix without a row and a column, for each. O(n⁵). */
function minors(x: AnyArray): AnyArray {
  const { n, stack } = matrixShape(x);
  const others = Array.from({ length: n }, (_, i) =>
    [...Array(n).keys()].filter((k) => k !== i),
  ).flat();
  const parts = shapes.take(shapes.take(x, others, -2), others, -1) as AnyArray;
  const count = stack.length;
  const split = ops.reshape(parts, [...stack, n, n - 1, n, n - 1]);
  const order = [...stack.keys(), count, count + 2, count + 1, count + 3];
  return det(ops.transpose(split, order)) as AnyArray;
}

/** The partials of the determinant by the elements, of singular matrices, too. */
function cofactors(x: AnyArray): AnyArray {
  const { n } = matrixShape(x);
  if (isRegular(x)) return times(asFactor(det(x)), transposed(inv(x)));
  return times(
    minors(x),
    pattern(n, n, (i, j) => ((i + j) % 2 === 0 ? 1 : -1)),
  );
}

const detRow: ArrayRow = {
  name: 'linalg.det',
  value([x]) {
    const array = inOrder(x as NDArray);
    // Of no rows it is 1, which numpy-ts does not know of stacks.
    const { n, stack } = matrixShape(array);
    if (n === 0) return ops.spread(1, stack, 'float64') as NDArray;
    const z = kernels.det(array) as NDArray | number;
    return typeof z === 'number' ? z : typed(z, array);
  },
  keeps: () => [0],
  pullback: (c, [x]) => [times(asFactor(c), cofactors(x as AnyArray))],
  pushforward: ([t], [x]) => sum(times(t, cofactors(x as AnyArray)), [-2, -1]),
  batch: inFront((xs) => applyRow(detRow, xs, undefined), isOne),
};
export const det = (x: Operand): Operand =>
  settled(applyRow(detRow, [matrices('linalg.det', x, true)], undefined));

const logRow: ArrayRow = {
  name: 'linalg.slogdet',
  value([x]) {
    const array = inOrder(x as NDArray);
    const { logabsdet } = kernels.slogdet(array) as { logabsdet: NDArray | number };
    return typeof logabsdet === 'number' ? logabsdet : typed(logabsdet, array);
  },
  keeps: () => [0],
  pullback: (c, [x]) => [times(asFactor(c), transposed(inv(x)))],
  pushforward: ([t], [x]) => sum(times(t, transposed(inv(x))), [-2, -1]),
  batch: inFront((xs) => applyRow(logRow, xs, undefined), isOne),
};

/** The sign does not move. */
export function slogdet(x: Operand): { sign: unknown; logabsdet: Operand } {
  const array = matrices('linalg.slogdet', x, true);
  const sign = ofPlain(array, (plain) => {
    const found = kernels.slogdet(inOrder(plain as NDArray)) as { sign: Operand };
    return found.sign;
  });
  return { sign, logabsdet: applyRow(logRow, [array], undefined) };
}

/** The lower triangle with half of the diagonal. */
const lower = (x: AnyArray): AnyArray => {
  const { n } = matrixShape(x);
  return times(
    x,
    pattern(n, n, (i, j) => (i > j ? 1 : i === j ? 0.5 : 0)),
  );
};

const choleskyRow: ArrayRow = {
  name: 'linalg.cholesky',
  value([x]) {
    const array = inOrder(x as NDArray);
    return typed(kernels.cholesky(array) as NDArray, array);
  },
  keeps: (_, count) => [count],
  pullback(c, _, z) {
    const inverse = inv(z);
    return [symmetric(product(transposed(inverse), lower(product(transposed(z), c)), inverse))];
  },
  pushforward([t], _, z) {
    const inverse = inv(z);
    return product(z, lower(product(inverse, t, transposed(inverse))));
  },
  batch: inFront((xs) => applyRow(choleskyRow, xs, undefined)),
};

/** Of the symmetric part of a matrix, so that both triangles count. */
export function cholesky(x: Operand, upper = false): AnyArray {
  const z = applyRow(
    choleskyRow,
    [symmetric(matrices('linalg.cholesky', x, true))],
    undefined,
  ) as AnyArray;
  return upper ? transposed(z) : z;
}

interface Cut {
  readonly rcond: number | undefined;
}

/** Its rank does not change. */
const pinvRow: ArrayRow<Cut> = {
  name: 'linalg.pinv',
  value([x], { rcond }) {
    const array = inOrder(x as NDArray);
    return typed(kernels.pinv(array, rcond) as NDArray, array);
  },
  keeps: (_, count) => [0, count],
  pullback(c, [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const [zt, ct] = [transposed(z), transposed(c)];
    const left = minus(identity(m, z), product(x, z));
    const right = minus(identity(n, z), product(z, x));
    const inside = product(zt, ops.negative(c), zt);
    return [plus(plus(inside, product(left, ct, z, zt)), product(zt, z, ct, right))];
  },
  pushforward([t], [x], z) {
    const { m, n } = matrixShape(x as AnyArray);
    const [zt, tt] = [transposed(z), transposed(t)];
    const left = minus(identity(m, z), product(x, z));
    const right = minus(identity(n, z), product(z, x));
    const inside = product(z, ops.negative(t), z);
    return plus(plus(inside, product(z, zt, tt, left)), product(right, tt, zt, z));
  },
  batch: inFront((xs, options) => applyRow(pinvRow, xs, options)),
};
export const pinv = (x: Operand, rcond?: number): AnyArray =>
  applyRow(pinvRow, [matrices('linalg.pinv', x)], { rcond }) as AnyArray;

/** By squaring; negative powers are those of the inverse. */
export function matrix_power(x: Operand, power: number): AnyArray {
  let base = matrices('linalg.matrix_power', x, true);
  if (!Number.isInteger(power)) throw badOption('linalg.matrix_power', 'n', power, 'integers');
  if (power < 0) base = inv(base);
  const { n } = matrixShape(base);
  if (power === 0) return ops.spread(identity(n, base), base.shape, base.dtype as never);
  let z: AnyArray | undefined;
  for (let left = Math.abs(power); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) z = z === undefined ? base : (matmul(z, base) as AnyArray);
    if (left > 1) base = matmul(base, base) as AnyArray;
  }
  return z!;
}

/** From the end at which a vector is, else from the left. */
export function multi_dot(xs: readonly Operand[]): Operand {
  const isVector = (x: Operand) => !isReal(x) && x.shape.length === 1;
  const last = xs[xs.length - 1];
  if (isVector(last) && !isVector(xs[0])) return xs.reduceRight((z, x) => matmul(x, z));
  return xs.reduce((z, x) => matmul(z, x));
}

export function tensorinv(x: Operand, ind = 2): Operand {
  const { shape } = x as AnyArray;
  const [front, back] = [shape.slice(0, ind), shape.slice(ind)];
  if (sizeOf(front) !== sizeOf(back)) throw doesNotFit('linalg.tensorinv', [front, back]);
  return ops.reshape(inv(ops.reshape(x as AnyArray, [sizeOf(front), sizeOf(back)])), [
    ...back,
    ...front,
  ]);
}

export function tensorsolve(a: Operand, b: Operand, axes?: readonly number[]): Operand {
  let x = a as AnyArray;
  if (axes !== undefined && axes !== null) {
    const left = [...x.shape.keys()].filter((k) => !axes.includes(k));
    x = ops.transpose(x, [...left, ...axes]);
  }
  const y = b as AnyArray;
  const rest = x.shape.slice(y.shape.length);
  if (sizeOf(rest) !== y.size) throw doesNotFit('linalg.tensorsolve', [x.shape, y.shape]);
  const z = solve(ops.reshape(x, [y.size, y.size]), ops.reshape(y, [y.size]));
  return ops.reshape(z as AnyArray, rest);
}
