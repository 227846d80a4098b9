/** The common parts of functions of matrices. All take stacks of matrices, in the last two axes. */
import type { AnyArray, Operand } from '../../array-dual.js';
import { copied, inOrder, numbersOf, sizeOf } from '../../elements.js';
import { notMatrices } from '../../errors.js';
import { everything, type FloatType, type NDArray } from '../../library.js';
import { note } from '../../memory/open-ledgers.js';
import { ops } from '../../ops.js';
import { isReal } from '../../../core/real.js';
import { elementwise as e } from '../elementwise.js';
import { asOperand, constantOf, dtypeOf } from '../building-blocks.js';
import { shapes } from '../rearranging.js';

type Kernel = (...args: readonly unknown[]) => unknown;
/** Those of numpy-ts. */
export const kernels = everything.linalg as Readonly<Record<string, Kernel>>;

/** The lengths of the two last axes, and those before. */
export function matrixShape(x: AnyArray): { m: number; n: number; stack: readonly number[] } {
  const count = x.shape.length;
  return { m: x.shape[count - 2], n: x.shape[count - 1], stack: x.shape.slice(0, -2) };
}

export function matrices(name: string, x: Operand, isSquare = false): AnyArray {
  const array = asOperand(x);
  const { m, n } = matrixShape(array);
  if (array.shape.length < 2 || (isSquare && m !== n))
    throw notMatrices(name, array.shape, isSquare ? 'square matrices' : 'matrices');
  return array;
}

export const transposed = (x: Operand): AnyArray => shapes.matrix_transpose(x) as AnyArray;
/** The product, in which 0 wins. */
export const product = (...xs: readonly Operand[]): AnyArray =>
  xs.reduce((x, y) => ops.product(x as AnyArray, y as AnyArray)) as AnyArray;
export const times = (x: Operand, y: Operand): AnyArray => ops.times(x, y) as AnyArray;
export const plus = (x: Operand, y: Operand): AnyArray => ops.add(x, y) as AnyArray;
export const minus = (x: Operand, y: Operand): AnyArray => e.subtract(x, y) as AnyArray;
/** Half of the sum with the transpose. */
export const symmetric = (x: AnyArray): AnyArray => times(plus(x, transposed(x)), 0.5);

/** A matrix of numbers that depend on the place only. */
export const pattern = (
  m: number,
  n: number,
  f: (i: number, j: number) => number,
  dtype: FloatType = 'float64',
): NDArray => {
  const numbers = Array.from({ length: m * n }, (_, k) => f(Math.floor(k / n), k % n));
  return constantOf([m, n], numbers, dtype);
};
export const identity = (n: number, like: Operand): NDArray =>
  pattern(n, n, (i, j) => (i === j ? 1 : 0), dtypeOf(like));

/** Vectors as rows, or as columns, of matrices. */
export const asRow = (x: Operand): AnyArray => shapes.expand_dims(x, -2) as AnyArray;
export const asColumn = (x: Operand): AnyArray => shapes.expand_dims(x, -1) as AnyArray;
/** A number for each matrix, to be multiplied with it. */
export const asFactor = (c: Operand): Operand =>
  isReal(c) ? c : ops.reshape(c, [...c.shape, 1, 1]);
/** Diagonal matrices. */
export const diagonal = (x: AnyArray): AnyArray =>
  times(asRow(x), identity(x.shape[x.shape.length - 1], x));

/** In the type of the operand; kernels of numpy-ts 1.7 give float64 for float32. */
export const typed = (x: NDArray, like: NDArray): NDArray =>
  x.dtype === dtypeOf(like) ? x : note(inOrder(x).astype(dtypeOf(like)));

/** A function of single matrices on each of a stack, put together as vectors of numbers. */
export function eachMatrix(
  xs: readonly NDArray[],
  shape: readonly number[],
  f: (...matrices: NDArray[]) => readonly NDArray[],
): NDArray {
  const [first] = xs;
  const count = sizeOf(first.shape.slice(0, -2));
  const numbers: number[] = [];
  const flat = xs.map((x) => {
    const { m, n } = matrixShape(x);
    const data = numbersOf(inOrder(x));
    return (k: number) =>
      constantOf(
        [m, n],
        Array.from({ length: m * n }, (_, i) => data[k * m * n + i]),
        dtypeOf(x),
      );
  });
  for (let k = 0; k < count; k++) {
    for (const part of f(...flat.map((matrix) => matrix(k)))) {
      const own = numbersOf(copied(part));
      for (let i = 0; i < own.length; i++) numbers.push(own[i]);
    }
  }
  return constantOf(shape, numbers, dtypeOf(first));
}
