/** Lists and objects as code reads them. */

export type Held = Readonly<Record<string | number, unknown>>;

const { getPrototypeOf, hasOwn } = Object;
const { iterator } = Symbol;

/**
 * True if a value is an array of JavaScript, of no class that is derived from these, that loops go
 * through as through any.
 */
export const isPlainList = (of: unknown): of is readonly unknown[] =>
  Array.isArray(of) && getPrototypeOf(of) === Array.prototype && !hasOwn(of, iterator);
