/**
 * Gathers the versions of all native functions, and calls them. The wrapper of a bundle, which has no other version, calls
 * by these functions, too: while no derivative is in progress, they call the native functions themselves.
 */
import {
  type FunctionVersions,
  nativeOf,
  registerVersions,
} from '../../functions/function-versions.js';
import { elementIn } from './noted-places.js';
import { mode } from '../../core/open-runs.js';
import { Dual } from '../../core/real.js';
import { binding } from './bound-functions.js';
import { ofLater } from './called-later.js';
import { checkedMembers, collectionConstructors, ofCollections } from './collections.js';
import { truthy } from './comparisons.js';
import { notAConstructor, notAMethod } from './errors.js';
import { areHeld, elementsIn, holdsHeld } from '../../core/floats/held-elements.js';
import { ofDataViews } from './data-views.js';
import { constructed } from './float-classes.js';
import { ofTypedArrays, superConstructors, typedConstructors, type Super } from './floats.js';
import { onHeld } from './held-arrays.js';
import { ofIterators } from './iterated.js';
import { integerOf } from './keys.js';
import { growingMethods, ofArrays } from './lists.js';
import { asNumber, asText, boxed, numberMethod, ofNumbers, ofTexts } from './numbers.js';
import { ofObjects } from './objects.js';
import { plain } from './operators.js';
import { meet } from './other-realms.js';
import { parsing, textOf } from './texts.js';
import { deleting, prototypeBy, unlessLength, withoutLength } from './typed-objects.js';
import { enumerated } from './values.js';
import {
  apply,
  methodNames,
  methods,
  own,
  type Native,
  type NativeVersion,
} from './native-versions.js';

const arrayOf = (...args: unknown[]): unknown[] =>
  args.length === 1 ? new Array(integerOf(args[0]) as number) : args;

const listFrom = function (this: unknown, list: unknown, f: unknown, ...rest: unknown[]): unknown {
  return apply(Array.from as Native, this, [withLength(list), own(f), ...rest]);
};

/** `{ length: n }` where n may be a dual. */
function withLength(list: unknown): unknown {
  if (holdsHeld(list)) return elementsIn(list);
  const { length } = (list ?? {}) as { readonly length?: unknown };
  return length instanceof Dual ? Object.assign({}, list, { length: integerOf(length) }) : list;
}

/** `call`, `apply` and `bind` of functions. */
const ofFunctions: FunctionVersions = [
  ...methods(
    Function.prototype,
    ['call', 'apply'],
    (native, name): NativeVersion =>
      function (...args) {
        // A number is not a list of arguments.
        if (name === 'apply') args[1] = plain(args[1]);
        return apply(native, own(this), args);
      },
  ),
  ...methods(Function.prototype, ['bind'], binding),
];
const reflected = (f: Native, self: unknown, args: unknown): unknown =>
  apply(own(f), self, plain(args) as never[]);

/** Functions of `Reflect` on an object, which refuse a number for one. */
const ofTarget =
  (native: Native): NativeVersion =>
  (target, ...rest) =>
    apply(native, Reflect, [plain(target), ...rest]);
/** Those that list properties see the elements of packed arrays. */
const listed = (x: unknown): unknown => (x instanceof Dual ? plain(x) : enumerated(x));
const ownKeys =
  (native: Native): NativeVersion =>
  (target) =>
    withoutLength(target, apply(native, Reflect, [listed(target)]));
const descriptor =
  (native: Native): NativeVersion =>
  (x, name) =>
    unlessLength(x, name, () => apply(native, Reflect, [listed(x), name]), undefined);
const getPrototypeOf =
  (native: Native): NativeVersion =>
  (x) =>
    prototypeBy(native, Reflect, plain(x));
/** Those with versions of their own: see also properties.ts. */
const others = [
  'ownKeys',
  'getOwnPropertyDescriptor',
  'getPrototypeOf',
  'apply',
  'construct',
].concat(['set', 'defineProperty', 'deleteProperty', 'setPrototypeOf']);
const ofReflect = Object.getOwnPropertyNames(Reflect).filter((name) => !others.includes(name));

type Constructor = new (...args: unknown[]) => object;

