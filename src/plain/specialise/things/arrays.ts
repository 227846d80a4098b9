/** Elements of arrays, and what changes how many there are. */
import type { Value } from '../../ir/ir.js';
import {
  allOwners,
  dynamic,
  HOLE,
  known,
  NOTHING,
  type Abstract,
  type Arena,
  type Arr,
  type Dense,
  type Kind,
} from '../values/abstract.js';
import {
  denseOf,
  elementAt,
  shapeOfElements,
  storeLeaves,
  withoutMissing,
  withRoom,
} from '../machine/dense.js';
import type { Machine } from '../machine/machine.js';
import { repOf, setRep } from '../machine/growing-rows.js';
import { insist, numberOf } from '../machine/numbers-and-bools.js';
import { keyOf } from '../values/shape-keys.js';
import { join, type List } from '../values/shapes.js';

/** Longer arrays of known elements become arrays of the language. */
const LONGEST_TUPLE = 64;

export function lengthOf(m: Machine, of: Arr): Abstract {
  const rep = repOf(m, of);
  return rep.tag === 'tuple' ? known(rep.items.length) : dynamic(lengthIn(m, rep));
}
export function lengthIn(m: Machine, { of, columns, length }: Dense): Value {
  const column = of.tag === 'place' ? columnOf(m, of.kind) : columns[0];
  return length ?? m.b.length(column!);
}

/** An array as one of the language that can hold some more elements, from now on. */
export function columnsFor(m: Machine, of: Arr, more: readonly Abstract[], grows: boolean): Dense {
  const rep = repOf(m, of);
  const items = shapeOfElements(m, rep.tag === 'tuple' ? [...rep.items, ...more] : more);
  const own = rep.tag === 'dense' ? join(rep.of, items) : items;
  if (own.tag === 'lost') return m.refuse(own.why);
  const isGrown = rep.tag === 'dense' && rep.length !== null;
  if (rep.tag === 'dense' && keyOf(own) === keyOf(rep.of) && (isGrown || !grows)) return rep;
  if (rep.tag === 'dense' && rep.isPinned && grows && !isGrown)
    return ((m.mayGrow = true), m.refuse('an array that others hold grows'));
  const { storage } = of;
  const shape = { of: own, storage, grows: grows || isGrown, isPinned: false } as List;
  const made = denseOf(m, rep, shape);
  setRep(m, of, made);
  return made;
}

/** A column of the objects of a kind that is given, or of objects in them: it has the length of their list. */
function columnOf(m: Machine, kind: Kind): Value | undefined {
  const { columns, slots } = m.read(m.arena(kind).value) as Arena;
  const inner = slots.find(({ tag }) => tag === 'place');
  return columns[0] ?? (inner?.tag === 'place' ? columnOf(m, inner.kind) : undefined);
}

export function at(m: Machine, of: Arr, index: Abstract, isSure: boolean): Abstract {
  if (index.tag === 'choice') return m.each(index, (one) => at(m, of, one, isSure));
  const rep = repOf(m, of);
  if (rep.tag === 'tuple' && index.tag === 'known') {
    const item = rep.items[Number(index.value)];
    if (item?.tag === 'unset') return m.refuse('an element that was given no value yet');
    if (item !== undefined) return there(m, m.read(item));
    return isSure ? m.refuse('an array that shrinks while it is gone through') : outside(m, index);
  }
  if (rep.tag === 'tuple' && rep.items.length === 0) return NOTHING;
  if (index.tag === 'known' && typeof index.value !== 'number')
    return m.refuse('a key of an array');
  const dense = columnsFor(m, of, [], false);
  const { of: shape, length } = dense;
  const place = numberOf(m, index);
  const column = dense.columns[0] ?? (shape.tag === 'place' ? columnOf(m, shape.kind) : undefined);
  // What grows may shrink, also while the library goes through it.
  if (length !== null || column === undefined) {
    within(m, place, lengthIn(m, dense));
    return there(m, given(elementAt(m, dense, place), of));
  }
  const mayMiss = shape.tag === 'number' || shape.tag === 'element' || shape.tag === 'place';
  if (!isSure && !mayMiss) insist(m, column, place);
  const found = there(m, given(elementAt(m, dense, place), of));
  const isLate = !isSure && (found.tag === 'dynamic' || found.tag === 'element');
  return isLate && mayMiss ? { ...found, at: [column, place] } : found;
}

