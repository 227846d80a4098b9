/**
 * Typed arrays, where duals may be stored. A new typed array of floats is made as an array that stands for it
 * (core/floats/real-array.ts). A typed array of integers stores the integer that a number would leave. A typed
 * array of floats from outside refuses duals.
 */
import type { FunctionVersions } from '../../core/function-versions.js';
import { mode } from '../../core/open-runs.js';
import { packedPrototype, packedZeros } from '../../tape/packed-array.js';
import { Dual } from '../../core/real.js';
import { RealArray, realArray, stored, zeros, type Floats } from '../../core/floats/real-array.js';
import { dualInTypedArray } from './errors.js';
import { isFloats, integerOf } from './keys.js';
import { ofArrays, typedMethods } from './lists.js';
import { apply, methods, own, type Native, type NativeVersion } from './native-versions.js';
import { readNumber } from './texts.js';

type Constructor = new (...args: never[]) => object;
const TypedArray = Object.getPrototypeOf(Float64Array) as Constructor;

const floats: readonly Floats[] = ['Float64Array', 'Float32Array'];
/** The kind of a constructor, or of its stand-in. */
const floatOf = (C: unknown): Floats | undefined =>
  floats.find((name) => (C as Constructor).prototype === globalThis[name].prototype);

const filled = (name: Floats, elements: Iterable<unknown>): unknown =>
  realArray(
    name,
    Array.from(elements, (x) => stored(name, readNumber(x))),
  );

const isObject = (x: unknown): x is object => typeof x === 'object' && x !== null;

/** The elements of the argument that a typed array is made from: an iterable, or else a list. */
const elementsOf = (list: object): unknown[] => Array.from(list as ArrayLike<unknown>);

/** From this length on the native constructor is tried first, which may refuse the length. */
const LARGE = 2 ** 24;

/** `new Float64Array(…)`. A typed array on a buffer is itself. */
const floatsFrom = (name: Floats, C: Constructor) =>
  function (...args: unknown[]): unknown {
    const [first] = args;
    if (Number.isInteger(first) && (first as number) >= 0 && (first as number) < LARGE) {
      const isPacked = mode.recording && name === 'Float64Array' && first !== 0;
      return isPacked ? packedZeros(first as number) : zeros(name, first as number);
    }
    if (isObject(first) && !(first instanceof Dual)) {
      const isBuffer = /Buffer\]$/.test(Object.prototype.toString.call(first));
      return isBuffer
        ? Reflect.construct(C, args.map(integerOf) as never[])
        : filled(name, elementsOf(first));
    }
    const { length } = Reflect.construct(C, [integerOf(first)] as never[]) as { length: number };
    return zeros(name, length);
  };

/** `new Int32Array(…)` and the like. A dual is stored as the integer that a number would leave. */
const integersFrom = (C: Constructor) =>
  function (...args: unknown[]): unknown {
    const [first] = args;
    const isList = Array.isArray(first) && first.some((x) => x instanceof Dual);
    return Reflect.construct(C, (isList ? [first.map(integerOf)] : args.map(integerOf)) as never[]);
  };

const integerArrays = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
] as readonly unknown[] as readonly Constructor[];

/** Arrays that hold no duals. A dual can only be their length. */
const lengthFrom = (C: Constructor) =>
  function (...args: unknown[]): unknown {
    return Reflect.construct(C, (args[0] instanceof Dual ? args.map(integerOf) : args) as never[]);
  };
const otherArrays = [(globalThis as { readonly Float16Array?: Constructor }).Float16Array].filter(
  (C) => C !== undefined,
);

/** The functions that make typed arrays in the place of `new`. */
export const typedConstructors: ReadonlyMap<unknown, Native> = new Map<unknown, Native>([
  ...floats.map((name) => {
    const C = (globalThis as unknown as Record<Floats, Constructor>)[name];
    return [C, floatsFrom(name, C)] as const;
  }),
  ...integerArrays.map((C) => [C, integersFrom(C)] as const),
  ...otherArrays.map((C) => [C, lengthFrom(C)] as const),
]);

