/** Arguments and results of derivatives: numbers and arrays of numbers, in trees of objects and short arrays, as runs take them apart. */
import { copyOf } from '../../differentiate/prepare/new-arrays.js';
import { value } from '../../ir/build.js';
import { holdsReals, isArray, sameType, type ArrayType, type Value } from '../../ir/ir.js';
import { repOf } from '../machine/growing-rows.js';
import type { Machine } from '../machine/machine.js';
import { numberOf, solidNumber } from '../machine/numbers-and-bools.js';
import { lengthIn } from '../things/arrays.js';
import { getField, ownKeys, protoOf } from '../things/objects.js';
import { dynamic, known, type Abstract, type Arr, type Dense } from '../values/abstract.js';
import { listOf, listOfType } from '../values/shapes.js';

/** Leaves are numbers, bools, and arrays of numbers; what is fixed holds none. */
export type Tree =
  | { readonly tag: 'number' | 'bool' }
  | { readonly tag: 'array'; readonly type: ArrayType; readonly storage: Arr['storage'] }
  | { readonly tag: 'fixed'; readonly of: Abstract }
  | { readonly tag: 'tuple'; readonly items: readonly Tree[] }
  | {
      readonly tag: 'object';
      readonly proto: object | null;
      readonly entries: readonly (readonly [string, Tree])[];
    };

const DEEPEST = 12;

/** Takes a value apart; its leaves are added. */
export function takenApart(m: Machine, given: Abstract, leaves: Value[], depth = 0): Tree {
  const of = m.read(given);
  if (depth > DEEPEST) return m.refuse('a derivative with objects in each other too deeply');
  const inner = (one: Abstract): Tree => takenApart(m, one, leaves, depth + 1);
  switch (of.tag) {
    case 'choice':
    case 'dynamic': {
      if (of.tag === 'dynamic' && of.value.type === 'bool') {
        leaves.push(of.value);
        return { tag: 'bool' };
      }
      leaves.push(solidNumber(m, of));
      return { tag: 'number' };
    }
    case 'known':
      if (typeof of.value !== 'number') return { tag: 'fixed', of };
      leaves.push(m.number(of.value));
      return { tag: 'number' };
    case 'array': {
      const rep = repOf(m, of);
      if (rep.tag === 'tuple' && of.storage === 'number[]')
        return { tag: 'tuple', items: rep.items.map(inner) };
      const column = columnOf(m, of);
      leaves.push(column);
      return { tag: 'array', type: column.type as ArrayType, storage: of.storage };
    }
    case 'object':
    case 'element': {
      const proto = protoOf(of);
      if (proto !== Object.prototype && proto !== null)
        return m.refuse('an object of a class in a derivative');
      const entries = ownKeys(m, of).map((key) => [key, inner(getField(m, of, key))] as const);
      return { tag: 'object', proto, entries };
    }
    case 'host':
      return { tag: 'fixed', of };
    default:
      return m.refuse(`a value of the kind ${of.tag} in a derivative`);
  }
}

/** An array of numbers as one of the language. */
function columnOf(m: Machine, of: Arr): Value {
  const rep = repOf(m, of);
  const shape = rep.tag === 'dense' ? rep.of : null;
  if (shape?.tag !== 'number' && shape?.tag !== 'list')
    return m.refuse('a list of something else than numbers in a derivative');
  const [column, ...others] = m.meaning.flatten(
    m,
    m.arr(rep, of.storage),
    listOf(shape, of.storage),
  );
  const isNumbers = others.length === 0 && isArray(column.type) && isOfNumbers(column.type);
  return isNumbers ? column : m.refuse('a list of something else than numbers in a derivative');
}

/** A run rounds the elements of `Float32Array`, but not their derivatives. */
const isOfNumbers = ({ storage, of }: ArrayType): boolean =>
  of === undefined ? storage !== 'Float32Array' && storage !== 'list' : isOfNumbers(of);

