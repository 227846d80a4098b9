/**
 * Functions that act on each element alone. Their derivative is that of the scalar function: by its row in the table
 * of primitives, or, if there is no row, by differentiating it. So there is one truth. If a formula in functions of
 * arrays says the same, the formula is used, because kernels are faster than loops.
 */
import { derivative } from '../../derivatives/jvp.js';
import type { Primitive } from '../../core/primitives/row.js';
import type { Operation, Real } from '../../core/real.js';
import { applyRow } from '../apply.js';
import { isRealOperand, type AnyArray, type Operand } from '../array-dual.js';
import {
  broadcast,
  inOrder,
  isFinite,
  isFloat,
  made,
  numbersOf,
  sameShape,
  sizeOf,
  spreadInto,
} from '../elements.js';
import { noBroadcast } from '../errors.js';
import { ops } from '../ops.js';
import type { ArrayRow, Share } from '../row.js';
import { elementByElement } from '../row-batch.js';
import { numpy, type NDArray, type FloatType, type Plain } from '../library.js';

type Scalar = (...xs: readonly Real[]) => Real;
/** A change of the output that a change of operand k makes, and the same the other way: both are products. */
type Formula = (change: Operand, xs: readonly Operand[], z: Operand) => Share;

export interface Pointwise {
  readonly name: string;
  readonly scalar: Scalar & { readonly primitive?: Primitive };
  /** The function of numpy-ts; without it a loop over `scalar`. */
  readonly value?: (...xs: readonly Plain[]) => Plain;
  /** For each operand a formula, and what it reads: indices of operands, `z` for the output. */
  readonly formulas?: readonly (readonly [Formula, reads: readonly (number | 'z')[]])[];
}

const shapeOf = (x: Plain): readonly number[] => (typeof x === 'number' ? [] : x.shape);

/** The shape and type of the result. Numbers take the type of the arrays. */
function resultLike(
  name: string,
  xs: readonly Plain[],
): [shape: readonly number[], dtype: FloatType] {
  let shape: readonly number[] = [];
  let dtype: FloatType | null = null;
  for (const x of xs) {
    const both = broadcast(shape, shapeOf(x));
    if (both === null) throw noBroadcast(name, xs.map(shapeOf));
    shape = both;
    if (typeof x !== 'number') {
      dtype =
        (dtype === null || dtype === 'float32') && x.dtype === 'float32' ? 'float32' : 'float64';
    }
  }
  return [shape, dtype ?? 'float64'];
}

/** A function of numbers on each element. */
export function mapped(
  name: string,
  f: (...xs: number[]) => number,
  xs: readonly Plain[],
): NDArray {
  const [shape, dtype] = resultLike(name, xs);
  const [array, to] = made(shape, dtype);
  const size = sizeOf(shape);
  const from = xs.map((x) =>
    typeof x === 'number' ? new Float64Array(size).fill(x) : numbersOf(x, shape),
  );
  const [a, b, c] = from;
  if (from.length === 1) for (let k = 0; k < size; k++) to[k] = f(a[k]);
  else if (from.length === 2) for (let k = 0; k < size; k++) to[k] = f(a[k], b[k]);
  else if (from.length === 3) for (let k = 0; k < size; k++) to[k] = f(a[k], b[k], c[k]);
  else for (let k = 0; k < size; k++) to[k] = f(...from.map((numbers) => numbers[k]));
  return array;
}

/** The partial of a scalar function by its argument `j`, as a scalar function of all. */
const partialOf =
  (scalar: Scalar, j: number): Scalar =>
  (...xs) =>
    derivative<Real>((x) => scalar(...xs.slice(0, j), x, ...xs.slice(j + 1)))(xs[j]);

/** Partial k of a pointwise function as another, of the operands and the output. */
function partialSpec({ name, scalar }: Pointwise, k: number, count: number): Pointwise {
  const row = scalar.primitive?.row;
  const rules = row?.partials as readonly Scalar[] | undefined;
  const rule = rules === undefined ? partialOf((...xs) => scalar(...xs), k) : rules[k];
  // Without a row the output is not used.
  const own: Scalar = rules === undefined ? (...xs) => rule(...xs.slice(0, count)) : rule;
  return { name: `partial of ${name}`, scalar: own };
}

/** The function of a specification on operands of any kind. */
export function pointwise(spec: Pointwise): (...xs: readonly Operand[]) => Operand {
  const row = rowOf(spec);
  const { scalar } = spec;
  const f = (...xs: readonly Operand[]): Operand =>
    xs.every(isRealOperand) ? scalar(...xs) : applyRow(row, xs, undefined);
  const { primitive } = scalar;
  if (primitive !== undefined && !lifted.has(primitive)) lifted.set(primitive, f);
  return f;
}

/** Scalar operations as functions on each element. */
const lifted = new WeakMap<Operation, (...xs: readonly Operand[]) => Operand>();

