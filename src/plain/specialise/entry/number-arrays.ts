/** Arrays of numbers of the program, and lists of these: what the language takes as they are. */
import { wholeStorages, type ArrayType, type Storage, type Value } from '../../ir/ir.js';
import { Alias } from '../values/alias.js';
import { Arr, Cell } from '../values/abstract.js';
import { listOfType } from '../values/shapes.js';
import type { Reader, Slot } from './reader.js';

const storages: readonly Storage[] = ['Float64Array', 'Float32Array', ...wholeStorages];
const typed = new Map<object, Storage>(
  storages.map((storage) => [
    (globalThis as unknown as Record<string, { readonly prototype: object }>)[storage].prototype,
    storage,
  ]),
);
const protoOf = (storage: Storage): object | undefined =>
  [...typed].find(([, one]) => one === storage)?.[0];

/** The type of an array of numbers; null if it is none. Longer than empty, where it is a list of arrays. O(size). */
export function numbersType(of: unknown): ArrayType | null {
  if (typeof of !== 'object' || of === null) return null;
  const proto = Object.getPrototypeOf(of) as object;
  const storage = typed.get(proto);
  if (storage) return ArrayBuffer.isView(of) ? { storage } : null;
  if (!Array.isArray(of) || proto !== Array.prototype) return null;
  const first: unknown = of[0];
  const row = typeof first === 'object' ? numbersType(first) : null;
  const type: ArrayType = row === null ? { storage: 'number[]' } : { storage: 'list', of: row };
  return isOfType(of, type) ? type : null;
}

/** True if a value is an array of a type. O(size). */
export function isOfType(of: unknown, type: ArrayType): boolean {
  if (!Array.isArray(of))
    return (
      ArrayBuffer.isView(of) && typed.get(Object.getPrototypeOf(of) as object) === type.storage
    );
  if (protoOf(type.storage) || Object.getPrototypeOf(of) !== Array.prototype) return false;
  return Array.from(of as unknown[]).every((one) =>
    type.of === undefined ? typeof one === 'number' : isOfType(one, type.of),
  );
}

/** True if a typed array has lost its memory: then its methods throw. */
function isGivenAway(of: Float64Array): boolean {
  try {
    Float64Array.prototype.values.call(of);
    return false;
  } catch {
    return true;
  }
}

/** Asks whether a value is an array of a type; looks at each element of a plain array. O(size). */
export function askType(reader: Reader, of: Slot, type: ArrayType): void {
  const proto = protoOf(type.storage);
  if (proto !== undefined) {
    reader.ask(`$isView(${of}) && $protoOf(${of}) === ${reader.constant(proto)}`);
    reader.ask(`${of}.length !== 0 || !${reader.constant(isGivenAway)}(${of})`);
    return;
  }
  reader.ask(`$isArray(${of}) && $protoOf(${of}) === ${reader.constant(Array.prototype)}`);
  const k = reader.name();
  reader.add(`for (let ${k} = 0; ${k} < ${of}.length; ${k}++) {`);
  if (type.of === undefined) reader.ask(`typeof ${of}[${k}] === 'number'`);
  else askType(reader, reader.slot(`${of}[${k}]`), type.of);
  reader.add('}');
}

/** The text of zeros for the cotangents of an array of a type. */
export const zerosText = (of: Slot, type: ArrayType): string =>
  type.of === undefined
    ? `new Float64Array(${of}.length)`
    : `Array.from(${of}, (row) => ${zerosText('row', type.of)})`;

/** Cotangents in the storage of the array that they are of. O(size). */
export function inStorage(slopes: ArrayLike<unknown>, { of, storage }: ArrayType): unknown {
  const { length } = slopes;
  if (of === undefined && storage === 'Float64Array') return slopes;
  const made = storage === 'Float32Array' ? new Float32Array(length) : new Array<unknown>(length);
  for (let k = 0; k < length; k++)
    made[k] = (
      of === undefined ? slopes[k] : inStorage(slopes[k] as ArrayLike<unknown>, of)
    ) as number;
  return made;
}

/** A column as an array that is given, and stays the same array of the language. */
export function arrayOf(type: ArrayType, column: Value): Arr {
  const storage = type.storage === 'list' ? 'number[]' : type.storage;
  const { of } = listOfType(type);
  const rep = { tag: 'dense', of, columns: [column], length: null, isPinned: true } as const;
  return new Arr(storage, new Cell(rep, 0), 0, new Alias());
}
