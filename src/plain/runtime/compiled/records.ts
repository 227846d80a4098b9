/** Objects and tuples as compiled code reads them: data properties only, so that reading runs no code of others. */

export type Held = Readonly<Record<string | number, unknown>>;

/** Says that an object has no such data property. */
export const NONE = Symbol('none');

/**
 * What reads the fields of an object, or the elements of a tuple; null if a value is neither. A tuple has as many
 * elements as are known.
 */
export function heldBy(
  of: unknown,
  known: ReadonlyMap<string | number | null, unknown>,
): ((key: string | number) => unknown) | null {
  if (typeof of !== 'object' || of === null) return null;
  const isTuple = typeof known.keys().next().value === 'number';
  if (isTuple !== Array.isArray(of)) return null;
  if (isTuple) {
    const isPlain = Object.getPrototypeOf(of) === Array.prototype;
    if (!isPlain || (of as unknown[]).length !== known.size) return null;
  }
  return (key) => {
    const property = Object.getOwnPropertyDescriptor(of, key);
    return property !== undefined && 'value' in property ? (property.value as unknown) : NONE;
  };
}

/** The keys in the order in which derivatives go through them; null for what is no plain object and no array. */
export function keysIn(of: object): readonly (string | number)[] | null {
  if (Array.isArray(of)) return of.map((_, k) => k);
  const isPlain =
    Object.getPrototypeOf(of) === Object.prototype && Object.getOwnPropertySymbols(of).length === 0;
  return isPlain ? Object.keys(of) : null;
}
