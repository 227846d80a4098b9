/** The form of values as bytes. */

/** Of the form; another one is refused. */
export const FORMAT = 1;
/** The most bytes of an array, or of a value without its large arrays. */
export const MOST_BYTES = 256 * 1024 * 1024;
/** The most containers in each other. */
export const MOST_DEPTH = 100;
/** Arrays from this many bytes on are stored once, under the hash of their bytes. */
export const LARGE = 2048;
/** A payload of more bytes is stored as a whole, so that messages stay below 64 kB. */
export const MOST_INLINE = 24 * 1024;

export const TAGS = {
  ...{ undefined: 0, null: 1, false: 2, true: 3, number: 4, text: 5, bigint: 6, list: 7 },
  ...{ record: 8, map: 9, set: 10, array: 11, blob: 12 },
} as const;

/** The typed arrays, by number. */
export const KINDS = [
  'Float64Array',
  'Float32Array',
  'Int32Array',
  'Uint32Array',
  'Int16Array',
  'Uint16Array',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'BigInt64Array',
  'BigUint64Array',
] as const;
