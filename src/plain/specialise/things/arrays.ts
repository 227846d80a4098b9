/** Elements of arrays, and what changes how many there are. */
import { isArray, type Value } from '../../ir/ir.js';
import {
  dynamic,
  known,
  NOTHING,
  type Abstract,
  type Arr,
  type Dense,
  type Rep,
} from '../values/abstract.js';
import { changeRep, copyOf, denseOf, leafOf, typeOfElements } from '../machine/dense.js';
import type { Machine } from '../machine/machine.js';
import { insist, numberOf } from '../machine/numbers-and-bools.js';

/** Longer arrays of known elements become arrays of the language. */
const LONGEST_TUPLE = 64;

export const repOf = (m: Machine, of: Arr): Rep => m.read(of.rep.value) as Rep;

export function lengthOf(m: Machine, of: Arr): Abstract {
  const rep = repOf(m, of);
  return rep.tag === 'tuple' ? known(rep.items.length) : dynamic(lengthIn(m, rep));
}
const lengthIn = (m: Machine, rep: Dense): Value => rep.length ?? m.b.length(rep.column);

/** An array of known elements as one of the language, from now on. */
function columnFor(m: Machine, of: Arr, more: readonly Abstract[], grows: boolean): Dense {
  const rep = repOf(m, of);
  if (rep.tag === 'dense') {
    if (!grows || rep.length !== null) return rep;
    if (rep.isPinned) return m.refuse('an array that others hold grows');
    return { ...rep, length: m.b.length(rep.column) };
  }
  const type = typeOfElements(m, [...rep.items, ...more]);
  const made = denseOf(m, rep, { type, grows, isPinned: false });
  changeRep(m, of, made);
  return made;
}

export function at(m: Machine, of: Arr, index: Abstract, isSure: boolean): Abstract {
  if (index.tag === 'choice') return m.each(index, (one) => at(m, of, one, isSure));
  const rep = repOf(m, of);
  if (rep.tag === 'tuple' && index.tag === 'known') {
    const item = rep.items[Number(index.value)];
    if (item?.tag === 'unset') return m.refuse('an element that was given no value yet');
    if (item !== undefined) return m.read(item);
    return isSure ? m.refuse('an array that shrinks while it is gone through') : outside(m, index);
  }
  if (rep.tag === 'tuple' && rep.items.length === 0) return NOTHING;
  if (index.tag === 'known' && typeof index.value !== 'number')
    return m.refuse('a key of an array');
  const { column, length } = columnFor(m, of, [], false);
  const place = numberOf(m, index);
  // What grows may shrink, also while the library goes through it.
  if (length !== null) within(m, place, length);
  const { type } = column;
  if (isArray(type) && type.of !== undefined) {
    if (!isSure && length === null) insist(m, column, place);
    const row = m.arr(
      {
        tag: 'dense',
        column: m.b.element(column, place),
        length: null,
        isPinned: true,
      },
      type.of.storage === 'list' ? 'number[]' : type.of.storage,
    );
    row.owners = of.owners.map((one) => ({ ...one, depth: one.depth + 1 }));
    return row;
  }
  const value = m.b.load(column, place);
  return isSure || length !== null
    ? dynamic(value)
    : { tag: 'dynamic', value, at: [column, place] };
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

export function setAt(m: Machine, of: Arr, index: Abstract, to: Abstract, isSure: boolean): void {
  if (of.isInput) return m.refuse('an array that is given is written');
  if (index.tag === 'choice')
    return void m.each(index, (one) => (setAt(m, of, one, to, isSure), NOTHING));
  const rep = repOf(m, of);
  if (index.tag === 'known' && typeof index.value !== 'number')
    return m.refuse('a key of an array is written');
  if (rep.tag === 'tuple' && index.tag === 'known') {
    const k = Number(index.value);
    if (!Number.isInteger(k) || k < 0 || k > rep.items.length)
      return m.refuse('an array with holes');
    const items = k === rep.items.length ? [...rep.items, to] : rep.items.with(k, to);
    return changeRep(m, of, { tag: 'tuple', items });
  }
  const place = numberOf(m, index);
  const grows = rep.tag === 'tuple' ? rep.items.length === 0 : rep.length !== null;
  if (!grows || of.storage !== 'number[]') return store(m, of, place, to, isSure);
  // Where the elements end, one more may be written.
  const { length } = columnFor(m, of, [to], true);
  m.branch(
    dynamic(m.b.compare('eq', place, length!)),
    () => push(m, of, to),
    () => store(m, of, place, to, isSure),
  );
}

/** Writes an element that is there. */
function store(m: Machine, of: Arr, place: Value, to: Abstract, isSure: boolean): void {
  const { column, length } = columnFor(m, of, [to], false);
  const { type } = column;
  if (!isArray(type)) return m.refuse('an array that is none');
  const leaf = leafOf(m, to, type);
  if (length !== null) within(m, place, length);
  else if (!isSure) insist(m, column, place);
  m.b.store(column, place, leaf);
}

export function push(m: Machine, of: Arr, to: Abstract): void {
  if (of.isInput) return m.refuse('an array that is given is written');
  if (of.storage !== 'number[]') return m.refuse('a typed array grows');
  const rep = repOf(m, of);
  if (rep.tag === 'tuple' && rep.items.length < LONGEST_TUPLE)
    return changeRep(m, of, { tag: 'tuple', items: [...rep.items, to] });
  const { b } = m;
  const before = columnFor(m, of, [to], true);
  const { type } = before.column;
  if (!isArray(type)) return m.refuse('an array that is none');
  const leaf = leafOf(m, to, type);
  const room = b.length(before.column);
  const length = before.length!;
  const column: Value = { name: before.column.name, type };
  const larger = b.region([], () => {
    const size = b.prim('add', [b.prim('mul', [room, m.number(2)]), m.number(4)]);
    return [copyOf(m, before.column, length, size)];
  });
  b.add({
    tag: 'if',
    test: b.compare('lt', length, room),
    then: { params: [], body: [], yields: [before.column] },
    otherwise: larger,
    results: [column],
  });
  b.store(column, length, leaf);
  changeRep(m, of, {
    ...before,
    column,
    length: b.prim('add', [length, m.number(1)]),
  });
}

export function pop(m: Machine, of: Arr): Abstract {
  if (of.isInput) return m.refuse('an array that is given is written');
  const rep = repOf(m, of);
  if (rep.tag === 'tuple') {
    if (rep.items.length === 0) return NOTHING;
    changeRep(m, of, { tag: 'tuple', items: rep.items.slice(0, -1) });
    return m.read(rep.items.at(-1)!);
  }
  const { column, length } = columnFor(m, of, [], true);
  const { type } = column;
  if (!isArray(type) || type.of !== undefined)
    return m.refuse('an array is taken from a list of arrays');
  const last = m.b.prim('sub', [length!, m.number(1)]);
  m.require(dynamic(m.b.compare('ge', last, m.number(0))));
  const value = m.b.element(column, last);
  changeRep(m, of, { tag: 'dense', column, length: last, isPinned: false });
  return dynamic(value);
}