const asObject = (x: unknown): unknown => (x instanceof Dual ? boxed(x) : Object(x));

/** The functions that make an object in the place of `new`. */
const constructors = new Map<unknown, Native>([
  ...typedConstructors,
  ...collectionConstructors,
  [Array, arrayOf],
  [
    Number,
    (...args: unknown[]) => {
      const x = asNumber(...args);
      return x instanceof Dual ? boxed(x) : new Number(x);
    },
  ],
  [Object, asObject],
  [
    String,
    (...args: unknown[]) => new String(...args.map((x) => (x instanceof Dual ? textOf(x) : x))),
  ],
  [Boolean, (x: unknown) => new Boolean(x instanceof Dual ? truthy(x) : x)],
  [Date, (...args: unknown[]) => Reflect.construct(Date, args.map(integerOf)) as Date],
]);

/** Their names. */
export const constructorNames: ReadonlySet<string> = new Set(
  [...constructors.keys()].map((C) => (C as Constructor).name),
);

/** The functions for constructors that are called without `new`. */
const conversions = new Map<unknown, Native>([
  [Array, arrayOf],
  [Number, asNumber],
  [String, asText],
  [Boolean, truthy],
  [Object, asObject],
]);

/** A constructor that stands for a native one, and has all its members. */
function standIn(C: Constructor, make: Native): unknown {
  const convert = conversions.get(C) ?? C;
  const version = function (...args: unknown[]): unknown {
    if (new.target === undefined) return apply(convert, undefined, args);
    if (new.target === version) return apply(make, undefined, args);
    // For a class that extends this one, and has methods of its own.
    const extended = superConstructors.get(C) ?? (Reflect.construct as Super);
    return extended(C, args as never[], new.target);
  };
  Object.setPrototypeOf(version, C);
  Object.defineProperty(version, 'prototype', { value: C.prototype });
  Object.defineProperty(version, 'name', { value: C.name });
  return version;
}

registerVersions([
  ...ofNumbers,
  ...ofTexts,
  ...ofArrays,
  ...ofTypedArrays,
  ...ofDataViews,
  ...ofCollections,
  ...ofObjects,
  ...ofFunctions,
  ...ofLater,
  ...ofIterators,
  ...[...constructors].map(([C, make]) => [C, standIn(C as Constructor, make)] as const),
  [Array.from, listFrom],
  ...methods(JSON, ['parse'], parsing),
  [Reflect.apply, reflected],
  ...methods(Reflect, ofReflect, ofTarget),
  ...methods(Reflect, ['ownKeys'], ownKeys),
  ...methods(Reflect, ['getOwnPropertyDescriptor'], descriptor),
  ...methods(Reflect, ['getPrototypeOf'], getPrototypeOf),
  ...methods(Reflect, ['deleteProperty'], (native) => deleting(ofTarget(native))),
  [
    Reflect.setPrototypeOf,
    (o: unknown, of: unknown) => Reflect.setPrototypeOf(plain(o) as object, plain(of) as object),
  ],
  ...methods(
    Reflect,
    ['construct'],
    (native): NativeVersion =>
      (C, args, ...rest) =>
        rest.length === 0 && typeof C === 'function' && !(args instanceof Dual)
          ? made(C, Array.from(args as ArrayLike<unknown>))
          : apply(native, Reflect, [C, plain(args), ...rest]),
  ),
]);

/** Native methods of many arguments. Their versions would put the arguments on the stack once more. */
/* eslint-disable @typescript-eslint/unbound-method -- methods are found by themselves */
const ofMany = new Map<unknown, (self: unknown, args: readonly unknown[]) => unknown>([
  [Array.of, (self, args) => (self === Array ? [...args] : apply(own(Array.of), self, args))],
  [Function.prototype.call, (f, [self, ...args]) => apply(own(f), self, args)],
  [Array.prototype.splice, (self, args) => spliced(self as unknown[], args)],
]);
/* eslint-enable @typescript-eslint/unbound-method */

function spliced(list: unknown[], [start, count, ...items]: readonly unknown[]): unknown[] {
  const after = list.splice(integerOf(start) as number);
  const removed = after.splice(0, integerOf(count) as number);
  for (const item of items) elementIn(list, item);
  for (const item of [...items, ...after]) list.push(item);
  return removed;
}

