/** The shapes of maps, sets, and objects with any keys, by their types. */
import type { Node } from '../../front/syntax.js';
import { arrayShape, inColumns, type DictionaryShape, type Shape } from './shapes.js';

type Inner = (of: Node | null | undefined) => Shape | undefined;

/** An array, also of bools and of texts where these are lowered. */
export const listShape = (of: Shape | undefined, withAny: boolean): Shape | undefined =>
  arrayShape(of && withAny ? inColumns(of) : of);

/** What the keys of a type are: texts or numbers. */
function keysOf(type: Node | undefined, inner: Inner): 'text' | 'number' | undefined {
  const shape = inner(type);
  return shape?.tag === 'text' || shape?.tag === 'number' ? shape.tag : undefined;
}

/** What can stand behind a key. */
const isHeld = (of: Shape | undefined): of is Shape =>
  of !== undefined && !['host', 'link', 'optional'].includes(of.tag);

/** `Record<string, T>`, `Map<K, V>` and `Set<K>`; undefined for any other type. */
export function containerShape(
  name: string,
  [first, second, ...others]: readonly Node[],
  inner: Inner,
): DictionaryShape | undefined {
  if (first === undefined || others.length > 0) return undefined;
  const kind = name.replace('Readonly', '');
  if (kind !== 'Record' && kind !== 'Map' && kind !== 'Set') return undefined;
  const given = keysOf(first, inner);
  if (given === undefined) return undefined;
  // Objects have texts as keys, also where these are numerals.
  const keys = kind === 'Record' ? 'text' : given;
  if (kind === 'Set')
    return second === undefined ? { tag: 'dictionary', kind, keys, of: undefined } : undefined;
  const of = inner(second);
  if (!isHeld(of)) return undefined;
  return { tag: 'dictionary', kind: kind === 'Record' ? 'object' : kind, keys, of };
}

/** `{ [name: string]: T }`, without other members. */
export function dictionaryOf(
  members: readonly Node[],
  inner: Inner,
  withAny: boolean,
): DictionaryShape | undefined {
  const [only, ...others] = members;
  if (!withAny || only?.type !== 'TSIndexSignature' || others.length > 0) return undefined;
  const of = inner(only.typeAnnotation);
  return isHeld(of) ? { tag: 'dictionary', kind: 'object', keys: 'text', of } : undefined;
}
