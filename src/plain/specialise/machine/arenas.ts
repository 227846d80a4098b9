/**
 * Arenas: the objects that lists hold, in columns for each field, one arena for each kind. Such an object is its index: all
 * that hold it read and write the same place, so aliases are what they are in the program.
 */
import { isArray, type Value } from '../../ir/ir.js';
import {
  known,
  type Abstract,
  type Arena,
  type Element,
  type Kind,
  type Obj,
} from '../values/abstract.js';
import { columnsOf } from '../values/leaf-types.js';
import { keysOf, kindOf } from '../values/kinds.js';
import { keyOf } from '../values/shape-keys.js';
import { join, storedShape, type Shape } from '../values/shapes.js';
import { alloc, elementAt, storeLeaves, withRoom } from './dense.js';
import { liftAll } from './fields.js';
import type { Machine } from './machine.js';
import { insist } from './numbers-and-bools.js';

const arenaOf = (m: Machine, kind: Kind): Arena => m.read(m.arena(kind).value) as Arena;

/** The columns of a slot. */
function columnsAt({ slots, columns }: Arena, k: number): readonly Value[] {
  let from = 0;
  for (const slot of slots.slice(0, k)) from += columnsOf(slot).length;
  return columns.slice(from, from + columnsOf(slots[k]).length);
}

// ── Fields ──

/** Leaves unless an element is there. */
export function insistOn(m: Machine, { at }: Element): void {
  if (at) insist(m, ...at);
}

/** A field of an element; undefined if its kind has no such field. */
export function readField(m: Machine, of: Element, key: string): Abstract | undefined {
  const k = of.kind.keys.indexOf(key);
  if (k < 0) return undefined;
  insistOn(m, of);
  const arena = arenaOf(m, of.kind);
  return elementAt(m, { of: arena.slots[k], columns: columnsAt(arena, k) }, of.index);
}

/** True if a field of objects in an arena may have a getter or a setter. */
export function hasAccessor(m: Machine, kind: Kind, key: string): boolean {
  const slot = arenaOf(m, kind).slots[kind.keys.indexOf(key)];
  const options = slot.tag === 'choice' ? slot.options : [slot];
  return options.some((one) => one.tag === 'same' && one.of.tag === 'accessor');
}

export function writeField(m: Machine, of: Element, key: string, to: Abstract): void {
  const k = of.kind.keys.indexOf(key);
  if (k < 0) return m.refuse(`the new field ${key} of an object in a list`);
  insistOn(m, of);
  if (of.kind.own !== null) return m.refuse('an object that is given is written');
  const isGiven = givenAt(m, of);
  if (isGiven.tag === 'known' && isGiven.value === true)
    return m.refuse('an object that is given is written');
  if (isGiven.tag === 'dynamic')
    m.branch(
      isGiven,
      () => m.leave(),
      () => {},
    );
  storeSlot(m, of, k, to);
}

/** True if an object is a copy of one that is given, which is not written. */
function givenAt(m: Machine, { kind, index }: Element): Abstract {
  const arena = arenaOf(m, kind);
  const k = kind.keys.length;
  return elementAt(m, { of: arena.slots[k], columns: columnsAt(arena, k) }, index);
}

/** True if objects of a kind may be copies of some that are given. */
export function hasGiven(m: Machine, kind: Kind): boolean {
  const slot = arenaOf(m, kind).slots[kind.keys.length];
  return kind.own !== null || slot.tag === 'bool' || (slot.tag === 'known' && slot.value === true);
}

function storeSlot(m: Machine, { kind, index }: Element, k: number, to: Abstract): void {
  const own = storedShape(to);
  if (own.tag === 'lost') return m.refuse(own.why);
  widen(m, kind, (slot, j) => (j === k ? join(slot, own) : slot));
  // What is put into this arena meanwhile may change its columns.
  const leaves = m.meaning.flatten(m, to, arenaOf(m, kind).slots[k]);
  const arena = arenaOf(m, kind);
  if (columnsAt(arena, k).length !== leaves.length) return m.refuse('a field that holds itself');
  storeLeaves(m, columnsAt(arena, k), index, leaves);
}

// ── Shapes of fields ──

function widen(m: Machine, kind: Kind, to: (slot: Shape, k: number) => Shape): void {
  const cell = m.arena(kind);
  const before = arenaOf(m, kind);
  const after = widened(m, before, before.slots.map(to));
  if (after !== before) m.set(cell, after);
}