/** `Float64Array.from` and `of`, as static methods of all typed arrays. */
const making = (native: Native, name: string): NativeVersion =>
  function (...args) {
    const float = floatOf(this);
    if (name === 'of') {
      return float === undefined ? apply(native, this, args.map(integerOf)) : filled(float, args);
    }
    const [list, f, self] = args;
    if (f !== undefined && typeof f !== 'function') return apply(native, this, args);
    const version = own(f) as Native | undefined;
    if (float === undefined) {
      const change = (x: unknown, k: number) =>
        integerOf(version === undefined ? x : apply(version, self, [x, k]));
      return apply(native, this, [list, change]);
    }
    const elements = elementsOf(Object(list) as object);
    return filled(
      float,
      version === undefined ? elements : elements.map((x, k) => apply(version, self, [x, k])),
    );
  };

type Convert = (x: unknown) => unknown;

const isDual = (x: unknown): boolean => x instanceof Dual;
/** A list whose elements are converted, where some are no numbers. */
const converted = (list: unknown, convert: Convert): unknown =>
  Array.isArray(list) && list.some((x) => typeof x !== 'number') ? Array.from(list, convert) : list;

/** What a function gives, converted. */
function converting(f: unknown, convert: Convert): unknown {
  if (typeof f !== 'function') return f;
  const version = own(f) as Native;
  return function (this: unknown, ...args: unknown[]): unknown {
    return convert(apply(version, this, args));
  };
}

/** `map` of a typed array. If there are duals in the result, it is an array that stands for a typed array. */
const mapping = (native: Native): NativeVersion =>
  function (f, self) {
    const change = converting(f, isFloats(this) ? readNumber : integerOf) as Native;
    if (typeof f !== 'function' || !isFloats(this)) return apply(native, this, [change, self]);
    const xs = this as Float64Array;
    const found = Array.from(xs, (x, k) => apply(change, self, [x, k, xs]));
    const name = floatOf(xs.constructor);
    return name !== undefined && found.some(isDual)
      ? filled(name, found)
      : apply(native, this, [(_: unknown, k: number) => found[k]]);
  };

/** `with` of a typed array, in the same way. */
const replacing = (native: Native): NativeVersion =>
  function (index, value) {
    const name = floatOf((this as object).constructor);
    const x = isFloats(this) ? readNumber(value) : integerOf(value);
    if (!(x instanceof Dual) || name === undefined) {
      return apply(native, this, [integerOf(index), integerOf(x)]);
    }
    const xs = filled(name, this as Float64Array) as RealArray;
    return xs.with(integerOf(index) as number, x);
  };

/** Methods that store in place: `fill` an element, and `set` those of a list. */
const storing = (native: Native, name: string): NativeVersion =>
  function (first, ...rest) {
    const convert = isFloats(this) ? readNumber : integerOf;
    const numbers = name === 'fill' ? convert(first) : converted(first, convert);
    if (isDual(numbers) || (Array.isArray(numbers) && numbers.some(isDual))) {
      throw dualInTypedArray(this as object);
    }
    return apply(native, this, [numbers, ...rest.map(integerOf)]);
  };

/**
 * The same methods of what stands for a typed array. It stores duals; so only what they are given is converted, since the
 * text of a dual is no number.
 */
const reading = (native: Native, name: string): NativeVersion => {
  const version = placed.get(native) ?? native;
  const convert = name === 'set' ? converted : name === 'map' ? converting : readNumber;
  const at = name === 'with' ? 1 : 0;
  return function (...args) {
    args[at] = convert(args[at], readNumber);
    return apply(version, this, args);
  };
};
const placed = new Map(ofArrays);

const { prototype } = TypedArray as { readonly prototype: object };

const general: FunctionVersions = [
  ...typedMethods(prototype),
  ...methods(prototype, ['map'], mapping),
  ...methods(prototype, ['with'], replacing),
  ...methods(prototype, ['fill', 'set'], storing),
  ...methods(TypedArray, ['from', 'of'], making),
];
const versions = new Map(general);

/** Methods of typed arrays of floats whose result is a new array, in which duals may be stored. */
const copying = (native: Native): NativeVersion =>
  function (...args) {
    const made = apply(versions.get(native) ?? native, this, args);
    const name = isFloats(made) ? floatOf((made as Float64Array).constructor) : undefined;
    return name === undefined ? made : filled(name, made as Float64Array);
  };
const copiers = ['map', 'filter', 'slice', 'with', 'toSorted', 'toReversed'];

export const ofTypedArrays: FunctionVersions = [
  ...general,
  ...methods(prototype, copiers, copying),
  ...methods(RealArray.prototype, ['fill', 'map', 'set', 'with'], reading),
  ...methods(packedPrototype, ['fill', 'set'], reading),
];
