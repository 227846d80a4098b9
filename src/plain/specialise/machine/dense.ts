/** Arrays of the language: made of known elements, with room to grow, and without. */
import { isArray, type ArrayType, type Value } from '../../ir/ir.js';
import {
  dynamic,
  type Abstract,
  type Arr,
  type Dense,
  type Element,
  type Rep,
} from '../values/abstract.js';
import { mayHaveHoles, withoutHoles } from '../values/holes.js';
import { columnsIn, hasLength, leavesOf } from '../values/leaf-types.js';
import { keyOf } from '../values/shape-keys.js';
import { elementOf, storedShape, type List, type Shape } from '../values/shapes.js';
import type { Machine } from './machine.js';

// ── Elements ──

/** The element of columns at an index. */
export function elementAt(
  m: Machine,
  { of, columns }: Pick<Dense, 'of' | 'columns'>,
  index: Value,
): Abstract {
  if (of.tag === 'place') return { tag: 'element', kind: of.kind, index };
  const types = leavesOf(of);
  const leaves = columns.map((column, k) => {
    const leaf = loaded(m, column, index);
    return types[k] === 'bool' ? m.b.compare('ne', leaf, m.number(0)) : leaf;
  });
  return m.meaning.build(m, of, leaves);
}

function loaded(m: Machine, column: Value, index: Value): Value {
  const { storage } = column.type as ArrayType;
  const isOwn = storage === 'list' || storage === 'Int32Array';
  return isOwn ? m.b.element(column, index) : m.b.load(column, index);
}

/** Writes the leaves of an element. */
export function storeLeaves(
  m: Machine,
  columns: readonly Value[],
  index: Value,
  leaves: readonly Value[],
): void {
  leaves.forEach((leaf, k) => {
    const held = leaf.type === 'bool' ? m.b.choose(leaf, m.number(1), m.number(0)) : leaf;
    m.b.store(columns[k], index, held);
  });
}

/** The columns with room for one element more behind a number of elements. */
export function withRoom(m: Machine, columns: readonly Value[], length: Value): readonly Value[] {
  if (columns.length === 0) return columns;
  const { b } = m;
  const room = b.length(columns[0]);
  const larger = b.region([], () => {
    const size = b.prim('add', [b.prim('mul', [room, m.number(2)]), m.number(4)]);
    return columns.map((column) => copyOf(m, column, length, size));
  });
  const results = columns.map(({ name, type }): Value => ({ name, type }));
  b.add({
    tag: 'if',
    test: b.compare('lt', length, room),
    then: { params: [], body: [], yields: columns },
    otherwise: larger,
    results,
  });
  return results;
}

export const alloc = (m: Machine, types: readonly ArrayType[], length: Value): readonly Value[] =>
  types.map((type) => m.b.let({ tag: 'alloc', type, args: [length] }));

// ── Representations ──

/** A representation as an array of the language. */
export function denseOf(m: Machine, given: Rep, shape: List): Dense {
  const { isPinned } = shape;
  const rep = given.tag === 'tuple' ? ofItems(m, given.items, shape) : ofShape(m, given, shape.of);
  const { columns, length } = rep;
  const needsLength = hasLength(shape);
  if (needsLength) return length === null ? { ...rep, length: m.b.length(columns[0]) } : rep;
  if (length !== null && given.tag !== 'tuple')
    return {
      ...rep,
      columns: columns.map((column) => copyOf(m, column, length)),
      length: null,
      isPinned,
    };
  const isSame = length === null && (rep.isPinned || !isPinned);
  return isSame ? rep : { ...rep, length: null, isPinned: isPinned || rep.isPinned };
}