/** The value that an element is read as: undefined if it is missing. */
export function there(m: Machine, of: Abstract): Abstract {
  if (of === HOLE) return NOTHING;
  return of.tag === 'choice' && of.options.includes(HOLE)
    ? m.read({ ...of, options: of.options.map((one) => (one === HOLE ? NOTHING : one)) })
    : of;
}

/** Goes on only if no element of an array is missing: methods skip those that are. */
export function insistOnAll(m: Machine, of: Arr): void {
  if (of.rep.value.tag === 'element') return;
  const rep = repOf(m, of);
  if (rep.tag === 'tuple') {
    if (rep.items.includes(HOLE)) m.refuse('a method that skips holes');
    return;
  }
  const full = withoutMissing(m, rep);
  if (full !== rep) setRep(m, of, full);
}

/** The keys of an array whose elements are known one by one. */
export function indicesOf(m: Machine, of: Arr): readonly string[] {
  const rep = repOf(m, of);
  return rep.tag === 'tuple'
    ? rep.items.flatMap((one, k) => (one === HOLE ? [] : [String(k)]))
    : m.refuse('keys of an array');
}

/** An element of an array that is given is given. */
function given(element: Abstract, of: Arr): Abstract {
  if (element.tag === 'array')
    element.owners = allOwners([
      ...element.owners,
      ...of.owners.map((one) => ({ ...one, depth: one.depth + 1 })),
    ]);
  return element;
}

const outside = (m: Machine, index: Abstract): Abstract =>
  index.tag === 'known' && typeof index.value === 'number'
    ? NOTHING
    : m.refuse('a key of an array');

/** Leaves unless a place is one of an array that grows. */
function within(m: Machine, place: Value, length: Value): void {
  const { b } = m;
  const isWhole = b.compare('eq', b.prim('floor', [place]), place);
  const isIn = b.choose(
    b.compare('lt', place, length),
    b.compare('ge', place, m.number(0)),
    b.constant(false),
  );
  m.require(dynamic(b.choose(isWhole, isIn, b.constant(false))));
}

/** Refuses to write an array that is given, unless it is a copy. */
function insistOnOwn(m: Machine, of: Arr): void {
  if (!of.isInput) return;
  for (const { array } of of.owners) if (array) m.written.add(array);
  m.refuse('an array that is given is written');
}

export function setAt(m: Machine, of: Arr, index: Abstract, to: Abstract, isSure: boolean): void {
  insistOnOwn(m, of);
  if (index.tag === 'choice')
    return void m.each(index, (one) => (setAt(m, of, one, to, isSure), NOTHING));
  const rep = repOf(m, of);
  if (index.tag === 'known' && typeof index.value !== 'number')
    return m.refuse('a key of an array is written');
  if (rep.tag === 'tuple' && index.tag === 'known') {
    const k = Number(index.value);
    if (!Number.isInteger(k) || k < 0 || k > Math.max(rep.items.length, LONGEST_TUPLE))
      return m.refuse('an array with holes');
    const missing = Array.from({ length: Math.max(k + 1 - rep.items.length, 0) }, () => HOLE);
    return setRep(m, of, { tag: 'tuple', items: [...rep.items, ...missing].with(k, to) });
  }
  const place = numberOf(m, index);
  const grows = rep.tag === 'tuple' ? rep.items.length === 0 : rep.length !== null;
  if (!grows || of.storage !== 'number[]') return store(m, of, place, to, isSure);
  // Where the elements end, one more may be written.
  const dense = columnsFor(m, of, [to], true);
  m.branch(
    dynamic(m.b.compare('eq', place, lengthIn(m, dense))),
    () => push(m, of, to),
    () => store(m, of, place, to, isSure),
  );
}

