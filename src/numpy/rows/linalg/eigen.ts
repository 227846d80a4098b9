/**
 * Eigenvalues and eigenvectors of any real matrix, which may be complex. Vectors have length 1, and their largest component
 * is positive, so that they are determined where no two eigenvalues are equal.
 *
 * With `A V = V Λ` and `B = V⁻¹ Ȧ V` the tangents are `Λ̇ = diag(B)` and `V̇ = V (F ∘ B)`, less what changes lengths and
 * phases, where `F` has `1 / (λⱼ - λᵢ)` beside the diagonal.
 */
import { EigenvalueDecomposition, Matrix } from '../../../vendor/matrix.js';
import { applyRow } from '../../apply.js';
import type { AnyArray, Operand } from '../../array-dual.js';
import { ofPlain } from '../../batch-run.js';
import { complex, settledResult, type ComplexArray } from '../../complex/complex-array.js';
import { isFinite, numbersOf, sizeOf } from '../../elements.js';
import { equalEigenvalues } from '../../errors.js';
import type { NDArray } from '../../library.js';
import { ops } from '../../ops.js';
import type { ArrayRow } from '../../row.js';
import { inFront } from '../../row-batch.js';
import { elementwise as e } from '../elementwise.js';
import { along, constantOf, dtypeOf } from '../building-blocks.js';
import { sum } from '../reductions.js';
import { shapes } from '../rearranging.js';
import {
  eachMatrix,
  identity,
  matrices,
  matrixShape,
  minus,
  pattern,
  plus,
  product,
  times,
  transposed,
} from './matrices.js';
import { inv } from './solving.js';

/** Real and imaginary parts. */
interface Pair {
  readonly re: AnyArray;
  readonly im: AnyArray;
}
const pair = (re: AnyArray, im: AnyArray): Pair => ({ re, im });
const bilinear =
  (f: (x: AnyArray, y: AnyArray) => AnyArray) =>
  (x: Pair, y: Pair): Pair =>
    pair(minus(f(x.re, y.re), f(x.im, y.im)), plus(f(x.re, y.im), f(x.im, y.re)));
const productOf = bilinear((x, y) => product(x, y));
const timesOf = bilinear(times);
const minusOf = (x: Pair, y: Pair): Pair => pair(minus(x.re, y.re), minus(x.im, y.im));
const conjugate = ({ re, im }: Pair): Pair => pair(re, ops.negative(im) as AnyArray);
const adjoint = (x: Pair): Pair => conjugate(pair(transposed(x.re), transposed(x.im)));
const onBoth = ({ re, im }: Pair, f: (x: AnyArray) => AnyArray): Pair => pair(f(re), f(im));

/** One matrix: eigenvalues in two rows, and vectors in columns, both by their parts. */
function decomposed(x: NDArray): Float64Array {
  const { n } = matrixShape(x);
  const all = new Float64Array((2 + 2 * n) * n);
  if (n === 0) return all;
  if (!isFinite(x)) return all.fill(NaN);
  const numbers = numbersOf(x);
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => numbers[i * n + j]),
  );
  const found = new EigenvalueDecomposition(new Matrix(rows));
  const vectors = found.eigenvectorMatrix;
  all.set(found.realEigenvalues);
  all.set(found.imaginaryEigenvalues, n);
  for (let j = 0; j < n; j++) {
    const isPair = all[n + j] > 0;
    const re = Array.from({ length: n }, (_, i) => vectors.get(i, j));
    const im = Array.from({ length: n }, (_, i) => (isPair ? vectors.get(i, j + 1) : 0));
    const at = largest(re, im);
    const size = Math.hypot(...re, ...im);
    // Turned so that the largest component is positive.
    const [c, s] = [re[at], im[at]].map((a) => a / Math.hypot(re[at], im[at]) / size);
    for (let i = 0; i < n; i++) {
      const turned = re[i] * c + im[i] * s;
      const rest = i === at ? 0 : im[i] * c - re[i] * s;
      all[(2 + i) * n + j] = turned;
      all[(2 + n + i) * n + j] = rest;
      if (!isPair) continue;
      all[(2 + i) * n + j + 1] = turned;
      all[(2 + n + i) * n + j + 1] = -rest;
    }
    if (isPair) j++;
  }
  return all;
}

