/**
 * A view of a part of an array, without a copy, as `subarray` gives: a store into one is a store into the
 * other. O(1). Reading an element takes a hundred times as long as in an array.
 */

/** The position that a property key names, if it names one. */
export function positionOf(key: string | symbol): number | undefined {
  // Of most names the first character tells that they are none.
  if (typeof key !== 'string' || !(key.charCodeAt(0) <= NINE)) return undefined;
  const position = Number(key);
  return position >= 0 && Number.isInteger(position) && String(position) === key
    ? position
    : undefined;
}
const NINE = '9'.charCodeAt(0);

interface Span {
  readonly of: object;
  readonly start: number;
  readonly size: number;
}

const views = new WeakMap<object, Span>();
export const isView = (xs: object): boolean => views.has(xs);
/** The span that a view covers; undefined for an array that is not a view. */
export const spanOf = (xs: object): Span | undefined => views.get(xs);

/** `size` elements of `xs` from `start` on. */
export function viewOf<T>(xs: T[], start: number, size: number): T[] {
  const within = (position: number | undefined): position is number =>
    position !== undefined && position < size;
  // An array of no elements, so that all the keys of elements are the handler's to tell.
  const empty = Object.setPrototypeOf([], Object.getPrototypeOf(xs) as object) as T[];
  const view = new Proxy(empty, {
    get(target, key, receiver) {
      if (key === 'length') return size;
      const position = positionOf(key);
      if (position === undefined) return Reflect.get(target, key, receiver) as unknown;
      return within(position) ? xs[start + position] : undefined;
    },
    set(target, key, value, receiver) {
      const position = positionOf(key);
      if (position === undefined) return Reflect.set(target, key, value, receiver);
      if (within(position)) xs[start + position] = value as T;
      return true;
    },
    has(target, key) {
      const position = positionOf(key);
      return position === undefined ? Reflect.has(target, key) : within(position);
    },
    ownKeys(target) {
      return [...Array.from({ length: size }, (_, k) => String(k)), ...Reflect.ownKeys(target)];
    },
    getOwnPropertyDescriptor(target, key) {
      const position = positionOf(key);
      if (position === undefined) return Reflect.getOwnPropertyDescriptor(target, key);
      if (!within(position)) return undefined;
      const value = xs[start + position];
      return { value, writable: true, enumerable: true, configurable: true };
    },
  });
  views.set(view, { of: xs, start, size });
  return view;
}
