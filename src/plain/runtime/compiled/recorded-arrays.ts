/** The arrays of calls that are recorded as groups: results are made, and arrays of the caller are written. */
import { isArray, isWholeStorage, type Type } from '../../ir/ir.js';
import { floatArray, RealArray, realArray, type Floats } from '../../../core/floats/real-array.js';
import type { Real } from '../../../core/real.js';
import { packed } from '../../../tape/is-packed.js';
import { packedZeros } from '../../../tape/packed-array.js';
import { isPlainList } from './entry/records.js';

/**
 * A result as a run has it. O(size).
 *
 * @param found what code gives, whose elements are all there
 * @param duals its reals if they depend on inputs; or else none
 */
export function placed(found: unknown, type: Type, duals: readonly Real[]): unknown {
  let next = 0;
  const part = (of: unknown, type: Type): unknown => {
    if (!isArray(type)) return duals.length > 0 ? duals[next++] : of;
    if (type.of !== undefined) {
      const { of: inner } = type;
      return Array.from(of as readonly unknown[], (row) => part(row, inner));
    }
    const numbers = of as Float64Array;
    const { storage } = type;
    if (isWholeStorage(storage)) return numbers.slice();
    const reals =
      duals.length > 0 ? duals.slice(next, next + numbers.length) : Array.from<Real>(numbers);
    next += numbers.length;
    return storage === 'number[]' ? reals : floats(storage as Floats, reals);
  };
  return part(found, type);
}

/** An array of floats that may hold duals, as code that records makes it. */
function floats(storage: Floats, reals: Real[]): unknown {
  if (reals.length === 0) return floatArray(storage, reals);
  if (storage === 'Float32Array') return realArray(storage, reals);
  const made = packedZeros(reals.length);
  const pack = packed(made)!;
  reals.forEach((x, k) => pack.store(k, x));
  return made;
}

/** True if each element of an array can be written: with numbers, or with duals, too. O(elements). */
export function takesReals(target: unknown, areDuals: boolean): boolean {
  if (target instanceof RealArray) return true;
  if (ArrayBuffer.isView(target)) return !areDuals;
  if (!isPlainList(target)) return false;
  return target.every((_, k) => Object.getOwnPropertyDescriptor(target, k)?.writable === true);
}

/** Writes elements that are others than before. O(elements). */
export function storeAll(target: unknown, elements: ArrayLike<Real>): void {
  const pack = packed(target);
  const list = target as Real[];
  for (let k = 0; k < elements.length; k++) {
    const x = elements[k];
    if (pack !== undefined) pack.store(k, x);
    else if (!Object.is(list[k], x)) list[k] = x;
  }
}

/** Where the elements of an array are. */
interface Stretch {
  readonly holder: object;
  readonly from: number;
  readonly to: number;
}

function stretchesOf(of: unknown): Stretch[] {
  if (typeof of !== 'object' || of === null) return [];
  const pack = packed(of);
  if (pack !== undefined) {
    const { store, start } = pack.place;
    return [{ holder: store, from: start, to: start + pack.length }];
  }
  if (ArrayBuffer.isView(of)) {
    const { buffer, byteOffset, byteLength } = of;
    return [{ holder: buffer, from: byteOffset, to: byteOffset + byteLength }];
  }
  const own = { holder: of, from: 0, to: 1 };
  return [own, ...(Array.isArray(of) ? of.filter(Array.isArray).flatMap(stretchesOf) : [])];
}

/**
 * True if any arrays of some, or of those that stand in them, have an element in common. O(elements +
 * arrays²).
 */
export function mayOverlap(arrays: readonly unknown[]): boolean {
  const all = arrays.flatMap(stretchesOf);
  return all.some((one, k) =>
    all
      .slice(0, k)
      .some(({ holder, from, to }) => holder === one.holder && from < one.to && one.from < to),
  );
}
