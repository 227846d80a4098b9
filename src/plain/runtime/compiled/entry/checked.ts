/** Takes a value of a type of the language as compiled code has it. */
import { isBlock } from '../../../../core/block.js';
import { isArray, type ArrayType, type Storage, type Type } from '../../../ir/ir.js';
import type { Variable as Kind } from '../../../ir/origin.js';
import { Variable } from '../../variables-of-modules.js';
import { isPlainList } from './records.js';

export const typed: Readonly<Record<string, object | undefined>> = {
  Float64Array: Float64Array.prototype,
  Float32Array: Float32Array.prototype,
  Int32Array: Int32Array.prototype,
  Int16Array: Int16Array.prototype,
  Int8Array: Int8Array.prototype,
  Uint32Array: Uint32Array.prototype,
  Uint16Array: Uint16Array.prototype,
  Uint8Array: Uint8Array.prototype,
  Uint8ClampedArray: Uint8ClampedArray.prototype,
};

/** The name of a typed array's class, if compiled code knows it. */
export const typedArray = (of: unknown): Storage | undefined =>
  ArrayBuffer.isView(of)
    ? (Object.keys(typed).find((name) => Object.getPrototypeOf(of) === typed[name]) as Storage)
    : undefined;

const { iterator } = Symbol;

/**
 * True if a value is a typed array of a class, whose elements are there, and that loops go through as
 * through any.
 */
export const isTyped = (of: unknown, prototype: object): boolean =>
  ArrayBuffer.isView(of) &&
  Object.getPrototypeOf(of) === prototype &&
  !Object.hasOwn(of, 'length') &&
  !Object.hasOwn(of, iterator) &&
  !isGivenAway(of as Float64Array);

/** True if an array has lost its memory: then it has no elements, and its methods and `for…of` throw. */
export function isGivenAway(of: Float64Array): boolean {
  if (of.length !== 0) return false;
  try {
    Float64Array.prototype.values.call(of);
    return false;
  } catch {
    return true;
  }
}

/** Gives a value as compiled code takes it, of the parameter at a place; undefined if it is not of its type. */
export type Read = (of: unknown, type: Type, seen: object[], place: number) => unknown;

/** Gives arrays of a length, with any numbers in them. */
export interface Room {
  readonly room: (length: number) => Float64Array;
  readonly ints: (length: number) => Int32Array;
}

export const fresh: Room = {
  room: (length) => new Float64Array(length),
  ints: (length) => new Int32Array(length),
};

/** Asks whether arrays are such as compiled code takes. */
export interface ArrayQuestions {
  /** The methods of arrays that are called, by name. */
  readonly methods: readonly string[];
  readonly isPlainList: typeof isPlainList;
  readonly isTyped: typeof isTyped;
}

/** Asks of arrays whose methods nobody calls. */
export const usualArrays: ArrayQuestions = { methods: [], isPlainList, isTyped };

/**
 * A value as compiled code takes it; undefined if it is not of a type. Arrays of JavaScript are copied, and each
 * element is read once: so arrays that change while they are read change nothing, and compiled code never writes into
 * arguments. O(size).
 *
 * @param seen takes all arrays
 */
export const checked = (of: unknown, type: Type, seen: object[]): unknown =>
  checkedIn(fresh, usualArrays, of, type, seen);

/** The same with copies in arrays that somebody gives. */
export function checkedIn(
  arrays: Room,
  ask: ArrayQuestions,
  of: unknown,
  type: Type,
  seen: object[],
): unknown {
  if (type === 'f64') return typeof of === 'number' ? of : undefined;
  if (type === 'bool') return typeof of === 'boolean' ? of : undefined;
  if (type === 'host') return of;
  if (!isArray(type) || typeof of !== 'object' || of === null) return undefined;
  seen.push(of);
  const prototype = typed[type.storage];
  if (prototype === undefined)
    return ask.isPlainList(of) ? elements(arrays, ask, of, type, seen) : undefined;
  return ask.isTyped(of, prototype) ? of : undefined;
}

function elements(
  arrays: Room,
  ask: ArrayQuestions,
  list: readonly unknown[],
  { storage, of }: ArrayType,
  seen: object[],
): Float64Array | unknown[] | undefined {
  const { length } = list;
  if (storage === 'number[]') {
    const numbers = arrays.room(length);
    for (let k = 0; k < length; k++) {
      const x = list[k];
      if (typeof x !== 'number') return undefined;
      numbers[k] = x;
    }
    return numbers;
  }
  if (storage !== 'list' || of === undefined) return undefined;
  const rows: unknown[] = [];
  for (let k = 0; k < length; k++) {
    const row = checkedIn(arrays, ask, list[k], of, seen);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

/**
 * A value of the host as it is: code only hands it on. What derivatives are taken by is an array of NumPy, or a number;
 * undefined if it is not.
 */
export const ofHost = (of: unknown, isInput: boolean): unknown =>
  !isInput || typeof of === 'number' || isBlock(of) ? of : undefined;

/** A number or a bool in an array of its own; undefined if it is not of that type. */
export function inCell(of: unknown, type: Type): unknown {
  const isBool = isArray(type) && type.storage === 'Int32Array';
  if (typeof of !== (isBool ? 'boolean' : 'number')) return undefined;
  return isBool ? Int32Array.of(Number(of)) : Float64Array.of(of as number);
}

/**
 * The value of a variable of a module: a number or a bool, or an array where it is assigned, whose
 * first element says whether anything is there that may be missing. Undefined if it is not of that
 * kind.
 */
export function inVariable(given: unknown, type: Type, { of, absent }: Kind): unknown {
  if (!(given instanceof Variable)) return undefined;
  const { value } = given;
  const isThere = typeof value === (of === 'bool' ? 'boolean' : 'number');
  if (!isArray(type)) return isThere ? value : undefined;
  if (absent === undefined) return isThere ? Float64Array.of(Number(value)) : undefined;
  if (isThere) return Float64Array.of(1, Number(value));
  return value === (absent === 'null' ? null : undefined) ? new Float64Array(2) : undefined;
}

/** True if a column is a list of arrays; any other is one array of numbers. */
export const isOfArrays = (type: Type): boolean => isArray(type) && type.of !== undefined;

/** True if a type is that of lists of numbers, or of lists of these. */
export const isCopied = ({ storage, of }: ArrayType): boolean =>
  storage === 'number[]' || (storage === 'list' && of !== undefined && isCopied(of));