/** A scalar operation on each element. */
export function elementwiseOf(operation: Operation, xs: readonly Operand[]): AnyArray {
  let f = lifted.get(operation);
  if (f === undefined) {
    const scalar: Scalar = (...reals) => operation.apply(reals);
    const { row } = operation as Partial<Primitive>;
    const own = typeof row?.partials === 'object' ? { primitive: operation as Primitive } : {};
    lifted.set(
      operation,
      (f = pointwise({ name: operation.name, scalar: Object.assign(scalar, own) })),
    );
  }
  return f(...xs) as AnyArray;
}

function rowOf(spec: Pointwise): ArrayRow {
  const { name, scalar, value, formulas } = spec;
  const partials: ((...xs: readonly Operand[]) => Operand)[] = [];
  const partial = (k: number, count: number) =>
    (partials[k] ??= pointwise(partialSpec(spec, k, count)));
  const share = (k: number, change: Operand, xs: readonly Operand[], z: Operand): Share =>
    formulas === undefined
      ? ops.times(change, partial(k, xs.length)(...xs, z))
      : formulas[k][0](change, xs, z);
  const loop = (xs: readonly Plain[]) => mapped(name, scalar as (...xs: number[]) => number, xs);
  const own: ArrayRow = {
    name,
    value(xs) {
      if (value === undefined) return loop(xs);
      // What numpy-ts says of shapes that do not fit differs from function to function.
      const shape = xs.length > 1 ? resultLike(name, xs)[0] : null;
      const z = value(...xs.map((x) => (typeof x === 'number' ? x : inOrder(x))));
      if (typeof z === 'number') return z;
      if (!isFloat(z.dtype)) return loop(xs);
      // numpy-ts 1.7 forgets the dimensions of a second operand that has one element.
      const isComplete = shape === null || shape.length === z.shape.length;
      return isComplete ? z : numpy.reshape(z, shape);
    },
    keeps(k, count) {
      if (formulas !== undefined)
        return formulas[k][1].map((index) => (index === 'z' ? count : index));
      return Array.from({ length: count + 1 }, (_, index) => index);
    },
    pullback: (c, xs, z, active) => xs.map((_, k) => (active[k] ? share(k, c, xs, z) : 0)),
    pushforward(tangents, xs, z) {
      let sum: Share = 0;
      tangents.forEach((t, k) => {
        if (t === 0) return;
        const more = share(k, t, xs, z);
        if (more !== 0) sum = sum === 0 ? more : ops.add(sum, more);
      });
      return sum;
    },
    boundary(xs, active) {
      const { primitive } = scalar;
      if (primitive === undefined) return Infinity;
      let least = Infinity;
      mapped(
        name,
        (...at) => {
          const distance = Math.abs(primitive.boundary(at, active));
          least = Math.min(least, Number.isNaN(distance) ? Infinity : distance);
          return 0;
        },
        xs,
      );
      return least;
    },
    batch: elementByElement((xs) => applyRow(own, xs, undefined)),
  };
  return own;
}

/** A number in front of an array, which functions of numpy-ts do not take there. */
export function asArray(x: Plain, other: Plain | undefined): NDArray {
  if (typeof x !== 'number') return x;
  const dtype = typeof other === 'object' && other.dtype === 'float32' ? 'float32' : 'float64';
  const [array, numbers] = made([], dtype);
  numbers[0] = x;
  return array;
}

/** An array broadcast to a shape, in memory of its own where it has another. */
function widened(x: NDArray, shape: readonly number[]): NDArray {
  if (sameShape(x.shape, shape)) return x;
  const [array, numbers] = made(shape, x.dtype === 'float32' ? 'float32' : 'float64');
  spreadInto(numbers, x.storage, shape);
  return array;
}

type Kernel = (x: NDArray, y: Plain) => NDArray;

/**
 * A kernel of two operands, given operands of one shape, or an array and a number. Kernels of numpy-ts 1.7 take a hundred times
 * as long where they broadcast, or compute NaN.
 */
export const alike =
  (kernel: Kernel, isCommutative = false) =>
  (x: Plain, y: Plain): NDArray => {
    if (typeof y === 'number') return kernel(asArray(x, y), y);
    if (typeof x === 'number' && isCommutative && isFloat(y.dtype)) return kernel(y, x);
    const one = asArray(x, y);
    const shape = broadcast(one.shape, y.shape)!;
    return kernel(widened(one, shape), widened(y, shape));
  };

/** The product of the value, where 0 wins. */
export function product(multiply: (x: Plain, y: Plain) => NDArray, x: Plain, y: Plain): NDArray {
  const z = multiply(x, y);
  if (isFinite(z)) return z;
  return mapped('multiply', (a, b) => (a === 0 || b === 0 ? 0 : a * b), [x, y]);
}
