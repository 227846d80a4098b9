/**
 * Checks that a function of the program is given data, and gives data: numbers, texts, and arrays and
 * plain objects of these, in which nothing is computed when it is read. O(size of what is asked).
 */
import { RealArray } from '../../../../core/floats/real-array.js';
import { Dual } from '../../../../core/real.js';
import { entriesOf } from '../entry/given-entries.js';
import { isPlainList } from '../entry/records.js';

const { getOwnPropertyDescriptor, getOwnPropertySymbols, getPrototypeOf } = Object;
const { ownKeys } = Reflect;
// Also where another getter stands in the place of this one later, and on what is asked alone.
// eslint-disable-next-line @typescript-eslint/unbound-method
const flagsOf = getOwnPropertyDescriptor(RegExp.prototype, 'flags')!.get!;

/** The prototypes of typed arrays. */
const views: ReadonlySet<unknown> = new Set(
  [Float64Array, Float32Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array]
    .concat([Uint32Array, Uint8ClampedArray] as never)
    .map(({ prototype }) => prototype),
);

/** So deep is looked into what a function is given. */
const FARTHEST = 100;

/** True if a value is a number, a text, or nothing that holds others. */
const isSimple = (of: unknown): boolean =>
  of === null || of instanceof Dual || (typeof of !== 'object' && typeof of !== 'function');

/**
 * True if the arguments of a function hold nothing but data. What it takes for data it may read again:
 * so there are no functions, no accessors, no iterators, no instances of classes, and no regular
 * expressions that remember where they were.
 *
 * @param met what is known to be data, which takes all that is
 */
export function isGivenData(of: unknown, met: WeakSet<object>, depth = FARTHEST): boolean {
  if (isSimple(of)) return true;
  if (typeof of !== 'object' || of === null || depth === 0) return false;
  if (met.has(of)) return true;
  met.add(of);
  const isPart = (one: unknown): boolean => isSimple(one) || isGivenData(one, met, depth - 1);
  if (isPlainList(of)) return getOwnPropertySymbols(of).length === 0 && everyElement(of, isPart);
  if (ArrayBuffer.isView(of) || of instanceof RealArray) return isPlainView(of);
  const prototype: unknown = getPrototypeOf(of);
  if (prototype === RegExp.prototype)
    return ownKeys(of).length === 1 && !/[gy]/.test(String(flagsOf.call(of)));
  if (prototype === Map.prototype || prototype === Set.prototype) {
    const kept = entriesOf(of, prototype === Map.prototype ? 'Map' : 'Set');
    return kept !== null && kept.keys.every(isPart) && kept.values.every(isPart);
  }
  return fieldsOf(of)?.every(isPart) === true;
}

/** A hole is nothing. */
function everyElement(of: readonly unknown[], isPart: (one: unknown) => boolean): boolean {
  for (let k = 0; k < of.length; k++) if (!isPart(of[k])) return false;
  return true;
}

const isPlainView = (of: object): boolean =>
  of instanceof RealArray ||
  (views.has(getPrototypeOf(of)) && getOwnPropertySymbols(of).length === 0);

/**
 * The values of the fields of a plain object; null if any of them is computed, or it is not a plain
 * object.
 */
function fieldsOf(of: object): unknown[] | null {
  const prototype: unknown = getPrototypeOf(of);
  if (prototype !== Object.prototype && prototype !== null) return null;
  const found: unknown[] = [];
  for (const key of ownKeys(of)) {
    const property = getOwnPropertyDescriptor(of, key);
    if (typeof key !== 'string' || property === undefined || !('value' in property)) return null;
    found.push(property.value);
  }
  return found;
}

/** The most values in the result of a call, and the depth to which objects hold objects. */
export const MOST = 2 ** 16;
export const DEEPEST = 6;

/** True if the result of a function is data, and no part of it is an argument. */
export const isGivenBack = (of: unknown, args: readonly unknown[]): boolean =>
  isData(of, args, { left: MOST }, DEEPEST);

function isData(
  of: unknown,
  args: readonly unknown[],
  count: { left: number },
  depth: number,
): boolean {
  if (of === undefined || typeof of === 'boolean' || typeof of === 'string') return true;
  if (typeof of === 'number' || of === null || of instanceof Dual) return true;
  if (typeof of !== 'object' || depth === 0 || args.includes(of)) return false;
  if (of instanceof RealArray || ArrayBuffer.isView(of)) return isPlainView(of);
  const isPart = (one: unknown): boolean => --count.left > 0 && isData(one, args, count, depth - 1);
  if (isPlainList(of)) return getOwnPropertySymbols(of).length === 0 && everyElement(of, isPart);
  return fieldsOf(of)?.every(isPart) === true;
}
