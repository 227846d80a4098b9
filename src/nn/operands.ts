/** Reads the operands of functions for networks: arrays, and lists of whole numbers. */
import { isBlock } from '../core/block.js';
import { isReal } from '../core/real.js';
import { ArrayDual, type AnyArray, type Operand } from '../numpy/array-dual.js';
import { isFloat, numbersOf, sizeOf } from '../numpy/elements.js';
import { isArray } from '../numpy/library.js';
import { misfit, notAnArray, notWhole } from './errors.js';

/** An array of floats; integers are made floats, as by functions of NumPy. */
export function asArray(name: string, x: unknown): AnyArray {
  if (!isBlock(x)) throw notAnArray(name, x);
  const array = x as AnyArray;
  return array instanceof ArrayDual || isFloat(array.dtype) ? array : array.astype('float64');
}

/** The same where every element is by itself; an example of a vector is a real (vmap). */
export const asElements = (name: string, x: unknown): Operand => (isReal(x) ? x : asArray(name, x));

/** An array with a dimension for each name, such as `'batch, height, width, channels'`. */
export function withDims(name: string, x: unknown, what: string, dims: string): AnyArray {
  const array = asArray(name, x);
  if (array.shape.length === dims.split(', ').length) return array;
  throw misfit(name, `${what} must have shape [${dims}]`, array.shape);
}

/** An array with as many elements as there are channels, if it is given. */
export function perChannel(
  name: string,
  x: unknown,
  what: string,
  shape: readonly number[],
): AnyArray | undefined {
  if (x === undefined) return undefined;
  const array = asArray(name, x);
  if (String(array.shape) === String(shape)) return array;
  throw misfit(name, `${what} must have shape [${shape.join(', ')}]`, array.shape);
}

interface WholeNumbers {
  readonly numbers: Int32Array;
  readonly shape: readonly number[];
}

/** Numbers from 0 to below `count`, in an array or in lists. */
export function wholeNumbers(name: string, x: unknown, count: number): WholeNumbers {
  const { numbers, shape } = isArray(x)
    ? { numbers: numbersOf(x), shape: x.shape }
    : listed(name, x);
  const whole = new Int32Array(numbers.length);
  for (let k = 0; k < whole.length; k++) {
    const n = Number(numbers[k]);
    if (!(Number.isInteger(n) && n >= 0 && n < count)) throw notWhole(name, n, count);
    whole[k] = n;
  }
  return { numbers: whole, shape };
}

function listed(name: string, x: unknown): { numbers: ArrayLike<number>; shape: number[] } {
  if (typeof x === 'number') return { numbers: [x], shape: [] };
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) {
    const numbers = x as Int32Array;
    return { numbers, shape: [numbers.length] };
  }
  if (!Array.isArray(x)) throw notAnArray(name, x);
  const shape: number[] = [];
  for (let at: unknown = x; Array.isArray(at); at = at[0]) shape.push(at.length);
  const numbers = x.flat(shape.length) as number[];
  if (numbers.length !== sizeOf(shape))
    throw misfit(name, 'its lists have different lengths', shape);
  return { numbers, shape };
}