/** Writes an element that is there. */
function store(m: Machine, of: Arr, place: Value, to: Abstract, isSure: boolean): void {
  const dense = columnsFor(m, of, [to], false);
  const leaves = m.meaning.flatten(m, to, dense.of);
  const { columns, length } = dense;
  if (length !== null) within(m, place, length);
  else if (!isSure) insist(m, columns[0], place);
  storeLeaves(m, columns, place, leaves);
}

/** The part of a typed array between two indices that it has: the same numbers under another name. */
export function view(m: Machine, of: Arr, from: Abstract, to: Abstract): Arr {
  const rep = repOf(m, of);
  if (rep.tag !== 'dense') return m.refuse('a part of a typed array that is none');
  const args = [rep.columns[0], numberOf(m, from), numberOf(m, to)] as const;
  const made = m.arr({ ...rep, columns: [m.b.let({ tag: 'view', args })] }, of.storage);
  // It has no properties of its own.
  made.owners = of.owners.map((one) => ({ ...one, hasNo: () => {} }));
  return made;
}

export function push(m: Machine, of: Arr, to: Abstract, longest = LONGEST_TUPLE): void {
  insistOnOwn(m, of);
  if (of.storage !== 'number[]') return m.refuse('a typed array grows');
  const rep = repOf(m, of);
  if (rep.tag === 'tuple' && rep.items.length < longest)
    return setRep(m, of, { tag: 'tuple', items: [...rep.items, to] });
  const before = columnsFor(m, of, [to], true);
  const leaves = m.meaning.flatten(m, to, before.of);
  const length = before.length!;
  const columns = withRoom(m, before.columns, length);
  storeLeaves(m, columns, length, leaves);
  setRep(m, of, { ...before, columns, length: m.b.prim('add', [length, m.number(1)]) });
}

export function pop(m: Machine, of: Arr): Abstract {
  insistOnOwn(m, of);
  const rep = repOf(m, of);
  if (rep.tag === 'tuple') {
    if (rep.items.length === 0) return NOTHING;
    setRep(m, of, { tag: 'tuple', items: rep.items.slice(0, -1) });
    return there(m, m.read(rep.items.at(-1)!));
  }
  const dense = columnsFor(m, of, [], true);
  const last = m.b.prim('sub', [lengthIn(m, dense), m.number(1)]);
  m.require(dynamic(m.b.compare('ge', last, m.number(0))));
  const found = there(m, elementAt(m, dense, last));
  setRep(m, of, { ...dense, length: last });
  return found;
}

/** Writes the length: an array only becomes shorter, as it would get holes otherwise. */
export function setLength(m: Machine, of: Arr, to: Abstract): void {
  insistOnOwn(m, of);
  if (of.storage !== 'number[]') return m.refuse('the length of a typed array is written');
  const rep = repOf(m, of);
  if (to.tag === 'known' && rep.tag === 'tuple') {
    const length = Number(to.value);
    if (!Number.isInteger(length) || length < 0 || length > rep.items.length)
      return m.refuse('an array with holes');
    return setRep(m, of, { tag: 'tuple', items: rep.items.slice(0, length) });
  }
  const dense = columnsFor(m, of, [], true);
  const length = numberOf(m, to);
  const { b } = m;
  const isLess = b.compare('le', length, lengthIn(m, dense));
  const isThere = b.choose(isLess, b.compare('ge', length, m.number(0)), b.constant(false));
  const isWhole = b.compare('eq', b.prim('floor', [length]), length);
  m.require(dynamic(b.choose(isThere, isWhole, b.constant(false))));
  setRep(m, of, { ...dense, length });
}
