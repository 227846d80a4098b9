/** Native functions: a row for each, by its identity. Those written in JavaScript stand in the library. */
import type { Storage, Value } from '../../ir/ir.js';
import { arityOf, isInMath } from '../../ir/rows.js';
import { dynamic, known, lost, NOTHING, type Abstract, type Arr } from '../values/abstract.js';
import { alloc, shapeOfElements } from '../machine/dense.js';
import { columnsOf } from '../values/leaf-types.js';
import { NUMBER } from '../values/shapes.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { numberOf, testOf } from '../machine/numbers-and-bools.js';
import { operate } from '../machine/operators.js';
import { lengthOf, pop, push, repOf } from '../things/arrays.js';
import { getField, hasKey, ownKeys, protoOf, spreadInto } from '../things/objects.js';
import { prototypeOf } from '../things/properties.js';
import type { Native } from './calls.js';
import { textNatives } from './text-natives.js';

export const natives = new Map<object, Native>();

const array = (m: Machine, of: Abstract): Arr => {
  const it = m.read(of);
  return it.tag === 'array' ? it : m.refuse('a method of arrays on something else');
};
const library = (m: Machine, name: string, self: Abstract, args: Args): Abstract =>
  m.meaning.call(m, m.meaning.library(name), self, args);

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

// ── Numbers and bools ──

natives.set(Number, (m, _, [of = known(0)]) => operate(m, 'unary +', [of]));
natives.set(Boolean, (m, _, [of = NOTHING]) => testOf(m, of));
const isNaNOf: Native = (m, _, [of = NOTHING]) =>
  operate(m, '!==', [operate(m, 'unary +', [of]), operate(m, 'unary +', [of])]);
const isFiniteOf: Native = (m, _, [of = NOTHING]) => {
  const x = numberOf(m, of);
  const { b } = m;
  return dynamic(b.compare('lt', b.prim('abs', [x]), m.number(Infinity)));
};
natives.set(isNaN, isNaNOf);
natives.set(isFinite, isFiniteOf);
const ofNumbers =
  (native: Native): Native =>
  (m, self, args) => {
    const of = m.read(args[0] ?? NOTHING);
    const isNumber =
      of.tag === 'dynamic'
        ? of.value.type !== 'bool'
        : of.tag === 'known' && typeof of.value === 'number';
    return isNumber
      ? native(m, self, [of])
      : m.refuse('a question for numbers about something else');
  };
natives.set(Number.isNaN, ofNumbers(isNaNOf));
natives.set(Number.isFinite, ofNumbers(isFiniteOf));

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
const listFrom: Native = (m, _, [of = NOTHING, f, ...more]) => {
  if (more.length > 0) return m.refuse('Array.from with an object for this');
  const it = m.read(of);
  if (it.tag === 'array') m.meaning.goneThrough(m, it);
  if (it.tag === 'array') return f ? library(m, 'mapFrom', it, [f]) : library(m, 'slice', it, []);
  if (it.tag !== 'object') return m.refuse(`Array.from of a value of the kind ${it.tag}`);
  if (!f) return m.refuse('Array.from without a function');
  return library(m, 'generated', NOTHING, [getField(m, it, 'length'), f]);
};
natives.set(Array.from, listFrom);

/** The lengths of arrays that have no elements yet. */
const rooms = new WeakMap<Arr, Value>();

/** An array of holes: only `fill` gives it elements. */
function room(m: Machine, length: Abstract): Abstract {
  const made = m.tuple([]);
  rooms.set(made, numberOf(m, length));
  m.set(made.rep, lost('an array with holes'));
  return made;
}
natives.set(Array.prototype.fill, (m, self, args) => {
  const of = array(m, self);
  const length = rooms.get(of);
  if (length === undefined || of.rep.value.tag !== 'lost' || args.length !== 1)
    return library(m, 'fill', of, args);
  m.b.add({ tag: 'whole', value: length });
  m.require(dynamic(m.b.compare('ge', length, m.number(0))));
  const shape = shapeOfElements(m, args);
  const columns = alloc(m, columnsOf(shape, 'number[]'), length);
  if (columns.length === 0) return m.refuse('an array filled with what is no number');
  m.set(of.rep, { tag: 'dense', of: shape, columns, length: null, isPinned: false });
  return library(m, 'filled', of, args);
});

