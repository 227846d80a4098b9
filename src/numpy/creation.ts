/** Makes arrays from reals, and takes reals out of arrays. */
import { Dual, isReal } from '../core/real.js';
import { ArrayDual, type AnyArray, type Operand } from './array-dual.js';
import { plainOperand } from './apply.js';
import { copied, isFloat, sizeOf } from './elements.js';
import { notAnOperand, notDifferentiable, outsideOf, ragged } from './errors.js';
import { ops } from './ops.js';
import { elementAt, sliced } from './rows/views.js';
import { shapes } from './rows/rearranging.js';
import { type NDArray, type FloatType, numpy, isArray } from './library.js';

/** True if a value is a dual, or lists with duals in them at any depth. */
export function holdsDuals(value: unknown): boolean {
  if (value instanceof Dual) return true;
  if (Array.isArray(value)) return value.some(holdsDuals);
  return false;
}

/** True if lists hold arrays at any depth. */
export const holdsArrays = (value: unknown): boolean =>
  Array.isArray(value) && value.some((x) => isArray(x) || holdsArrays(x));

/** An array of nested lists of reals and arrays. */
export function array(data: unknown, dtype?: string): Operand {
  if (!holdsDuals(data) && !holdsArrays(data)) return numpy.array(data, dtype);
  if (dtype !== undefined && !isFloat(dtype)) throw notDifferentiable(`array of ${dtype}`);
  const made = nested(data);
  return dtype === undefined || made.dtype === dtype ? made : ops.cast(made, dtype);
}

function nested(data: unknown): AnyArray {
  if (data instanceof ArrayDual || isArray(data)) return shapes.copy(data) as AnyArray;
  if (isReal(data)) return ops.scatter([data], [0], { shape: [], dtype: 'float64' });
  if (!Array.isArray(data)) throw notAnOperand('array', data);
  if (data.every(isReal)) {
    const places = [...data.keys()];
    return ops.scatter(data, places, { shape: [data.length], dtype: 'float64' });
  }
  const parts = data.map((part) => nested(part));
  if (parts.some(({ shape }) => String(shape) !== String(parts[0].shape))) throw ragged();
  return shapes.stack(parts, 0) as AnyArray;
}

/** The place of an element, counted in order. */
function placeOf(indices: readonly number[], shape: readonly number[]): number {
  let place = 0;
  for (let k = 0; k < shape.length; k++) {
    const index = indices[k] < 0 ? indices[k] + shape[k] : indices[k];
    if (!(Number.isInteger(index) && index >= 0 && index < shape[k]))
      throw outsideOf(indices, shape);
    place = place * shape[k] + index;
  }
  return place;
}

export function get(x: AnyArray, indices: readonly number[]): Operand {
  if (indices.length !== x.shape.length) throw outsideOf(indices, x.shape);
  return elementAt(x, placeOf(indices, x.shape));
}

export function iget(x: AnyArray, place: number): Operand {
  return elementAt(x, placeOf([place], [sizeOf(x.shape)]));
}

export function item(x: Operand, ...indices: readonly number[]): Operand {
  if (isReal(x)) return x;
  if (indices.length === 0) return sizeOf(x.shape) === 1 ? elementAt(x, 0) : get(x, []);
  return indices.length === 1 ? iget(x, indices[0]) : get(x, indices);
}

/** `x[i]`: an element of a vector, a part of another array. */
export const at = (x: AnyArray, index: number): Operand =>
  x.shape.length === 1 ? get(x, [index]) : sliced(x, [String(index)]);

export const tolist = (x: Operand): unknown =>
  isReal(x)
    ? x
    : x.shape.length === 0
      ? elementAt(x, 0)
      : Array.from({ length: x.shape[0] }, (_, k) => {
          const part = at(x, k);
          return tolist(part);
        });

export const astype = (x: AnyArray, dtype: FloatType): Operand => {
  if (!isFloat(dtype)) throw notDifferentiable(`astype('${String(dtype)}')`);
  return ops.cast(x, dtype);
};

/**
 * The number or array inside a real or an array, through every level of derivatives. No derivative flows through the result.
 * An array is a copy. O(size).
 *
 * @throws DeltaTapeError if `x` is neither a real nor an array, or if it is of a finished derivative.
 * @example np.sum(np.primalOf(np.array([1, 2]))) // 3
 */
export function primalOf(x: Operand): NDArray | number {
  const plain = plainOperand(x);
  if (typeof plain === 'number') return plain;
  if (!isArray(plain)) throw notAnOperand('primalOf', x);
  return copied(plain);
}
