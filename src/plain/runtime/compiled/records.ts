/** Objects and tuples as compiled code reads them: data properties only, so that reading runs no code of others. */

export type Held = Readonly<Record<string | number, unknown>>;

/** Says that an object has no such data property. */
export const NONE = Symbol('none');

/** Whether fields can be read of a value, or elements of a tuple, which has as many as are known. */
export function holds(of: unknown, isTuple: boolean, size: number): of is Held {
  if (typeof of !== 'object' || of === null || isTuple !== Array.isArray(of)) return false;
  if (!isTuple) return true;
  return Object.getPrototypeOf(of) === Array.prototype && (of as unknown[]).length === size;
}

/** A data property, or NONE. */
export function heldBy(of: Held, key: string | number): unknown {
  const property = Object.getOwnPropertyDescriptor(of, key);
  return property !== undefined && 'value' in property ? (property.value as unknown) : NONE;
}

/** What a data property of an object holds; undefined if there is none. */
export function held(of: unknown, name: string): unknown {
  const isObject = typeof of === 'object' && of !== null;
  const property = isObject ? Object.getOwnPropertyDescriptor(of, name) : undefined;
  return property?.value as unknown;
}

/** The keys in the order in which derivatives go through them; null for what is no plain object and no array. */
export function keysIn(of: object): readonly (string | number)[] | null {
  if (Array.isArray(of)) return of.map((_, k) => k);
  const isPlain =
    Object.getPrototypeOf(of) === Object.prototype && Object.getOwnPropertySymbols(of).length === 0;
  return isPlain ? Object.keys(of) : null;
}