/** The same array where all elements are there; otherwise code leaves. O(length). */
export function withoutMissing(m: Machine, rep: Dense): Dense {
  const of = withoutHoles(rep.of);
  if (of === rep.of) return rep;
  const { b } = m;
  const { columns, length } = rep;
  const end = length ?? b.length(columns[0]);
  if (of.tag === 'unset') {
    m.require(dynamic(b.compare('eq', end, m.number(0))));
    return { ...rep, of };
  }
  const isSimple = rep.of.tag === 'choice' && rep.of.options.length === 2;
  if (!isSimple) return m.refuse('an array of several kinds of elements that may be missing');
  b.each(m.number(0), end, m.number(1), (i) =>
    m.require(dynamic(b.compare('ne', b.load(columns[0], i), m.number(0)))),
  );
  return {
    ...rep,
    of,
    columns: columns.slice(1, 1 + columnsIn({ of, storage: 'number[]' }).length),
  };
}

function ofItems(m: Machine, items: readonly Abstract[], shape: List): Dense {
  const { of, isPinned } = shape;
  const length = m.number(items.length);
  const columns = alloc(m, columnsIn(shape), length);
  items.forEach((item, k) => storeLeaves(m, columns, m.number(k), m.meaning.flatten(m, item, of)));
  return { tag: 'dense', of, columns, length, isPinned };
}

/** An array of the language with elements of another shape. What puts objects into arenas is a loop of the library. */
function ofShape(m: Machine, rep: Dense, of: Shape): Dense {
  if (keyOf(rep.of) === keyOf(of)) return rep;
  if (keyOf(withoutHoles(rep.of)) === keyOf(of)) return withoutMissing(m, rep);
  // What never had elements has none to be made others.
  if (rep.of.tag === 'unset')
    return { ...rep, of, columns: alloc(m, columnsIn({ of, storage: 'number[]' }), m.number(0)) };
  if (rep.isPinned) return m.refuse('an array that others hold gets elements of another kind');
  if (mayHaveHoles(rep.of)) return converted(m, rep, of);
  const length = m.number(0);
  const shape = { of, storage: 'number[]', grows: true } as List;
  const columns = alloc(m, columnsIn(shape), length);
  const to = m.arr({ tag: 'dense', of, columns, length, isPinned: false });
  m.meaning.call(m, m.meaning.library('pushAll'), to, [m.arr(rep)]);
  const made = m.read(to.rep.value) as Rep;
  return made.tag === 'dense' && keyOf(made.of) === keyOf(of)
    ? made
    : m.refuse('an array whose elements become others');
}

/** An array with elements that may be missing, in another shape. O(length). */
function converted(m: Machine, rep: Dense, of: Shape): Dense {
  const { b } = m;
  const end = rep.length ?? b.length(rep.columns[0]);
  const columns = alloc(m, columnsIn({ of, storage: 'number[]' }), end);
  const mark = m.clock;
  const { body, changes } = m.side(() =>
    b.each(m.number(0), end, m.number(1), (i) =>
      storeLeaves(m, columns, i, m.meaning.flatten(m, elementAt(m, rep, i), of)),
    ),
  );
  if ([...changes.keys()].some(({ birth }) => birth < mark))
    return m.refuse('an array with holes whose elements become others');
  b.append(body);
  return { ...rep, of, columns };
}

/** Gives an array another representation. */
export function changeRep(m: Machine, of: Arr, to: Rep | Element): void {
  m.set(of.rep, to);
  of.rep.owner ??= of;
  loseElements(m, of);
}

/** Forgets the elements of arrays that may be the same as one that was changed. */
export function loseElements(m: Machine, of: Arr): void {
  const why = 'an array that may be the same as one that was changed';
  for (const other of of.alias.others(of)) m.set(other.rep, { tag: 'lost', why });
}

/** The shape of the elements of an array that holds some values. */
export function shapeOfElements(m: Machine, items: readonly Abstract[]): Shape {
  const of = elementOf(items.map(storedShape));
  return of.tag === 'lost' ? m.refuse(of.why) : of;
}

function copyOf(m: Machine, column: Value, length: Value, size = length): Value {
  const { b } = m;
  const { type } = column;
  if (!isArray(type)) return m.refuse('an array that is none');
  const made = b.let({ tag: 'alloc', type, args: [size] });
  b.each(m.number(0), length, m.number(1), (i) => b.store(made, i, loaded(m, column, i)));
  return made;
}