/** A typed array of zeros. */
function floats(m: Machine, length: Abstract, storage: Storage): Arr {
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

for (const type of [Float64Array, Float32Array])
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

// All kinds of typed arrays have one `from`.
const { from } = Float64Array as unknown as { readonly from: object };
natives.set(from, (m, self, [of = NOTHING, f]) => {
  const type = m.read(self);
  const list = library(m, 'listFrom', NOTHING, f ? [of, f] : [of]);
  return m.meaning.construct(m, type, [list]);
});

/** Functions that take any number of arguments, by the function of the library that takes an array of them. */
export const ofLists = new Map<object, string>([
  [Math.max, 'greatest'],
  [Math.min, 'least'],
  [Array.prototype.push, 'pushAll'],
]);

for (const [native, row] of textNatives) natives.set(native, row);

// ── Objects ──

const record = (m: Machine, of: Abstract) => {
  const it = m.read(of);
  return it.tag === 'object' || it.tag === 'element'
    ? it
    : m.refuse(`keys of a value of the kind ${it.tag}`);
};
natives.set(Object.keys, (m, _, [of = NOTHING]) => m.tuple(ownKeys(m, record(m, of)).map(known)));
natives.set(Object.values, (m, _, [of = NOTHING]) => {
  const it = record(m, of);
  return m.tuple(ownKeys(m, it).map((key) => getField(m, it, key)));
});
natives.set(Object.entries, (m, _, [of = NOTHING]) => {
  const it = record(m, of);
  return m.tuple(ownKeys(m, it).map((key) => m.tuple([known(key), getField(m, it, key)])));
});
natives.set(Object.assign, (m, _, [to = NOTHING, ...others]) => {
  const it = record(m, to);
  others.forEach((one) => spreadInto(m, it, one));
  return it;
});

// ── What operators of the core, and the library, are made of ──

export const own: Readonly<Record<string, Native>> = {
  listFrom,
  pushOne: (m, self, [of]) => (push(m, array(m, self), of), NOTHING),
  spreadInto: (m, self, [of]) => (spreadInto(m, record(m, self), of), NOTHING),
  like: (m, _, [of, length]) => floats(m, m.read(length), array(m, of).storage),
  isList: (m, _, [of]) =>
    m.each(of, (one) => known(one.tag === 'array' && prototypeOf(one) === Array.prototype)),
  // An iterator would see what changes meanwhile.
  still: (m, _, [of]) =>
    array(m, of).isInput ? NOTHING : m.refuse('an iterator of an array that may change'),
  // Arrow functions do not see the object that they are given for `this`.
  alone: (m, _, [of, count]) => {
    const f = m.read(of);
    const isOne = count.tag === 'known' && count.value === 1;
    const isArrow = f.tag === 'closure' && f.f.kind === 'arrow';
    return isOne || isArrow ? NOTHING : m.refuse('a function that is given an object for this');
  },
  isTyped: (m, _, [of]) => known(array(m, of).storage !== 'number[]'),
  take: (m, _, [of, count, hasRest]) => {
    const list = array(m, of);
    m.meaning.goneThrough(m, list);
    const [n, rest] = [count, hasRest].map((one) => (one as { value: unknown }).value) as [
      number,
      boolean,
    ];
    const items = Array.from({ length: n }, (__, k) => m.meaning.get(m, list, known(k)));
    return m.tuple(rest ? [...items, library(m, 'slice', list, [known(n)])] : items);
  },
  rest: (m, _, [of, ...keys]) => {
    const made = m.obj(Object.prototype);
    const it = record(m, of);
    const left = keys.map((key) =>
      key.tag === 'known' ? String(key.value) : m.refuse('a rest without keys that are computed'),
    );
    for (const key of ownKeys(m, it))
      if (!left.includes(key)) m.meaning.put(m, made, known(key), getField(m, it, key));
    return made;
  },
  in: (m, _, [key, of]) => {
    const it = m.read(key);
    if (it.tag !== 'known') return m.refuse('whether a key that is computed is there');
    return m.each(of, (one) => hasKey(m, record(m, one), String(it.value)));
  },
  has: (m, _, [key, of]) => {
    const it = m.read(of);
    return it.tag === 'object' || it.tag === 'element'
      ? own.in(m, NOTHING, [key, it])
      : known(true);
  },
  enumerable: (m, _, [given]) => {
    const of = m.read(given);
    if (of.tag === 'known' && of.value == null) return m.tuple([]);
    if (of.tag === 'array') {
      const rep = repOf(m, of);
      return rep.tag === 'tuple'
        ? m.tuple(rep.items.map((__, k) => known(String(k))))
        : m.refuse('keys of an array');
    }
    const it = record(m, of);
    const proto = protoOf(it);
    if (proto !== Object.prototype && proto !== null)
      return m.refuse('keys of an instance of a class');
    return m.tuple(ownKeys(m, it).map(known));
  },
  instanceof: (m, _, [of, type]) => {
    const it = m.read(type);
    if (it.tag !== 'host' || typeof it.value !== 'function')
      return m.refuse('instanceof of a class that is made inside');
    if (
      Symbol.hasInstance in it.value &&
      it.value[Symbol.hasInstance] !== Function.prototype[Symbol.hasInstance]
    )
      return m.refuse('instanceof of a class that decides itself');
    const { prototype } = it.value as { readonly prototype: object };
    const isOf = (proto: object | null): boolean =>
      proto !== null &&
      (proto === prototype || Object.prototype.isPrototypeOf.call(prototype, proto));
    return m.each(of, (one) => {
      if (one.tag === 'object' || one.tag === 'element') return known(isOf(protoOf(one)));
      if (one.tag === 'array') return known(isOf(prototypeOf(one)));
      return one.tag === 'known' || one.tag === 'dynamic' || one.tag === 'unset'
        ? known(false)
        : m.refuse('instanceof of a function');
    });
  },
};