/** An arena whose fields have other shapes. O(its size) for each field that changes, when code runs. */
export function widened(m: Machine, of: Arena, slots: readonly Shape[]): Arena {
  const changes = slots.map((slot, k) => keyOf(slot) !== keyOf(of.slots[k]));
  if (!changes.includes(true)) return of;
  const { b } = m;
  const { length } = of;
  const size = of.columns.length > 0 ? b.length(of.columns[0]) : (length ?? m.number(0));
  const columns = slots.map((slot, k) => {
    const old = columnsAt(of, k);
    if (!changes[k]) return old;
    if (slot.tag === 'lost') return [];
    const made = alloc(m, columnsOf(slot), size);
    if (length === null || of.slots[k].tag === 'unset' || made.length === 0) return made;
    const mark = m.clock;
    const { body, changes: cells } = m.side(() =>
      b.each(m.number(0), length, m.number(1), (i) => {
        const item = elementAt(m, { of: of.slots[k], columns: old }, i);
        storeLeaves(m, made, i, m.meaning.flatten(m, item, slot));
      }),
    );
    if ([...cells.keys()].some(({ birth }) => birth < mark))
      return m.refuse('objects in lists that are put into other lists later');
    b.append(body);
    return made;
  });
  return { ...of, slots, columns: columns.flat() };
}

// ── Objects become elements ──

/** The index of a value among the objects of a kind, which it is put into if it is not one. */
export function elementIndex(m: Machine, given: Abstract, kind: Kind): Value {
  if (given.tag === 'free') return elementIndex(m, intern(m, given.of), kind);
  const of = m.read(given);
  switch (of.tag) {
    case 'element':
      insistOn(m, of);
      if (of.kind === kind) return of.index;
      return of.kind.own === kind
        ? copied(m, of, kind).index
        : m.refuse('an object of one kind in the place of another');
    case 'object':
      return elementIndex(m, intern(m, of), kind);
    case 'choice': {
      const found = m.each(of, (one) => ({
        tag: 'dynamic',
        value: elementIndex(m, one, kind),
      }));
      return found.tag === 'dynamic'
        ? found.value
        : m.refuse('a choice of objects without an index');
    }
    default:
      return m.refuse(`an object is made of a value of the kind ${of.tag}`);
  }
}

/** Puts an object into the arena of its kind, where it stands from now on. */
function intern(m: Machine, of: Obj): Element {
  const keys = keysOf(of) ?? m.refuse('an object whose fields branches give in different ways');
  liftAll(of, m);
  for (const other of of.alias.others(of))
    m.set(other.home, {
      tag: 'lost',
      why: 'an object that may be the same as one that was put into a list',
    });
  const fields = keys.map((key) => of.slots.get(key)!.value);
  const isGiven = of.lift !== null;
  return placed(m, kindOf(of.proto, keys), fields, isGiven, (element) => m.set(of.home, element));
}

/** A copy of an object of a list that is given: it is never written. */
const copied = (m: Machine, of: Element, kind: Kind): Element =>
  placed(
    m,
    kind,
    kind.keys.map((key) => readField(m, of, key)!),
    true,
  );

/** A new object of an arena. It has its place before its fields are put there, as they may hold it. */
export function placed(
  m: Machine,
  kind: Kind,
  fields: readonly Abstract[],
  isGiven: boolean,
  at: (element: Element) => void = () => {},
): Element {
  const all = [...fields, known(isGiven)];
  const shapes = all.map(storedShape);
  widen(m, kind, (slot, k) => join(slot, shapes[k]));
  const before = arenaOf(m, kind);
  const index = before.length ?? m.number(0);
  const columns = withRoom(m, before.columns, index);
  m.set(m.arena(kind), { ...before, columns, length: m.b.prim('add', [index, m.number(1)]) });
  const element: Element = { tag: 'element', kind, index };
  at(element);
  all.forEach((field, k) => {
    if (shapes[k].tag === 'lost') return;
    const slot = arenaOf(m, kind).slots[k];
    const leaves = m.meaning.flatten(m, field, slot);
    const arena = arenaOf(m, kind);
    if (
      keyOf(arena.slots[k]) !== keyOf(slot) &&
      columnsAt(arena, k).some(({ type }) => isArray(type) && type.of)
    )
      return m.refuse('objects that hold each other');
    storeLeaves(
      m,
      columnsAt(arena, k),
      index,
      arena.slots[k] === slot ? leaves : m.meaning.flatten(m, field, arena.slots[k]),
    );
  });
  return element;
}