/** `o[name](...args)` for a name that a native method with a version of its own may have. */
export const call = (o: unknown, name: PropertyKey, ...args: unknown[]): unknown =>
  called(o, name, memberToCall(o, name), args);

/** The same where arguments may change what the name says: the method is found before them. */
export const method = (o: unknown, name: PropertyKey) => {
  const found = memberToCall(o, name);
  return (...args: unknown[]): unknown => called(o, name, found, args);
};

/** The same for a list of arguments, which may take most of the stack. */
export const methodOfList = (o: unknown, name: PropertyKey) => {
  const found = memberToCall(o, name);
  return (args: unknown[]): unknown => called(o, name, found, args);
};

/** The methods of typed arrays. */
const ofFloats = Float64Array.prototype as unknown as Readonly<Record<PropertyKey, unknown>>;

const memberToCall = (o: unknown, name: PropertyKey): unknown =>
  o instanceof Dual ? undefined : (o as Readonly<Record<PropertyKey, unknown>>)[name];

function called(o: unknown, name: PropertyKey, found: unknown, args: unknown[]): unknown {
  if (o instanceof Dual) return numberMethod(o, name, args);
  if (typeof found !== 'function') throw notAMethod(name, o);
  // A version may have been handed on from where one was.
  if (!mode.on) return apply(found, nativeOf(o), args);
  meet(o);
  if (areHeld() && holdsHeld(o) && name !== 'subarray' && found === ofFloats[name as never])
    return onHeld(o, name, (list) => called(list, name, list[name as never], args));
  const many = args.length > 1000 ? ofMany.get(found) : undefined;
  return many === undefined ? apply(own(found), o, args) : many(o, args);
}

/** Calls `f` with a receiver that was found with it. Errors speak of it by `name`. */
export const invoke = (f: unknown, name: string, self: unknown, ...args: unknown[]): unknown =>
  apply(mode.on || typeof f !== 'function' ? own(f, name) : f, self, args);

/**
 * The names of methods that have versions, and so are called by `call`. Code that is translated here may run on a later
 * platform, which has more of them.
 */
export const versionedMethods: ReadonlySet<string> = new Set([
  'valueOf',
  ...[...methodNames].filter((name) => !growingMethods.includes(name)),
  ...[Object, Array, Number, String, Map, Set, Function].flatMap(({ prototype }) =>
    namesIn(prototype),
  ),
  ...namesIn(Object.getPrototypeOf(Float64Array.prototype) as object),
  ...[Math, Number, BigInt, Object, Array, Map, ArrayBuffer, Reflect, JSON, Float64Array].flatMap(
    namesIn,
  ),
  ...namesIn(Object.getPrototypeOf(Float64Array) as object),
]);

/** The methods of an object that have versions. */
function namesIn(object: object): string[] {
  return Object.getOwnPropertyNames(object).filter((name) => {
    const method = Object.getOwnPropertyDescriptor(object, name)?.value as unknown;
    if (name === 'constructor' || growingMethods.includes(name)) return false;
    return typeof method === 'function' && own(method) !== method;
  });
}

/** `new C(...args)` of a constructor of the platform. */
export const construct = (C: unknown, ...args: unknown[]): unknown =>
  mode.on ? made(C, args) : Reflect.construct(nativeOf(C) as Constructor, args);

/** `new C(...args)` of any value. Errors speak of it by `name`. */
export function make(C: unknown, name: string, ...args: unknown[]): unknown {
  if (typeof C === 'function' && (C.prototype !== undefined || isConstructor(C)))
    return mode.on ? made(C, args) : Reflect.construct(nativeOf(C) as Constructor, args);
  throw notAConstructor(name);
}

function made(C: unknown, args: readonly unknown[]): unknown {
  const version = constructors.get(C);
  if (version !== undefined) return version(...(args as never[]));
  return constructed(C as Constructor, checkedMembers(C, args));
}

/** True if a function without a prototype can be called by `new`, as bound ones can. */
function isConstructor(f: unknown): boolean {
  try {
    Reflect.construct(Object, [], f as Constructor);
    return true;
  } catch {
    return false;
  }
}

export { own };