/** A value that is made of leaves. */
export function builtOf(m: Machine, tree: Tree, next: () => Value): Abstract {
  switch (tree.tag) {
    case 'number':
    case 'bool':
      return dynamic(next());
    case 'array': {
      const columns = [next()];
      const { of } = listOfType(tree.type);
      return m.arr({ tag: 'dense', of, columns, length: null, isPinned: false }, tree.storage);
    }
    case 'fixed':
      return tree.of;
    case 'tuple':
      return m.tuple(tree.items.map((item) => builtOf(m, item, next)));
    default: {
      const made = m.obj(tree.proto);
      for (const [key, entry] of tree.entries)
        m.meaning.define(m, made, known(key), 'value', builtOf(m, entry, next));
      return made;
    }
  }
}

/** A value that is made of a list of leaves. */
export function builtFrom(m: Machine, tree: Tree, leaves: readonly Value[]): Abstract {
  let at = 0;
  return builtOf(m, tree, () => leaves[at++]);
}

/** Something else in the place of each leaf. */
export function replaced(m: Machine, tree: Tree, by: () => Abstract): Abstract {
  switch (tree.tag) {
    case 'fixed':
      return tree.of;
    case 'tuple':
      return m.tuple(tree.items.map((item) => replaced(m, item, by)));
    case 'object': {
      const made = m.obj(tree.proto);
      for (const [key, entry] of tree.entries)
        m.meaning.define(m, made, known(key), 'value', replaced(m, entry, by));
      return made;
    }
    default:
      return by();
  }
}

/** Values for results that are like others; an `i32` may become any number. */
export const valueLike = ({ name, type }: Value): Value =>
  value(name, type === 'i32' ? 'f64' : type);

/** A value that nobody else has. */
export const ownValue = (m: Machine, of: Value): Value => (isArray(of.type) ? copyOf(of, m.b) : of);

// ── Tangents ──

/** A tangent or a cotangent for each real leaf of a tree, from a tree of the same form. */
export function changesOf(m: Machine, tree: Tree, given: Abstract): readonly Value[] {
  switch (tree.tag) {
    case 'fixed':
    case 'bool':
      return [];
    case 'number':
      return [solidNumber(m, given)];
    case 'array':
      return holdsReals(tree.type) ? [changeOf(m, tree.type, tree.storage, given)] : [];
    case 'tuple':
      return partsOf(m, given, tree.items.length).flatMap((one, k) =>
        changesOf(m, tree.items[k], one),
      );
    default: {
      const of = m.read(given);
      const isLike =
        (of.tag === 'object' || of.tag === 'element') &&
        ownKeys(m, of).length === tree.entries.length;
      if (!isLike) return m.refuse('a tangent of another form than its argument');
      return tree.entries.flatMap(([key, entry]) => changesOf(m, entry, getField(m, of, key)));
    }
  }
}

function changeOf(m: Machine, type: ArrayType, storage: Arr['storage'], given: Abstract): Value {
  const of = m.read(given);
  if (of.tag !== 'array') return m.refuse('a tangent of another form than its argument');
  const shape = listOf(listOfType(type).of, storage);
  const [change] = m.meaning.flatten(m, m.arr(repOf(m, of), storage), shape);
  return sameType(change.type, type) ? change : copyOf(change, m.b, type);
}

/** The elements of an array that has so many. */
export function partsOf(m: Machine, given: Abstract, count: number): readonly Abstract[] {
  const of = m.read(given);
  if (of.tag !== 'array') return m.refuse('a tangent of another form than its argument');
  const rep = repOf(m, of);
  if (rep.tag === 'dense') {
    const length = lengthIn(m, rep as Dense);
    m.require(dynamic(m.b.compare('eq', length, numberOf(m, known(count)))));
  } else if (rep.items.length !== count) m.leave();
  return Array.from({ length: count }, (_, k) => m.meaning.get(m, of, known(k)));
}
