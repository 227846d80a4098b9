/** What JavaScript says of any value, where duals are numbers: its type, its text, its properties. */
import { packed } from '../../tape/is-packed.js';
import { Dual, primalOf } from '../../core/real.js';
import { RealArray, type FloatArray } from '../../core/floats/real-array.js';
import { notDestructured, notIterable, noVersion } from './errors.js';
import { plain } from './operators.js';
import { nativeOf } from './native-versions.js';

type FloatArrayConstructor = new (length: number) => FloatArray;

/** `typeof x`. */
export const typeOf = (x: unknown): string => (x instanceof Dual ? 'number' : typeof x);

/** What a template literal makes of `x`; text is a leaf, so nothing is differentiated through it. */
export function text(x: unknown): string {
  if (x instanceof Dual) return String(primalOf(x));
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- this is that operator
  return `${holdsDuals(x) ? joined(x) : x}`;
}

type List = readonly unknown[];

/** Whether there are duals in a list, or in lists inside of it. */
export const holdsDuals = (x: unknown, around: readonly unknown[] = []): x is List =>
  Array.isArray(x) &&
  !around.includes(x) &&
  x.some((y) => y instanceof Dual || holdsDuals(y, [...around, x]));

/** `xs.join(separator)`; a list inside of itself has no text. */
export const joined = (xs: List, separator?: unknown, around: readonly unknown[] = []): string => {
  const within = [...around, xs];
  return Array.from(xs, (x) => {
    if (!Array.isArray(x)) return plain(x);
    return within.includes(x) ? '' : joined(x, undefined, within);
  }).join(separator as string);
};

/** What `for (const key in x)` runs over. */
export const enumerated = (x: unknown): unknown =>
  x instanceof Dual ? {} : (packed(x)?.elements() ?? x);

/** What `{ ...x }` takes. */
export const spread = enumerated;

/** `x instanceof C`, where what stands for a typed array is one, and a dual is no object. */
export function instanceOf(x: unknown, given: unknown): boolean {
  const C = nativeOf(given);
  if (x instanceof RealArray && C !== RealArray && typeof C === 'function') {
    return new (x.constructor as FloatArrayConstructor)(0) instanceof C;
  }
  if (x instanceof Dual && C === Object) return false;
  return x instanceof (C as typeof Object);
}

/** What is iterated over. JavaScript, asked itself, would speak of the code that is here in its place. */
export function iterable(x: unknown, name: string): unknown {
  if (Array.isArray(x)) return x;
  const given = x as { readonly [Symbol.iterator]?: unknown } | null | undefined;
  if (typeof given?.[Symbol.iterator] === 'function') return x;
  throw notIterable(name);
}

/** What is taken apart by a pattern of names. */
export function destructured(x: unknown, name: string): unknown {
  if (x === null || x === undefined) throw notDestructured(name, x);
  return x;
}

/** In front of a function that has no derivative version. */
export function refuse(name: string): never {
  throw noVersion(name);
}
