/**
 * Collections and Records of Immutable as parts of trees. This library recognises them by the marks that
 * they carry, and makes new ones by methods of the old, so it does not load Immutable.
 */
import type { Collection, Record, Seq } from 'immutable';
import type { ContainerKind } from './container-kind.js';

type Keyed = Collection<unknown, unknown>;
type AnyRecord = Record<{ [key: string]: unknown }> & { toObject(): object };

/** True if a value carries a mark, on itself or its prototypes. */
const marked =
  (name: string) =>
  (value: object): boolean =>
    (value as { readonly [mark: string]: unknown })[`@@__IMMUTABLE_${name}__@@`] === true;

export const isCollection = marked('ITERABLE');
const isKeyed = marked('KEYED');
const isIndexed = marked('INDEXED');
const isSeq = marked('SEQ');

/** True if the entries of a collection have keys or positions; those of a Set have neither. */
export const isAssociative = (value: object): boolean => isKeyed(value) || isIndexed(value);

export const record: ContainerKind = {
  noun: 'an Immutable Record',
  is: marked('RECORD'),
  keys: (value) => Object.keys((value as AnyRecord).toObject()),
  reader: (value) => (key) => (value as AnyRecord).get(key as string, undefined),
  build: (original, children, keys) =>
    (keys as readonly string[]).reduce(
      (result, key, k) => result.set(key, children[k]),
      original as AnyRecord,
    ),
};

export const collection: ContainerKind = {
  noun: 'an Immutable collection',
  is: (value) => isAssociative(value) && (value as { readonly size?: number }).size !== Infinity,
  keys: (value) => [...(value as Keyed).keys()],
  reader(value) {
    if (isKeyed(value)) return (key) => (value as Keyed).get(key);
    // Reading a Stack or a Seq by position takes O(n) for each child.
    const children = [...(value as Keyed).values()];
    return (_, position) => children[position];
  },
  build(original, children, keys) {
    let k = 0;
    if (isSeq(original)) {
      // Mapping a Seq is lazy and may happen in any order, or again and again.
      if (!isKeyed(original)) return seqOf(original, children);
      return seqOf(
        original,
        keys.map((key, position) => [key, children[position]]),
      ).fromEntrySeq();
    }
    // A Stack maps from its last entry to its first.
    if (!isKeyed(original)) return (original as Keyed).map((_, key) => children[key as number]);
    return (original as Keyed).map(() => children[k++]);
  },
};

/**
 * Makes `Seq.Indexed(values)` by the copy of Immutable that made another collection: sorting is what
 * gives a Seq of an array, rather than one of a List.
 */
const seqOf = (original: object, values: ArrayLike<unknown>): Seq.Indexed<unknown> =>
  (original as Keyed)
    .toList()
    .clear()
    .concat(Array.from(values))
    .toSeq()
    .sort(() => 0);
