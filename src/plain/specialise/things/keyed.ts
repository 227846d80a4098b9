/**
 * Maps, sets, and iterators of these and of arrays. A map has its keys and values in two arrays, in hidden fields (library/keyed-text.ts);
 * an iterator is what it goes through, and how.
 */
import {
  known,
  lost,
  NOTHING,
  Obj,
  type Abstract,
  type Arr,
  type Known,
} from '../values/abstract.js';
import type { Machine } from '../machine/machine.js';
import { push } from './arrays.js';
import { repOf } from '../machine/growing-rows.js';
import { getField, putField } from './objects.js';

const { getPrototypeOf } = Object;
const [KEYS, VALUES, TAKEN, OF, WHAT] = ['\0keys', '\0values', '\0taken', '\0of', '\0what'];
/** The field of the object `arguments` that has all of them. */
export const ARGUMENTS = '\0arguments';
/** So many keys of a map are known one by one. */
const MOST_KEYS = 512;

const keyed = new Map<object, 'entries' | 'values'>([
  [Map.prototype, 'entries'],
  [Set.prototype, 'values'],
]);
const iterators = [new Map(), new Set(), []].map((of) => getPrototypeOf(of.values()) as object);

type WithProto = Obj & { readonly proto: object };
const hasProto = (of: Abstract): of is WithProto => of.tag === 'object' && of.proto !== null;
const isKeyed = (of: Abstract): of is WithProto => hasProto(of) && keyed.has(of.proto);

/** A new map or set, without keys. */
export function emptyKeyed(m: Machine, proto: object): Obj {
  const made = m.obj(proto);
  putField(m, made, KEYS, m.tuple([]));
  putField(m, made, VALUES, m.tuple([]));
  putField(m, made, TAKEN, known(0));
  return made;
}

/** The place of a key; -1 if there is no such key. */
export function keyIndex(m: Machine, keys: Arr, given: Abstract): Abstract {
  const key = m.read(given);
  const rep = repOf(m, keys);
  const isKnown = (of: Abstract): of is Known => of.tag === 'known';
  if (rep.tag === 'tuple' && isKnown(key) && rep.items.every(isKnown)) {
    // As maps compare: NaN is one key, and so is zero.
    const all = rep.items.map(({ value }) => value);
    return known(all.findIndex((one) => [one].includes(key.value)));
  }
  return m.meaning.call(m, m.meaning.library('searchKey'), NOTHING, [keys, key]);
}

export const pushKey = (m: Machine, keys: Arr, of: Abstract): void => push(m, keys, of, MOST_KEYS);

// ── Iterators ──

/** The way through elements: what has them, the function of a step, and the number of keys that were taken away. */
export interface Way {
  readonly of: Abstract;
  readonly step: Abstract;
  readonly taken: Abstract;
}

/** An iterator of an array, a map or a set. */
export function iterator(m: Machine, of: Arr | Obj, what: string): Obj {
  const kind = of.tag === 'array' ? 2 : of.proto === Map.prototype ? 0 : 1;
  const made = m.obj(iterators[kind]);
  putField(m, made, OF, of);
  putField(m, made, WHAT, known(kind === 1 && what === 'values' ? 'keys' : what));
  return made;
}

const words: Readonly<Record<string, string>> = {
  keys: 'Keys',
  values: 'Values',
  entries: 'Entries',
};

/** The way through an iterator, a map or a set; null for anything else. */
export function wayOf(m: Machine, of: Abstract): Way | null {
  if (isKeyed(of)) {
    m.meaning.property(of.proto, Symbol.iterator);
    const isMap = of.proto === Map.prototype;
    return wayOf(m, iterator(m, of, isMap ? 'entries' : 'values'));
  }
  if (!hasProto(of) || !iterators.includes(of.proto)) return null;
  m.meaning.property(of.proto, 'next');
  const inner = m.read(getField(m, of, OF));
  const what = m.read(getField(m, of, WHAT));
  if (what.tag !== 'known') return m.refuse('an iterator of one of several kinds');
  putField(m, of, WHAT, lost('an iterator that is gone through twice'));
  const word = words[what.value as string];
  if (inner.tag === 'array')
    return { of: inner, step: m.meaning.library(`item${word}`), taken: known(0) };
  if (!isKeyed(inner)) return m.refuse('an iterator of something else');
  const isPair = inner.proto === Set.prototype && word === 'Entries';
  return {
    of: inner,
    step: m.meaning.library(isPair ? 'stepPairs' : `step${word}`),
    taken: m.read(getField(m, inner, TAKEN)),
  };
}

/** The elements that something gives when it is gone through, as an array; null for an array, and for what gives none. */
export function gathered(m: Machine, of: Abstract): Arr | null {
  const given = of.tag === 'object' ? of.slots.get(ARGUMENTS)?.value : undefined;
  if (given?.tag === 'array') {
    const rep = repOf(m, given);
    return rep.tag === 'tuple' ? m.tuple(rep.items) : given;
  }
  if (!hasProto(of) || !(keyed.has(of.proto) || iterators.includes(of.proto))) return null;
  const made = m.meaning.call(m, m.meaning.library('gathered'), NOTHING, [of]);
  return made.tag === 'array' ? made : null;
}
