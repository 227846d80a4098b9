/**
 * The product of two matrices, or of stacks of matrices that broadcast. Each factor may be turned, which means its
 * transpose. So pullbacks are products of factors that are there already. A matrix is turned in memory only for kernels
 * that need it so.
 */
import { applyRow } from '../apply.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { inOrder, isFinite, isContiguous } from '../elements.js';
import { numpy, type NDArray } from '../library.js';
import { ops } from '../ops.js';
import type { ArrayRow, Examples } from '../row.js';
import { aligned, dimsOf } from '../row-batch.js';
import { multiply } from './elementwise.js';

interface Factors {
  /** True if the first is turned. */
  readonly left: boolean;
  readonly right: boolean;
  /** True if 0 wins over factors that are not finite. */
  readonly isCareful: boolean;
}

type Shape = readonly number[];

const turnedShape = (shape: Shape): Shape => [
  ...shape.slice(0, -2),
  shape[shape.length - 1],
  shape[shape.length - 2],
];

export const turned = (x: AnyArray): AnyArray => {
  const count = x.shape.length;
  return ops.transpose(
    x,
    [...x.shape.keys()].map((k) => (k < count - 2 ? k : 2 * count - 3 - k)),
  );
};

/** The same with 0 winning. */
const careful = (x: AnyArray, y: AnyArray): Operand => {
  const [left, right] = [x.shape, y.shape];
  const rows = ops.reshape(x, [...left, 1]);
  const columns = ops.reshape(y, [...right.slice(0, -2), 1, ...right.slice(-2)]);
  return ops.sum(ops.times(rows, columns), -2);
};

/**
 * A matrix that stands in memory in order, and whether it is turned: a transpose is turned, and needs
 * no copy.
 */
function stored(x: NDArray, isTurned: boolean): [matrix: NDArray, isTurned: boolean] {
  if (x.shape.length === 2 && !isContiguous(x.storage)) {
    const other = numpy.transpose(x, [1, 0]);
    if (isContiguous(other.storage)) return [other, !isTurned];
  }
  return [inOrder(x), isTurned];
}

/** Below, functions of numpy-ts have no kernel for a matrix and a vector. */
const FEWEST = 32;

function product(x: NDArray, y: NDArray, { left, right }: Factors): NDArray {
  const [a, isLeft] = stored(x, left);
  const [b, isRight] = stored(y, right);
  // Kernels of matrices take one column after the other, and those of vectors operands of one type only.
  if (a.shape.length === 2 && b.shape.length === 2 && a.dtype === b.dtype) {
    const [rows, inner] = isLeft ? turnedShape(a.shape) : a.shape;
    const columns = b.shape[isRight ? 0 : 1];
    if (columns === 1 && a.size >= FEWEST) {
      const vector = numpy.reshape(b, [inner]);
      const z = isLeft ? numpy.dot(vector, a) : numpy.dot(a, vector);
      return numpy.reshape(z, [rows, 1]);
    }
    if (rows === 1 && b.size >= FEWEST) {
      const vector = numpy.reshape(a, [inner]);
      const z = isRight ? numpy.dot(b, vector) : numpy.dot(vector, b);
      return numpy.reshape(z, [1, columns]);
    }
  }
  const inMemory = (matrix: NDArray, isTurned: boolean) =>
    isTurned ? inOrder(turned(matrix) as NDArray) : matrix;
  return numpy.matmul(inMemory(a, isLeft), inMemory(b, isRight));
}

const row: ArrayRow<Factors> = {
  name: 'matmul',
  value([x, y], factors) {
    const [a, b] = [x as NDArray, y as NDArray];
    const z = product(a, b, factors);
    if (!factors.isCareful) return z;
    // The factors are looked at where they are fewer.
    const areFinite = a.size + b.size < z.size ? isFinite(a) && isFinite(b) : isFinite(z);
    return areFinite ? z : (careful(...factorsOf(a, b, factors)) as NDArray);
  },
  keeps: (k) => [1 - k],
  pullback(c, [x, y], _, active, { left, right }) {
    const [a, b, change] = [x, y, c] as readonly AnyArray[];
    const ofX = () => (left ? times(b, change, right, true) : times(change, b, false, !right));
    const ofY = () => (right ? times(change, a, true, left) : times(a, change, !left, false));
    return [active[0] ? ofX() : 0, active[1] ? ofY() : 0];
  },
  pushforward([dx, dy], [x, y], _, { left, right }) {
    const one = dx === 0 ? 0 : times(dx as AnyArray, y as AnyArray, left, right);
    const other = dy === 0 ? 0 : times(x as AnyArray, dy as AnyArray, left, right);
    return one === 0 ? other : other === 0 ? one : ops.add(one, other);
  },
  batch: (examples) => ({ array: together(examples), isReal: false }),
};

const factorsOf = (x: AnyArray, y: AnyArray, { left, right }: Factors): [AnyArray, AnyArray] => [
  left ? turned(x) : x,
  right ? turned(y) : y,
];

const times = (x: AnyArray, y: AnyArray, left: boolean, right: boolean): Operand =>
  applyRow(row, [x, y], { left, right, isCareful: true });

ops.product = (x, y) => times(x, y, false, false);

const plain: Factors = { left: false, right: false, isCareful: false };

/** As users multiply. */
export const multiplied = (x: AnyArray, y: AnyArray): Operand => applyRow(row, [x, y], plain);

/** The products of examples. Where one factor is the same for all, they are one product of matrices. */
function together(examples: Examples<Factors>): AnyArray {
  const { isOwn, size, options } = examples;
  const { left, right, isCareful } = options;
  const [x, y] = factorsOf(...(examples.xs as readonly [AnyArray, AnyArray]), options);
  const [first, second] = examples.shapes;
  const shapes = [left ? turnedShape(first) : first, right ? turnedShape(second) : second];
  const again = (a: AnyArray, b: AnyArray) =>
    applyRow(row, [a, b], { ...plain, isCareful }) as AnyArray;
  const [rows, inner] = shapes[0].slice(-2);
  const columns = shapes[1][shapes[1].length - 1];
  if (!isOwn[1] && shapes[1].length === 2) {
    const front = [size, ...shapes[0].slice(0, -1)];
    const count = front.reduce((p, d) => p * d, 1);
    return ops.reshape(again(ops.reshape(x, [count, inner]), y), [...front, columns]);
  }
  if (!isOwn[0] && shapes[0].length === 2 && shapes[1].length === 2 && columns === 1)
    return ops.reshape(again(ops.reshape(y, [size, inner]), turned(x)), [size, rows, 1]);
  const [a, b] = aligned({ ...examples, xs: [x, y], shapes }, dimsOf(shapes)) as AnyArray[];
  // Kernels take one matrix after the other, and need as long for each column as for a broadcast product of all.
  if (inner !== 1) return again(a, b);
  return (isCareful ? ops.times(a, b) : multiply(a, b)) as AnyArray;
}
