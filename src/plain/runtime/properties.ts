/**
 * Functions of `Object` and `Reflect` that store or define properties. A dual is a number to them: it is no prototype,
 * no description of a property and no object that has any. In what stands for a typed array, elements are converted.
 */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { isObject } from '../../core/coerce.js';
import { RealArray, isElement } from '../../core/floats/real-array.js';
import { storedIn } from './noted-places.js';
import { Dual, primalOf } from '../../core/real.js';
import { notAName } from './errors.js';
import { integerOf, isFloats, isList, isPrototype, key, set } from './keys.js';
import { apply, type Native, type NativeVersion } from './native-versions.js';
import { plain } from './operators.js';
import { prototypeBy } from './typed-objects.js';
import { enumerated } from './values.js';

type PropertyOwner = Readonly<Record<PropertyKey, unknown>>;

const isTyped = (o: unknown): boolean => o instanceof RealArray || ArrayBuffer.isView(o);

/** `Object.assign`. What it stores goes the way of `o[k] = v` where that differs for duals. */
function assign(target: unknown, ...sources: unknown[]): unknown {
  const to = Object(plain(target)) as object;
  if (target === undefined || target === null) return Object.assign(target as never);
  for (const given of sources) {
    const source = enumerated(given);
    if (source === undefined || source === null) continue;
    storedIn(to, source);
    if (!isTyped(to) && !Object.hasOwn(source, '__proto__')) Object.assign(to, source);
    else for (const name of ownEnumerable(source)) set(to, name, (source as PropertyOwner)[name]);
  }
  return to;
}

/** The keys of what `Object.assign` takes; each is asked for when its turn comes. */
function* ownEnumerable(source: unknown): Generator<PropertyKey> {
  const from = Object(source) as object;
  for (const name of Reflect.ownKeys(from))
    if (Reflect.getOwnPropertyDescriptor(from, name)?.enumerable === true) yield name;
}

/** The key of a property. A dual is one of a list only, as in `o[k]`. */
function keyOf(o: object, k: unknown): PropertyKey {
  if (k instanceof Dual && !isList(o)) throw notAName(primalOf(k));
  return key(k);
}

/** The value that is stored under a key: the length of an array is a whole number. */
const storable = (o: object, name: PropertyKey, v: unknown): unknown =>
  name === 'length' && Array.isArray(o) ? integerOf(v) : v;

/** `Reflect.set`. */
function reflectSet(target: unknown, k: unknown, v: unknown, ...receiver: unknown[]): boolean {
  const o = plain(target);
  if (!isObject(o)) return Reflect.set(o as object, '', v);
  storedIn(o, v);
  if (receiver.length > 0) storedIn(receiver[0], v);
  const name = keyOf(o, k);
  if (name === '__proto__' && v instanceof Dual && isPrototype(o)) return true;
  if (receiver.length === 0 || receiver[0] === target) {
    if (o instanceof RealArray && name === 'length') return false;
    if (isTyped(o) && isElement(name)) {
      set(o, name, v);
      return true;
    }
  }
  return Reflect.set(o, name, storable(o, name, v), ...receiver);
}

type Description = PropertyDescriptor & ThisType<unknown>;

/** Defines a property by a native function, or stores an element; whether it could be done. */
function define(native: Native, target: unknown, k: unknown, description: unknown): unknown {
  const [o, about] = [plain(target), plain(description)];
  if (!isObject(o) || !isObject(about)) return apply(native, Object, [o, '', about]);
  const name = keyOf(o, k);
  storedIn(o, about);
  if (o instanceof RealArray && isElement(name)) return defineElement(o, name, about);
  const value = (about as Description).value as unknown;
  if (!(value instanceof Dual)) return apply(native, Object, [o, name, about]);
  const isOfView = ArrayBuffer.isView(o) && isElement(name);
  if (isOfView && isFloats(o)) {
    set(o, name, value);
    return true;
  }
  const whole = isOfView ? integerOf(value) : storable(o, name, value);
  return apply(native, Object, [o, name, whole === value ? about : { ...about, value: whole }]);
}

/** An element of a typed array is a number that can be written, and nothing else. */
function defineElement(xs: RealArray, name: PropertyKey, about: Description): boolean {
  const isOther = [about.configurable, about.enumerable, about.writable].includes(false);
  if (isOther || 'get' in about || 'set' in about || !(name in Array.from(xs))) return false;
  if ('value' in about) set(xs, name, about.value);
  return true;
}

const defineOrThrow = (target: unknown, k: unknown, description: unknown): unknown => {
  if (define(Object.defineProperty as Native, target, k, description) === false)
    throw new TypeError(`Cannot redefine property: ${String(plain(k))}`);
  return target;
};

/** The descriptions of several properties, in which a number describes none. */
function defineAll(target: unknown, descriptions: unknown): unknown {
  const all = enumerated(descriptions) as PropertyOwner;
  if (!isObject(plain(target)) || all === undefined || all === null)
    return Object.defineProperties(plain(target) as object, all as PropertyDescriptorMap);
  for (const name of ownEnumerable(all)) defineOrThrow(target, name, all[name]);
  return target;
}

const prototypeOf = (native: Native): NativeVersion =>
  function () {
    return this instanceof Dual ? Number.prototype : prototypeBy(native, this);
  };
const givenPrototype = (native: Native): NativeVersion =>
  function (given) {
    return apply(native, plain(this), [plain(given)]);
  };
const accessor = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__') as
  Readonly<Record<'get' | 'set', Native>> | undefined;

export const ofProperties: FunctionVersions = [
  [Object.assign, assign],
  [Object.defineProperty, defineOrThrow],
  [Object.defineProperties, defineAll],
  [Reflect.set, reflectSet],
  [
    Reflect.defineProperty,
    (...[o, k, about]: unknown[]) => define(Reflect.defineProperty as Native, o, k, about),
  ],
  // A number is not a prototype.
  [
    Object.create,
    (of: unknown, ...descriptions: unknown[]) => {
      const made = Object.create(plain(of) as object) as object;
      return descriptions[0] === undefined ? made : defineAll(made, descriptions[0]);
    },
  ],
  [
    Object.setPrototypeOf,
    (o: unknown, of: unknown) =>
      o instanceof Dual
        ? (Object.setPrototypeOf(0, plain(of) as object), o)
        : (Object.setPrototypeOf(o, plain(of) as object) as unknown),
  ],
  ...(accessor === undefined
    ? []
    : ([
        [accessor.get, prototypeOf(accessor.get)],
        [accessor.set, givenPrototype(accessor.set)],
      ] as const)),
];