/** The first of the largest components: rounding does not choose among equal ones. */
function largest(re: readonly number[], im: readonly number[]): number {
  const sizes = re.map((a, k) => Math.hypot(a, im[k]));
  const most = Math.max(...sizes) * (1 - 1e-8);
  return sizes.findIndex((size) => size >= most);
}

const rowsOf = (z: AnyArray, from: number, to: number): AnyArray =>
  along(z, z.shape.length - 2, `${from}:${to}`);

interface Parts {
  readonly n: number;
  /** The values, as a row. */
  readonly w: Pair;
  readonly v: Pair;
}
function partsOf(z: AnyArray): Parts {
  const n = z.shape[z.shape.length - 1];
  return {
    n,
    w: pair(rowsOf(z, 0, 1), rowsOf(z, 1, 2)),
    v: pair(rowsOf(z, 2, 2 + n), rowsOf(z, 2 + n, 2 + 2 * n)),
  };
}

/** 1 in each column where the largest component of the vector is. */
const largestIn = (z: AnyArray): AnyArray =>
  ofPlain(z, (plain) => {
    const array = plain as NDArray;
    const { n, stack } = matrixShape(array);
    const numbers = numbersOf(array);
    const found = new Float64Array(sizeOf(stack) * n * n);
    for (let k = 0; k < sizeOf(stack); k++) {
      const start = k * (2 + 2 * n) * n;
      for (let j = 0; j < n; j++) {
        const column = (from: number) =>
          Array.from({ length: n }, (_, i) => numbers[start + (from + i) * n + j]);
        const at = largest(column(2), column(2 + n));
        found[k * n * n + at * n + j] = 1;
      }
    }
    return constantOf([...stack, n, n], found, dtypeOf(array));
  }) as AnyArray;

/** Of the matrix of vectors, as the upper blocks of that of a real matrix of blocks. */
function inverseOf({ re, im }: Pair): Pair {
  const beside = (x: Operand, y: Operand) => shapes.concatenate([x, y], -1);
  const blocks = shapes.concatenate([beside(re, ops.negative(im)), beside(im, re)], -2);
  const { n } = matrixShape(re);
  const left = rowsOf(inv(blocks), 0, 2 * n);
  const first = along(left, left.shape.length - 1, `:${n}`);
  return pair(rowsOf(first, 0, n), rowsOf(first, n, 2 * n));
}

/**
 * Refuses eigenvalues that rounding cannot tell apart: where they are equal, or where they are near and their vectors are,
 * so that the lengths of the rows of the inverse are large.
 */
function insistOnDistinct({ w, n }: Parts, inverse?: Pair): void {
  const rows = inverse === undefined ? [w.re, w.im] : [w.re, w.im, inverse.re, inverse.im];
  ofPlain(shapes.concatenate(rows, -2), (plain) => {
    const array = plain as NDArray;
    const epsilon = dtypeOf(array) === 'float32' ? 2 ** -23 : Number.EPSILON;
    const height = array.shape[array.shape.length - 2];
    const numbers = numbersOf(array);
    for (let start = 0; start < numbers.length; start += height * n) {
      const at = (row: number, j: number) => numbers[start + row * n + j];
      let [most, wide] = [0, 1];
      for (let j = 0; j < n; j++) most = Math.max(most, Math.hypot(at(0, j), at(1, j)));
      for (let k = 2 * n; k < height * n; k++) wide = Math.max(wide, Math.abs(numbers[start + k]));
      for (let i = 0; i < n; i++)
        for (let j = 0; j < i; j++)
          if (Math.hypot(at(0, i) - at(0, j), at(1, i) - at(1, j)) <= 4 * n * epsilon * most * wide)
            throw equalEigenvalues(at(0, i), at(1, i));
    }
    return plain;
  });
}

