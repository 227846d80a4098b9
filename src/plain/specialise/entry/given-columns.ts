/**
 * Lists of the program whose elements are objects, texts, or of several kinds, as columns: one for each leaf of an element. The code
 * of a call goes through the elements once, asks each what it is, and fills the columns; the shape is that of the first call.
 */
import { known, Refusal, type Kind } from '../values/abstract.js';
import { kindOf } from '../values/kinds.js';
import { columnsOf } from '../values/leaf-types.js';
import { listOf, type Shape } from '../values/shapes.js';
import type { ColumnForm } from './gradient-forms.js';
import { bools, numbers, options, rows, type Columns, type GivenArena } from './leaf-columns.js';
import { isOfType, numbersType } from './number-arrays.js';
import { hasNo, isOrdinary, isRecord } from './own-properties.js';
import { areKeys, type Reader, type Slot } from './reader.js';

const DEEPEST = 6;
const refuse = (why: string): never => {
  throw new Refusal(why, undefined);
};

/** True if an array has all its elements, as data, and no other class than its own. */
export const isPlainList = (of: unknown): of is unknown[] =>
  Array.isArray(of) &&
  Object.getPrototypeOf(of) === Array.prototype &&
  of.every((_, k) => 'value' in Object.getOwnPropertyDescriptor(of, k)!) &&
  Object.keys(of).length >= of.length;

/** Asks whether a value is an array without a class of its own. */
export const askList = (reader: Reader, of: Slot): void =>
  reader.ask(`$isArray(${of}) && $protoOf(${of}) === ${reader.constant(Array.prototype)}`);

/** Writes a loop over the elements of a list, which are all there. */
export function eachElement(
  reader: Reader,
  list: Slot,
  work: (of: Slot, index: Slot) => void,
): void {
  const [k, of] = [reader.name(), reader.name()];
  reader.add(`for (let ${k} = 0; ${k} < ${list}.length; ${k}++) {`, `const ${of} = ${list}[${k}];`);
  reader.ask(`${of} !== undefined || $hasOwn(${list}, ${k})`);
  work(of, k);
  reader.add('}');
}

/** The columns for values like some. O(their size). */
export function columnsFor(reader: Reader, values: readonly unknown[], depth = 0): Columns {
  if (depth > DEEPEST) return refuse('lists in each other too deeply');
  if (values.every((of) => typeof of === 'number')) return numbers(reader);
  if (values.every((of) => typeof of === 'boolean')) return bools(reader);
  const [first] = values;
  if (!isRecord(first) || values.some((of) => !isRecord(of))) return options(reader, values);
  const type = numbersType(first);
  if (type !== null && values.every((of) => isOfType(of, type))) return rows(reader, type);
  return Array.isArray(first)
    ? lists(reader, values, depth)
    : records(reader, values, first, depth);
}

/** Lists in the elements: all that they hold is one list, of which each has the columns of its part. */
function lists(reader: Reader, values: readonly unknown[], depth: number): Columns {
  if (!values.every(isPlainList)) return refuse('a list of arrays and of others');
  const inner = columnsFor(reader, values.flat(), depth + 1);
  const isPlace = inner.shape.tag === 'place';
  const of: Shape =
    inner.shape.tag === 'place' ? { tag: 'element', kind: inner.shape.kind } : inner.shape;
  const [held, total] = [reader.name(), reader.name()];
  const ask = hasNo(reader, held);
  const owner = { hasNo: (key: PropertyKey, by: number) => ask(key, by + 1), depth: 0 };
  const shape: Shape = { ...listOf(of), owners: [owner] };
  const types = columnsOf(shape);
  const parts = types.map(() => reader.name());
  // Objects have an index in each list; what has no leaves has a column for the length.
  const leaves = columnsOf(inner.shape).length;
  const isIndexed = leaves === 0;
  return {
    shape,
    types: [...types, ...inner.types.slice(leaves)],
    names: [...parts, ...inner.names.slice(leaves)],
    begin: (count) =>
      reader.add(
        `let ${total} = 0;`,
        ...[held, ...parts].map((name) => `const ${name} = new Array(${count});`),
      ),
    put: (one, index) => {
      askList(reader, one);
      reader.add(`${held}[${index}] = ${one};`, `${total} += ${one}.length;`);
    },
    end: () => {
      inner.begin(total);
      const [at, from, to, k] = [0, 0, 0, 0].map(reader.name);
      reader.add(`let ${at} = 0;`);
      const list = reader.name();
      reader.add(`for (const ${list} of ${held}) {`);
      eachElement(reader, list, (one) => {
        inner.put(one, at);
        reader.add(`${at}++;`);
      });
      reader.add('}');
      inner.end();
      reader.add(
        `let ${to} = 0;`,
        `for (let ${k} = 0; ${k} < ${held}.length; ${k}++) {`,
        `const ${from} = ${to}; ${to} += ${held}[${k}].length;`,
        ...parts.map((part, j) => {
          if (!isIndexed) return `${part}[${k}] = ${inner.names[j]}.slice(${from}, ${to});`;
          return isPlace
            ? `${part}[${k}] = $indices(${from}, ${to});`
            : `${part}[${k}] = new Uint8Array(${to} - ${from});`;
        }),
        '}',
      );
    },
    form: inner.form && formOfLists(shifted(inner.form, isIndexed ? 1 : 0)),
    arenas: inner.arenas.map((one) => arenaFrom(one, isIndexed ? 1 : 0)),
  };
}
/** Numbers in lists have columns of their own; what stands in objects is counted through all lists. */
const formOfLists = (form: ColumnForm): ColumnForm =>
  form.tag === 'column' ? { ...form, tag: 'parts' } : { tag: 'list', of: form };
