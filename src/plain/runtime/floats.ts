/**
 * Typed arrays, where duals may be stored. A new typed array of floats is made as an array that stands for it
 * (core/floats/real-array.ts). A typed array of integers stores the integer that a number would leave. A typed
 * array of floats from outside refuses duals.
 */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { mode } from '../../core/open-runs.js';
import { packed } from '../../tape/is-packed.js';
import { packedPrototype, packedZeros } from '../../tape/packed-array.js';
import { Dual } from '../../core/real.js';
import {
  RealArray,
  asInstanceOf,
  floatArrays,
  inPlaceOf,
  prototypeOf,
  realArray,
  stored,
  zeros,
  type FloatArray,
  type Floats,
} from '../../core/floats/real-array.js';
import { classPrototype } from '../../core/floats/typed-classes.js';
import { elementsIn, holdsHeld } from '../../core/floats/held-elements.js';
import { filledBy, floatOf, ofSpecies, partOf, viewIn, type Constructor } from './float-classes.js';
import { isFloats, integerOf, storeElement } from './keys.js';
import { ofArrays, typedMethods } from './lists.js';
import { plain } from './operators.js';
import { apply, methods, own, type Native, type NativeVersion } from './native-versions.js';
import { readNumber } from './texts.js';

const TypedArray = Object.getPrototypeOf(Float64Array) as Constructor;
const floats = Object.entries(floatArrays) as [Floats, Constructor][];

export const filled = (name: Floats, elements: Iterable<unknown>): unknown =>
  realArray(
    name,
    Array.from(elements, (x) => stored(name, readNumber(x))),
  );

const isObject = (x: unknown): x is object => typeof x === 'object' && x !== null;

/** The elements of the argument that a typed array is made from: an iterable, or else a list. */
export const elementsOf = (list: object): unknown[] =>
  holdsHeld(list) ? elementsIn(list) : Array.from(list as ArrayLike<unknown>);

/** From this length on the native constructor is tried first, which may refuse the length. */
const LARGE = 2 ** 24;

/** Zeros as what stands for a typed array. */
const unpacked = (name: Floats, length: number) => zeros(name, length);
const packedIfRecording = (name: Floats, length: number) =>
  mode.recording && name === 'Float64Array' && length !== 0
    ? packedZeros(length)
    : zeros(name, length);

/** `new Float64Array(…)`, with zeros by `zeros`. A typed array on a buffer is itself. */
const floatsFrom = (name: Floats, C: Constructor, zeros = packedIfRecording) =>
  function (...args: unknown[]): unknown {
    const [first] = args;
    if (Number.isInteger(first) && (first as number) >= 0 && (first as number) < LARGE)
      return zeros(name, first as number);
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
  ...floats.map(([name, C]) => [C, floatsFrom(name, C)] as const),
  ...integerArrays.map((C) => [C, integersFrom(C)] as const),
  ...otherArrays.map((C) => [C, lengthFrom(C)] as const),
]);

export type Super = (C: Constructor, args: readonly never[], target: unknown) => unknown;

/** The constructors behind `super(…)` in classes that extend a typed array of floats. */
export const superConstructors: ReadonlyMap<unknown, Super> = new Map(
  floats.map(([name, C]): [unknown, Super] => {
    const make = floatsFrom(name, C, unpacked);
    return [
      C,
      (_, args, target) => {
        const made = viewIn(args) ?? make(...args);
        return made instanceof RealArray
          ? asInstanceOf((target as Constructor).prototype as object, made)
          : Reflect.construct(C, args, target as Constructor);
      },
    ];
  }),
);

/** `Float64Array.from` and `of`, as static methods of all typed arrays. */
const making = (native: Native, name: string): NativeVersion =>
  function (...args) {
    const float = floatOf(this);
    const isNative = float === undefined || own(floatArrays[float]) === own(this);
    const filledAs = (elements: unknown[]) =>
      isNative ? filled(float!, elements) : filledBy(this as Constructor, elements);
    if (name === 'of') {
      return float === undefined ? apply(native, this, args.map(integerOf)) : filledAs(args);
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
    return filledAs(
      version === undefined ? elements : elements.map((x, k) => apply(version, self, [x, k])),
    );
  };

type Convert = (x: unknown) => unknown;

const isDual = (x: unknown): boolean => x instanceof Dual;
/** A list whose elements are converted, where some are not numbers. */
const converted = (list: unknown, convert: Convert): unknown =>
  Array.isArray(list) && list.some((x) => typeof x !== 'number') ? Array.from(list, convert) : list;

/** The result of a function, converted. */
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
    const found = elementsOf(xs).map((x, k) => apply(change, self, [x, k, xs]));
    const name = floatOf(xs.constructor);
    return name !== undefined && found.some(isDual)
      ? ofSpecies(xs, filled(name, found) as object)
      : apply(native, this, [(_: unknown, k: number) => found[k]]);
  };

