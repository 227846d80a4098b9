/**
 * Classes that extend Float64Array or Float32Array. `super(…)` calls what the class has for its prototype. While a run
 * makes an instance, that is the version of the typed array, and so the instance stands for one (core/floats/real-array.ts).
 */
import {
  floatArrays,
  prototypeOf,
  type Floats,
  type RealArray,
} from '../../core/floats/real-array.js';
import { spanOf, viewOf } from '../../core/floats/real-array-view.js';
import { classPrototype } from '../../core/floats/typed-classes.js';
import type { Real } from '../../core/real.js';
import { set } from './keys.js';
import { own } from './native-versions.js';

export type Constructor = new (...args: never[]) => object;

/** The kind that a constructor makes, or its stand-in, or a class that extends it. */
export const floatOf = (C: unknown): Floats | undefined =>
  (Object.keys(floatArrays) as Floats[]).find((name) => {
    const { prototype } = floatArrays[name];
    const given = (C as Constructor).prototype as object;
    return given === prototype || Object.prototype.isPrototypeOf.call(prototype, given);
  });

const bases = new WeakMap<Constructor, Constructor | null>();

/** The class on the way up from `C` that extends a typed array of floats itself; null if there is none. */
function baseOf(C: Constructor): Constructor | null {
  let base = bases.get(C);
  if (base === undefined) {
    const parent = Object.getPrototypeOf(C) as Constructor | null;
    const isBase = Object.values<unknown>(floatArrays).includes(parent) && own(parent) !== C;
    base = isBase ? C : typeof parent === 'function' ? baseOf(parent) : null;
    bases.set(C, base);
  }
  return base;
}

/** `new C(...args)` of a class. */
export function constructed(C: Constructor, args: readonly unknown[]): object {
  const base = baseOf(C);
  if (base === null) return new C(...(args as never[]));
  const parent = Object.getPrototypeOf(base) as object;
  Object.setPrototypeOf(base, own(parent));
  try {
    return new C(...(args as never[]));
  } finally {
    Object.setPrototypeOf(base, parent);
  }
}

/** A new array with elements, as a class makes it. */
export function filledBy(C: Constructor, elements: ArrayLike<unknown>): object {
  const xs = constructed(C, [elements.length]);
  for (let k = 0; k < elements.length; k++) set(xs, k, elements[k]);
  return xs;
}

/**
 * The constructor that the class of an array gives for making new ones; null for the typed array
 * itself.
 */
function speciesOf(xs: object): Constructor | null {
  if (classPrototype(xs) === undefined) return null;
  const C = xs.constructor as { readonly [Symbol.species]?: Constructor | null } | undefined;
  const species = C?.[Symbol.species] ?? null;
  return Object.values<unknown>(floatArrays).includes(species) ? null : species;
}

/** The elements that a method of `xs` found, in what the class of `xs` says to make of them. */
export function ofSpecies(xs: object, found: object): object {
  const species = speciesOf(xs);
  return species === null ? found : filledBy(species, found as ArrayLike<unknown>);
}

/** Stand-ins by what constructors get for their memory. */
const memories = new WeakMap<object, RealArray>();

/** A view that `super(memory, byteOffset, length)` is to make; undefined if the memory is of no stand-in. */
export function viewIn(args: readonly unknown[]): RealArray | undefined {
  const [memory, byteOffset, size] = args as [object, number?, number?];
  const xs = memories.get(memory);
  if (xs === undefined) return undefined;
  const start = ((byteOffset ?? xs.byteOffset) - xs.byteOffset) / xs.BYTES_PER_ELEMENT;
  return viewOf<Real>(xs, start, size ?? xs.length - start) as RealArray;
}

/** A view of a part of `xs` as its class makes it, from what `subarray` gives without one. */
export function partOf(xs: RealArray, part: RealArray): object {
  const species = speciesOf(xs);
  if (species === null) return Object.setPrototypeOf(part, prototypeOf(xs.floats)) as object;
  const all = (spanOf(xs)?.of ?? xs) as RealArray;
  const memory = new ArrayBuffer(all.byteOffset + all.length * all.BYTES_PER_ELEMENT);
  memories.set(memory, all);
  return constructed(species, [memory, part.byteOffset, part.length]);
}
