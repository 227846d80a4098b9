/** Native functions: a row for each, by its identity. Those written in JavaScript stand in the library. */
import { max, min } from '../../../core/primitives/table.js';
import { wholeStorages, type Storage, type Value } from '../../ir/ir.js';
import { arityOf, isInMath } from '../../ir/rows.js';
import {
  dynamic,
  HOLE,
  known,
  NOTHING,
  type Abstract,
  type Arr,
  type Dense,
} from '../values/abstract.js';
import { alloc, shapeOfElements } from '../machine/dense.js';
import { columnsIn } from '../values/leaf-types.js';
import { isHole } from '../values/holes.js';
import { NUMBER, type Shape } from '../values/shapes.js';
import type { Machine } from '../machine/machine.js';
import { repOf, setRep } from '../machine/growing-rows.js';
import { numberOf } from '../machine/numbers-and-bools.js';
import { operate } from '../machine/operators.js';
import { lengthOf, pop, push } from '../things/arrays.js';
import { getField } from '../things/objects.js';
import { gathered } from '../things/keyed.js';
import { prototypeOf } from '../things/properties.js';
import type { Native } from './calls.js';
import { dateNatives } from './date-natives.js';
import { functionNatives } from './function-natives.js';
import { keyedNatives } from './keyed-natives.js';
import { libraryNatives } from './library-operators.js';
import { numberNatives } from './number-natives.js';
import { objectNatives } from './object-natives.js';
import { array, library } from './native-operands.js';
import { textNatives } from './text-natives.js';

export const natives = new Map<object, Native>();

// ── Math ──

const isPlain = (of: Abstract): boolean =>
  of.tag === 'known' && ['number', 'boolean', 'undefined'].includes(typeof of.value);

/** A function of `Math` as a row of the language's operations. */
function row(name: string, native: (...args: number[]) => number): Native {
  const arity = arityOf(name);
  const isFold = name === 'max' || name === 'min';
  return (m, _, given) => {
    const count = isFold || arity === null ? given.length : arity!;
    const args = Array.from({ length: count }, (__, k) => m.read(given[k] ?? NOTHING));
    if (args.every(isPlain))
      return known(native(...args.map((one) => Number((one as { value: unknown }).value))));
    const values = args.map((one) => numberOf(m, one));
    if (isFold) return dynamic(values.reduce((x, y) => m.b.prim(name, [x, y])));
    return dynamic(m.b.prim(name, values));
  };
}
for (const name of Object.getOwnPropertyNames(Math)) {
  const native = (Math as unknown as Record<string, unknown>)[name];
  if (typeof native === 'function' && arityOf(name) !== undefined && isInMath(name))
    natives.set(native, row(name, native as (...args: number[]) => number));
}
// One argument is given back as it is.
for (const native of [Math.max, Math.min] as readonly object[]) {
  const several = natives.get(native)!;
  natives.set(native, (m, self, args) =>
    args.length === 1 ? operate(m, 'unary +', args) : several(m, self, args),
  );
}

// ── Arrays ──

natives.set(Array.isArray, (m, _, [of = NOTHING]) =>
  m.each(of, (one) => known(one.tag === 'array' && prototypeOf(one) === Array.prototype)),
);
natives.set(Array.of, (m, _, args) => m.tuple(args));
natives.set(Array.prototype.push, (m, self, args) => {
  const of = array(m, self);
  args.forEach((arg) => push(m, of, arg));
  return lengthOf(m, of);
});
natives.set(Array.prototype.pop, (m, self) => pop(m, array(m, self)));
natives.set(Array, (m, _, args) => {
  const [only] = args;
  if (args.length !== 1) return m.tuple(args);
  const length = m.read(only);
  if (length.tag === 'known' && typeof length.value !== 'number') return m.tuple(args);
  return room(m, length);
});
export const listFrom: Native = (m, _, [of = NOTHING, f, ...more]) => {
  if (more.length > 0) return m.refuse('Array.from with an object for this');
  const found = m.read(of);
  const it = gathered(m, found) ?? found;
  if (it.tag === 'array') m.meaning.goneThrough(m, it);
  if (it.tag === 'array') return f ? library(m, 'mapFrom', it, [f]) : library(m, 'slice', it, []);
  if (it.tag !== 'object') return m.refuse(`Array.from of a value of the kind ${it.tag}`);
  if (!f) return library(m, 'fromLike', it, [getField(m, it, 'length')]);
  return library(m, 'generated', NOTHING, [getField(m, it, 'length'), f]);
};
natives.set(Array.from, listFrom);

