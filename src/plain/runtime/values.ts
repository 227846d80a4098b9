/** The type, the text and the properties that JavaScript gives any value, where a dual is a number. */
import { nativeOf } from '../../functions/function-versions.js';
import { packed } from '../../tape/is-packed.js';
import { elementsIn, holdsHeld, seen, type FloatArray } from '../../core/floats/held-elements.js';
import { Dual, primalOf } from '../../core/real.js';
import { typedPrototype } from '../../core/floats/real-array.js';
import { notDestructured, notIterable, noVersion } from './errors.js';
import { own } from './native-versions.js';
import { partOf, textOf } from './texts.js';

/** `typeof x`. */
export const typeOf = (x: unknown): string => (x instanceof Dual ? 'number' : typeof x);

/** The text of `x` in a template literal with other parts. */
export const text = (x: unknown): string => (x instanceof Dual ? partOf(x) : textAlone(x));

/** The text of `x` in a template literal that has no other part. */
export function textAlone(x: unknown): string {
  if (x instanceof Dual) return textOf(x);
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- this is that operator
  return `${holdsDuals(x) ? joined(x) : x}`;
}

type List = readonly unknown[];

/** True if there are duals in a list, or in lists inside of it. */
export const holdsDuals = (x: unknown, around: readonly unknown[] = []): x is List =>
  Array.isArray(x) &&
  !around.includes(x) &&
  x.some((y) => y instanceof Dual || holdsDuals(y, [...around, x]));

/** `xs.join(separator)`; a list inside of itself has no text. */
export const joined = (xs: List, separator?: unknown, around: readonly unknown[] = []): string => {
  const within = [...around, xs];
  return Array.from(xs, (x) => {
    if (!Array.isArray(x)) return x instanceof Dual ? (xs.length === 1 ? textOf(x) : partOf(x)) : x;
    return within.includes(x) ? '' : joined(x, undefined, within);
  }).join(separator as string);
};

/** The object whose keys `for (const key in x)` runs over. */
export function enumerated(x: unknown): unknown {
  if (x instanceof Dual) return {};
  if (holdsHeld(x)) return { ...elementsIn(x) };
  const pack = packed(x);
  if (pack === undefined) return x;
  // Elements that are packed are not properties, and others are.
  const all = Object.entries(Object.getOwnPropertyDescriptors(x as object));
  const others = all.filter(([key]) => key !== 'length');
  return Object.defineProperties(pack.elements(), Object.fromEntries(others));
}

/** The object whose members `{ ...x }` takes. */
export const spread = enumerated;

/** The prototype that `{ __proto__: x }` sets: a number is not one. */
export const prototype = (x: unknown): unknown => (x instanceof Dual ? undefined : x);

/** `x instanceof C`. An array that stands for a typed array is an instance of that; a dual is not an object. */
export function instanceOf(x: unknown, given: unknown): boolean {
  const C = nativeOf(given);
  const typed = typedPrototype(x);
  if (typed !== undefined && typeof C === 'function')
    return (Object.create(typed) as object) instanceof C;
  // An array is an instance of what stands in front of its class. A number is not an object.
  if (x instanceof Dual && x.isBlock === true) return x instanceof (own(C) as typeof Object);
  if (x instanceof Dual && (C === Object || C === Number)) return false;
  return x instanceof (C as typeof Object);
}

/** The elements of a typed array that holds duals, as they are when their turn comes. */
function* heldElements(xs: FloatArray): Generator<unknown> {
  for (let k = 0; k < xs.length; k++) yield seen(xs[k], xs, k);
}

/** Checks a value that is iterated over. JavaScript's own error would name translated code. */
export function iterable(x: unknown, name: string): unknown {
  if (Array.isArray(x)) return x;
  if (holdsHeld(x)) return heldElements(x);
  const given = x as { readonly [Symbol.iterator]?: unknown } | null | undefined;
  if (typeof given?.[Symbol.iterator] === 'function') return x;
  throw notIterable(name);
}

/** The same of what a pattern takes apart, where what is missing has no name in JavaScript's error. */
export function elements(x: unknown, name: string): unknown {
  if (x !== undefined && x !== null) return iterable(x, name);
  throw new TypeError(
    `${String(x)} is not iterable (cannot read property Symbol(Symbol.iterator))`,
  );
}

/** Checks a value that a pattern of names takes apart. */
export function destructured(x: unknown, name: string): unknown {
  if (x === null || x === undefined) throw notDestructured(name, x);
  return x instanceof Dual ? primalOf(x) : x;
}

/** Stands in front of a function that has no derivative version. */
export function refuse(name: string): never {
  throw noVersion(name);
}