interface Frame extends Parts {
  readonly inverse: Pair;
  /** 1 / (λⱼ - λᵢ) beside the diagonal, where it is 0. */
  readonly gaps: Pair;
  /** Where the largest components are. */
  readonly top: AnyArray;
  /** 1 / of these, as a row. */
  readonly scale: AnyArray;
}
function frameOf(z: AnyArray): Frame {
  const parts = partsOf(z);
  const { n, w, v } = parts;
  insistOnDistinct(parts);
  const inverse = inverseOf(v);
  insistOnDistinct(parts, inverse);
  const apart = onBoth(w, (x) => minus(x, transposed(x)));
  const size = plus(plus(times(apart.re, apart.re), times(apart.im, apart.im)), identity(n, z));
  const beside = pattern(n, n, (i, j) => (i === j ? 0 : 1), dtypeOf(z));
  const weight = times(e.reciprocal(size), beside);
  const gaps = onBoth(conjugate(apart), (x) => times(x, weight));
  const top = largestIn(z);
  const scale = e.reciprocal(sum(times(v.re, top), -2, true)) as AnyArray;
  return { ...parts, inverse, gaps, top, scale };
}

const columnSums = (x: AnyArray): AnyArray => sum(x, -2, true) as AnyArray;
const rowOfDiagonal = (x: AnyArray, n: number): AnyArray => columnSums(times(x, identity(n, x)));

const eigRow: ArrayRow = {
  name: 'linalg.eig',
  value([x]) {
    const array = x as NDArray;
    const { n, stack } = matrixShape(array);
    return eachMatrix([array], [...stack, 2 + 2 * n, n], (one) => [
      constantOf([2 + 2 * n, n], decomposed(one)),
    ]);
  },
  keeps: (_, count) => [count],
  pullback(c, _, z) {
    const { n, v, inverse, gaps, top, scale } = frameOf(z as AnyArray);
    const { w: cw, v: cv } = partsOf(c as AnyArray);
    // What changes lengths and phases: the part along each vector.
    const inner = onBoth(timesOf(conjugate(v), cv), columnSums);
    const phases = times(top, times(inner.im, scale));
    const rest = pair(
      minus(cv.re, times(v.re, inner.re)),
      minus(minus(cv.im, times(v.im, inner.re)), phases),
    );
    const beside = timesOf(conjugate(gaps), productOf(adjoint(v), rest));
    const inside = pair(
      plus(beside.re, times(cw.re, identity(n, z))),
      plus(beside.im, times(cw.im, identity(n, z))),
    );
    return [productOf(productOf(adjoint(inverse), inside), adjoint(v)).re];
  },
  pushforward([t], _, z) {
    const { n, v, inverse, gaps, top, scale } = frameOf(z as AnyArray);
    const moved = onBoth(inverse, (x) => product(x, t));
    const inside = productOf(moved, v);
    const free = productOf(v, timesOf(gaps, inside));
    const lengths = columnSums(plus(times(v.re, free.re), times(v.im, free.im)));
    const phases = times(columnSums(times(free.im, top)), scale);
    const { re, im } = minusOf(free, timesOf(v, pair(lengths, phases)));
    const values = onBoth(inside, (x) => rowOfDiagonal(x, n));
    return shapes.concatenate([values.re, values.im, re, im], -2);
  },
  batch: inFront(([x]) => applyRow(eigRow, [x], undefined)),
};

/** True if there is no imaginary part in any example. */
function isReal(x: AnyArray): boolean {
  let isSo = true;
  ofPlain(x, (plain) => {
    isSo = Array.from(numbersOf(plain as NDArray)).every((a) => a === 0);
    return plain;
  });
  return isSo;
}

interface Found {
  readonly w: AnyArray | ComplexArray;
  readonly v: AnyArray | ComplexArray;
}

/** As in NumPy they are real if all are. No two are equal where there are derivatives. */
export function eigen(x: Operand): Found {
  const z = applyRow(eigRow, [matrices('linalg.eig', x, true)], undefined) as AnyArray;
  const { w, v, n } = partsOf(z);
  const flat = onBoth(w, (y) => ops.reshape(y, [...z.shape.slice(0, -2), n]));
  if (isReal(w.im)) return { w: flat.re, v: v.re };
  return { w: complex(flat.re, flat.im), v: complex(v.re, v.im) };
}

export function eig(x: Operand): { w: unknown; v: unknown } {
  const { w, v } = eigen(x);
  return { w: settledResult(w), v: settledResult(v) };
}
export const eigvals = (x: Operand): unknown => settledResult(eigen(x).w);