/** `with` of a typed array, in the same way. */
const replacing = (native: Native): NativeVersion =>
  function (index, value) {
    const name = floatOf((this as object).constructor);
    const x = isFloats(this) ? readNumber(value) : integerOf(value);
    const xs = name === undefined ? null : filled(name, elementsOf(this as object));
    if (!(x instanceof Dual) || !(xs instanceof RealArray)) {
      return apply(native, this, [integerOf(index), integerOf(x)]);
    }
    return xs.with(integerOf(index) as number, x);
  };

/** A list whose elements are to be taken; what is not an object is left to the native method. */
const listed = (list: unknown): unknown => (holdsHeld(list) ? elementsIn(list) : list);

/** Methods that store in place: `fill` an element, and `set` those of a list. */
const storing = (native: Native, name: string): NativeVersion =>
  function (first, ...rest) {
    const convert = isFloats(this) ? readNumber : integerOf;
    const numbers = name === 'fill' ? convert(first) : converted(listed(first), convert);
    const places = rest.map(integerOf) as number[];
    const isEmpty = (this as ArrayLike<unknown>).length === 0;
    const holdsDuals = isDual(numbers) || (Array.isArray(numbers) && numbers.some(isDual));
    if (!holdsDuals || isEmpty || !isFloats(this)) {
      const storable = holdsDuals ? converted(plain(numbers), plain) : numbers;
      return apply(native, this, [storable, ...places]);
    }
    const xs = this as FloatArray;
    const list = filled('Float64Array', elementsOf(xs)) as RealArray;
    if (name === 'fill') list.fill(numbers, ...places);
    else list.set(numbers as ArrayLike<unknown>, ...places);
    for (let k = 0; k < xs.length; k++) if (list[k] !== xs[k]) storeElement(xs, k, list[k]);
    return name === 'fill' ? xs : undefined;
  };

/**
 * The same methods of what stands for a typed array. It stores duals; so only what they are given is converted, since the
 * text of a dual is not a number.
 */
const reading = (native: Native, name: string): NativeVersion => {
  const version = placed.get(native) ?? native;
  const convert = name === 'set' ? converted : name === 'map' ? converting : readNumber;
  const at = name === 'with' ? 1 : 0;
  return function (...args) {
    args[at] = convert(listed(args[at]), readNumber);
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
    if (name === undefined) return made;
    const xs = filled(name, made as Float64Array);
    return xs instanceof RealArray ? inPlaceOf(made as Float64Array, xs) : made;
  };
const copiers = ['map', 'filter', 'slice', 'with', 'toSorted', 'toReversed'];

/** Methods that give an instance of the class. */
const bySpecies = (native: Native): NativeVersion => {
  const version = standing.get(native) ?? native;
  return function (...args) {
    return ofSpecies(this as object, apply(version, this, args) as object);
  };
};
/** `subarray`, whose result shares the elements. */
const sharing = (native: Native): NativeVersion => {
  const version = standing.get(native) ?? native;
  return function (...args) {
    const part = apply(version, this, args);
    const xs = this as RealArray;
    return classPrototype(xs) === undefined ? part : partOf(xs, part as RealArray);
  };
};
const standing = new Map([
  ...ofArrays,
  ...methods(RealArray.prototype, ['fill', 'map', 'set', 'with'], reading),
  ...methods(packedPrototype, ['fill', 'set'], reading),
]);

/** A method of typed arrays that is called on what stands for one, as by `super` in a class. */
const onStandIns = (native: Native, name: string): NativeVersion => {
  const version = ofThemselves.get(native) ?? native;
  return function (...args) {
    if (!(this instanceof RealArray)) return apply(version, this, args);
    const from = packed(this) === undefined ? prototypeOf(this.floats) : packedPrototype;
    return apply(own((from as unknown as Record<string, Native>)[name]), this, args);
  };
};
const ofThemselves = new Map([...general, ...methods(prototype, copiers, copying)]);
const names = Object.getOwnPropertyNames(prototype).filter((name) => {
  const { value } = Object.getOwnPropertyDescriptor(prototype, name)! as { value: unknown };
  return name !== 'constructor' && typeof value === 'function';
});

export const ofTypedArrays: FunctionVersions = [
  ...general,
  ...methods(prototype, names, onStandIns),
  ...standing,
  ...methods(RealArray.prototype, ['map', 'filter', 'slice'], bySpecies),
  ...methods(RealArray.prototype, ['subarray'], sharing),
];