const arenaFrom = (one: GivenArena, by: number): GivenArena => ({
  ...one,
  columns: one.columns.map((k) => k + by),
});

/** The values of each key of objects with one prototype and the same keys; null where they differ. */
function fieldsOf(
  all: readonly unknown[],
  proto: object | null,
  keys: readonly string[],
): readonly unknown[][] | null {
  const fields = keys.map((): unknown[] => []);
  for (const of of all as readonly object[]) {
    const names = Object.getOwnPropertyNames(of);
    if (Object.getPrototypeOf(of) !== proto || names.length !== keys.length) return null;
    for (let k = 0; k < keys.length; k++) {
      const found = Object.getOwnPropertyDescriptor(of, keys[k]);
      if (names[k] !== keys[k] || !found || !('value' in found) || !found.enumerable) return null;
      fields[k].push(found.value);
    }
  }
  return fields;
}

/** Objects with one prototype and the same keys. */
function records(
  reader: Reader,
  values: readonly unknown[],
  first: object,
  depth: number,
): Columns {
  const proto = Object.getPrototypeOf(first) as object | null;
  if (!isOrdinary(proto)) return refuse('a list of native objects');
  const keys = Object.keys(first);
  const held = fieldsOf(values, proto, keys) ?? refuse('a list of objects with different fields');
  const kind: Kind = { proto, keys, own: kindOf(proto, keys) };
  const inner = held.map((field) => columnsFor(reader, field, depth + 1));
  const starts: number[] = [];
  let count = 0;
  for (const { types } of inner) {
    starts.push(count);
    count += types.length;
  }
  if (count === 0) return refuse('a list of objects that are all the same');
  let asksDistinct = false;
  const seen = reader.name();
  const own: GivenArena = {
    kind,
    areDistinct: () => (asksDistinct ||= new Set(values).size === values.length),
    slots: [...inner.map(({ shape }) => shape), known(true)],
    columns: inner.flatMap(({ shape }, k) => columnsOf(shape).map((_, j) => starts[k] + j)),
  };
  const forms = inner.flatMap(({ form }, k) =>
    form ? [[keys[k], shifted(form, starts[k])] as const] : [],
  );
  return {
    shape: { tag: 'place', kind },
    types: inner.flatMap(({ types }) => types),
    names: inner.flatMap(({ names }) => names),
    begin: (size) => {
      reader.add(() => (asksDistinct ? `const ${seen} = new Set();` : ''));
      for (const one of inner) one.begin(size);
    },
    put: (of, index) => {
      reader.ask(
        `typeof ${of} === 'object' && ${of} !== null && $protoOf(${of}) === ${reader.constant(proto)}`,
      );
      reader.ask(areKeys(reader.slot(`$names(${of})`), keys));
      reader.add(() =>
        asksDistinct ? `if (${seen}.has(${of})) return null; ${seen}.add(${of});` : '',
      );
      keys.forEach((key, k) => {
        const found = reader.slot(`$descriptor(${of}, ${reader.key(key)})`);
        const value = reader.slot(`${found}.value`);
        reader.ask(`${found}.enumerable && (${value} !== undefined || 'value' in ${found})`);
        inner[k].put(value, index);
      });
    },
    end: () => inner.forEach((one) => one.end()),
    form: { tag: 'fields', proto, keys, fields: new Map(forms) },
    arenas: [
      own,
      ...inner.flatMap(({ arenas }, k) => arenas.map((one) => arenaFrom(one, starts[k]))),
    ],
  };
}

function shifted(form: ColumnForm, by: number): ColumnForm {
  switch (form.tag) {
    case 'fields':
      return {
        ...form,
        fields: new Map([...form.fields].map(([key, one]) => [key, shifted(one, by)])),
      };
    case 'list':
      return { ...form, of: shifted(form.of, by) };
    default:
      return { ...form, column: form.column + by };
  }
}
