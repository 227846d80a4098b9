/** Arrays of numbers of the program, and lists of these: what the language takes as they are. */
import type { ArrayType, Storage } from '../../ir/ir.js';

const typed: readonly (readonly [Storage, object])[] = [
  ['Float64Array', Float64Array.prototype],
  ['Float32Array', Float32Array.prototype],
];

const prototypeOf = (of: unknown): unknown => Object.getPrototypeOf(of as object);

/** The type of an array of numbers; null if it is none. Longer than empty, where it is a list of arrays. O(size). */
export function numbersType(of: unknown): ArrayType | null {
  if (typeof of !== 'object' || of === null) return null;
  const found = typed.find(([, proto]) => prototypeOf(of) === proto);
  if (found) return { storage: found[0] };
  if (!Array.isArray(of) || prototypeOf(of) !== Array.prototype) return null;
  const first: unknown = of[0];
  const row = typeof first === 'object' ? numbersType(first) : null;
  const type: ArrayType = row === null ? { storage: 'number[]' } : { storage: 'list', of: row };
  return isOfType(of, type) ? type : null;
}

/** True if a value is an array of a type; looks at each element of a plain array. O(size). */
export function isOfType(value: unknown, type: ArrayType): boolean {
  const found = typed.find(([storage]) => storage === type.storage);
  if (found) return typeof value === 'object' && value !== null && prototypeOf(value) === found[1];
  if (!Array.isArray(value) || prototypeOf(value) !== Array.prototype) return false;
  const { length } = value;
  if (type.of === undefined) {
    for (let i = 0; i < length; i++) if (typeof value[i] !== 'number') return false;
    return true;
  }
  for (let i = 0; i < length; i++) if (!isOfType(value[i], type.of)) return false;
  return true;
}

/** Zeros for the cotangents of an array. O(size). */
export function zerosLike(value: ArrayLike<unknown>, type: ArrayType): unknown {
  const { of } = type;
  if (of === undefined) return new Float64Array(value.length);
  return Array.from(value, (row) => zerosLike(row as ArrayLike<unknown>, of));
}

/** Cotangents in the storage of the array that they are of. O(size). */
export function inStorage(slopes: ArrayLike<unknown>, type: ArrayType): unknown {
  const { of } = type;
  if (of !== undefined)
    return Array.from(slopes, (row) => inStorage(row as ArrayLike<unknown>, of));
  if (type.storage === 'Float32Array') return Float32Array.from(slopes as ArrayLike<number>);
  return type.storage === 'number[]' ? Array.from(slopes as ArrayLike<number>) : slopes;
}