/** Arrays of so many holes are known one by one. */
const FEW_HOLES = 64;

/** An array of holes. */
function room(m: Machine, length: Abstract): Abstract {
  const count = length.tag === 'known' ? Number(length.value) : Infinity;
  if (Number.isInteger(count) && count >= 0 && count <= FEW_HOLES)
    return m.tuple(Array.from({ length: count }, () => HOLE));
  const value = numberOf(m, length);
  m.b.add({ tag: 'whole', value });
  m.require(dynamic(m.b.compare('ge', value, m.number(0))));
  return m.arr(ofOneShape(m, HOLE, value));
}
/** An array with room for elements of the shape of a value, which are not there yet. */
function ofOneShape(m: Machine, of: Shape, length: Value): Dense {
  const columns = alloc(m, columnsIn({ of, storage: 'number[]' }), length);
  return { tag: 'dense', of, columns, length: null, isPinned: false };
}
natives.set(Array.prototype.fill, (m, self, args) => {
  const of = array(m, self);
  const rep = repOf(m, of);
  const isEmpty = rep.tag === 'tuple' ? rep.items.every((one) => one === HOLE) : isHole(rep.of);
  if (!isEmpty || args.length !== 1) return library(m, 'fill', of, args);
  const length = numberOf(m, lengthOf(m, of));
  setRep(m, of, ofOneShape(m, shapeOfElements(m, args), length));
  return library(m, 'filled', of, args);
});

const typedArrays = (['Float64Array', 'Float32Array', ...wholeStorages] as const).map(
  (name) => (globalThis as unknown as Record<string, { readonly name: string }>)[name],
);

/** A typed array of zeros. */
export function floats(m: Machine, length: Abstract, storage: Storage): Arr {
  const column = m.b.let({
    tag: 'alloc',
    type: { storage },
    args: [numberOf(m, length)],
  });
  return m.arr(
    { tag: 'dense', of: NUMBER, columns: [column], length: null, isPinned: true },
    storage,
  );
}

for (const type of typedArrays)
  natives.set(type, (m, _, [given = known(0), ...more]) => {
    const storage = type.name as Storage;
    if (more.length > 0) return m.refuse('a typed array over a buffer');
    const of = m.read(given);
    if (of.tag === 'known' && typeof of.value === 'number') return floats(m, of, storage);
    if (of.tag === 'dynamic') {
      m.b.add({ tag: 'whole', value: of.value });
      m.require(dynamic(m.b.compare('ge', of.value, m.number(0))));
      return floats(m, of, storage);
    }
    if (of.tag !== 'array') return m.refuse('a typed array of something else');
    return library(m, 'copyInto', floats(m, lengthOf(m, of), storage), [of]);
  });

// All kinds of typed arrays have one `from`, and one `of`.
const { from, of: ofItems } = Float64Array as unknown as Readonly<Record<'from' | 'of', object>>;
natives.set(ofItems, (m, self, items) => m.meaning.construct(m, m.read(self), [m.tuple(items)]));
natives.set(from, (m, self, [of = NOTHING, f]) => {
  const type = m.read(self);
  const list = library(m, 'listFrom', NOTHING, f ? [of, f] : [of]);
  return m.meaning.construct(m, type, [list]);
});

/** Functions that take any number of arguments, by the function of the library that takes an array of them. */
export const ofLists = new Map<object, string>([
  [Math.max, 'greatest'],
  [Math.min, 'least'],
  [max, 'greatestOf'],
  [min, 'leastOf'],
  [Array.prototype.push, 'pushAll'],
]);

const themes = [
  dateNatives,
  textNatives,
  numberNatives,
  keyedNatives,
  objectNatives,
  functionNatives,
  libraryNatives,
];
for (const rows of themes) for (const [native, row] of rows) natives.set(native, row);
