/**
 * Lists of the program whose elements are objects, texts, or of several kinds, as columns: one for each leaf of an element. What the
 * elements are is asked of each of them; the shape is that of the first call.
 */
import type { ArrayType } from '../../ir/ir.js';
import { known, Refusal, type Kind } from '../values/abstract.js';
import { kindOf } from '../values/kinds.js';
import { columnsOf } from '../values/leaf-types.js';
import { BOOL, listOf, listOfType, NUMBER, type Shape } from '../values/shapes.js';
import { isOfType, numbersType } from './number-arrays.js';
import { isOrdinary } from './own-properties.js';

/** The values of a column, or what holds them element by element. */
type Column = ArrayLike<unknown>;

/** The columns of some values: first those of their leaves, then those of the objects that they hold. */
export interface Columns {
  readonly shape: Shape;
  readonly types: readonly ArrayType[];
  /** Fills columns; null if the values are of another kind. */
  readonly take: (values: readonly unknown[]) => Column[] | null;
  readonly form: ColumnForm | null;
  readonly arenas: readonly GivenArena[];
}
/** The objects of a kind, and the columns of their fields. */
interface GivenArena {
  readonly kind: Kind;
  readonly slots: readonly Shape[];
  readonly columns: readonly number[];
  /** True if no two are one object, which calls ask for from now on. */
  readonly areDistinct: () => boolean;
}
/** Where the slopes of an element are: at its index in a column, in those of its fields, or in a list that it is. */
export type ColumnForm =
  | { readonly tag: 'column' | 'parts'; readonly column: number }
  | { readonly tag: 'fields'; readonly fields: ReadonlyMap<string, ColumnForm> }
  | { readonly tag: 'list'; readonly of: ColumnForm };

const DEEPEST = 6;
const MOST_OPTIONS = 8;
const refuse = (why: string): never => {
  throw new Refusal(why, undefined);
};

const isRecord = (of: unknown): of is object => typeof of === 'object' && of !== null;
/** True for what is neither a primitive nor an array, nor a native object. */
export const isObject = (of: unknown): boolean =>
  isRecord(of) && !Array.isArray(of) && isOrdinary(Object.getPrototypeOf(of) as object | null);

/** True if an array holds nothing but its elements, which are all there. */
export const isPlainList = (of: unknown): of is unknown[] =>
  Array.isArray(of) &&
  Object.getPrototypeOf(of) === Array.prototype &&
  Reflect.ownKeys(of).length === of.length + 1;

/** The columns for values like some. O(their size). */
export function columnsFor(values: readonly unknown[], depth = 0): Columns {
  if (depth > DEEPEST) return refuse('lists in each other too deeply');
  if (values.every((of) => typeof of === 'number')) return numbers;
  if (values.every((of) => typeof of === 'boolean')) return bools;
  const [first] = values;
  if (!isRecord(first) || values.some((of) => !isRecord(of))) return options(values, depth);
  const type = numbersType(first);
  if (type !== null && values.every((of) => isOfType(of, type))) return rows(type);
  return Array.isArray(first) ? lists(values, depth) : records(values, first, depth);
}

const numbers: Columns = {
  shape: NUMBER,
  types: [{ storage: 'Float64Array' }],
  take: (values) => {
    const made = new Float64Array(values.length);
    for (let i = 0; i < made.length; i++) {
      const of = values[i];
      if (typeof of !== 'number') return null;
      made[i] = of;
    }
    return [made];
  },
  form: { tag: 'column', column: 0 },
  arenas: [],
};
const bools: Columns = {
  shape: BOOL,
  types: [{ storage: 'Uint8Array' }],
  take: (values) =>
    values.every((of) => typeof of === 'boolean') ? [Uint8Array.from(values, Number)] : null,
  form: null,
  arenas: [],
};

/** Arrays of numbers, which stay what they are. */
function rows(type: ArrayType): Columns {
  const asked = new Set<PropertyKey>();
  const owner = { hasNo: (key: PropertyKey) => void asked.add(key), depth: 0 };
  const shape = { ...listOfType(type), owners: [owner] };
  const isPlain = (of: unknown, inner: ArrayType): boolean =>
    [...asked].every((key) => !Object.hasOwn(of as object, key)) &&
    (!inner.of || (of as unknown[]).every((row) => isPlain(row, inner.of!)));
  return {
    shape,
    types: columnsOf(shape),
    take: (values) =>
      values.every((of) => isOfType(of, type) && isPlain(of, type)) ? [values] : null,
    form: { tag: 'column', column: 0 },
    arenas: [],
  };
}

/** Primitives of a small set, and numbers or objects among them. */
function options(values: readonly unknown[], depth: number): Columns {
  const constants = [...new Set(values.filter((of) => typeof of !== 'number' && !isRecord(of)))];
  if (constants.length > MOST_OPTIONS) return refuse('a list of many texts');
  if (constants.some((of) => typeof of === 'symbol' || typeof of === 'function'))
    return refuse('a list of functions or symbols');
  const own = values.filter((of) => typeof of === 'number' || isRecord(of));
  if (own.length === 0 && constants.length === 1) return constant(constants[0]);
  const inner = own.length === 0 ? null : columnsFor(own, depth + 1);
  if (inner !== null && inner.shape.tag !== 'number')
    return refuse('a list of objects and of others');
  const shape: Shape = {
    tag: 'choice',
    options: [...constants.map((of): Shape => known(of)), ...(inner ? [NUMBER] : [])],
  };
  const isTwo = shape.options.length === 2;
  return {
    shape,
    types: columnsOf(shape),
    take: (all) => {
      const which = new Uint8Array(all.length);
      const held = new Float64Array(inner ? all.length : 0);
      for (let i = 0; i < all.length; i++) {
        const of = all[i];
        const isNumber = typeof of === 'number';
        const at = isNumber ? constants.length : constants.indexOf(of);
        if (at < 0 || (isNumber && inner === null)) return null;
        // With two options, it is a bool that is true for the first.
        which[i] = isTwo ? 1 - at : at;
        if (isNumber) held[i] = of;
      }
      return inner ? [which, held] : [which];
    },
    form: inner ? { tag: 'column', column: 1 } : null,
    arenas: [],
  };
}

const constant = (of: unknown): Columns => ({
  shape: known(of),
  types: [],
  take: (values) => (values.every((one) => Object.is(one, of)) ? [] : null),
  form: null,
  arenas: [],
});

/** Lists in the elements: all that they hold is one list, of which each has the columns of its part. */
function lists(values: readonly unknown[], depth: number): Columns {
  if (!values.every(isPlainList)) return refuse('a list of arrays and of others');
  const inner = columnsFor(values.flat(), depth + 1);
  const isPlace = inner.shape.tag === 'place';
  const of: Shape =
    inner.shape.tag === 'place' ? { tag: 'element', kind: inner.shape.kind } : inner.shape;
  const shape: Shape = { ...listOf(of), owners: [{ hasNo: () => {}, depth: 0 }] };
  const types = columnsOf(shape);
  // Objects have an index in each list; what has no leaves has a column for the length.
  const leaves = columnsOf(inner.shape).length;
  const isIndexed = leaves === 0;
  return {
    shape,
    types: [...types, ...inner.types.slice(leaves)],
    take: (all) => {
      if (!all.every(isPlainList)) return null;
      const flat = all.flat();
      const columns = inner.take(flat);
      if (columns === null) return null;
      let from = 0;
      const ends = all.map(({ length }) => (from += length));
      const parts = (column: Column): Column =>
        ends.map((end, k) => (column as Float64Array).slice(end - all[k].length, end));
      const indices = isPlace ? Int32Array.from(flat, (_, i) => i) : new Uint8Array(flat.length);
      const own = isIndexed ? [indices] : columns.slice(0, leaves);
      return [...own.map(parts), ...columns.slice(leaves)];
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
/** Objects with one prototype and the same keys. */
function records(values: readonly unknown[], first: object, depth: number): Columns {
  const proto = Object.getPrototypeOf(first) as object | null;
  if (!isOrdinary(proto)) return refuse('a list of native objects');
  const keys = Object.keys(first);
  const fieldsOf = (all: readonly unknown[]): unknown[][] | null => {
    const fields = keys.map(() => new Array<unknown>(all.length));
    for (let i = 0; i < all.length; i++) {
      const of = all[i];
      if (!isRecord(of) || Object.getPrototypeOf(of) !== proto) return null;
      const own = Reflect.ownKeys(of);
      if (own.length !== keys.length) return null;
      for (let k = 0; k < keys.length; k++) {
        if (own[k] !== keys[k]) return null;
        const found = Object.getOwnPropertyDescriptor(of, keys[k])!;
        if (!('value' in found) || !found.enumerable) return null;
        fields[k][i] = found.value;
      }
    }
    return fields;
  };
  const held = fieldsOf(values) ?? refuse('a list of objects with different fields');
  const kind: Kind = { proto, keys, own: kindOf(proto, keys) };
  const inner = held.map((field) => columnsFor(field, depth + 1));
  const starts: number[] = [];
  let count = 0;
  for (const { types } of inner) {
    starts.push(count);
    count += types.length;
  }
  let asksDistinct = false;
  const areDistinct = (all: readonly unknown[]): boolean => new Set(all).size === all.length;
  const own: GivenArena = {
    kind,
    areDistinct: () => (asksDistinct ||= areDistinct(values)),
    slots: [...inner.map(({ shape }) => shape), known(true)],
    columns: inner.flatMap(({ shape }, k) => columnsOf(shape).map((_, j) => starts[k] + j)),
  };
  if (count === 0) return refuse('a list of objects that are all the same');
  const forms = inner.flatMap(({ form }, k) =>
    form ? [[keys[k], shifted(form, starts[k])] as const] : [],
  );
  return {
    shape: { tag: 'place', kind },
    types: inner.flatMap(({ types }) => types),
    take: (all) => {
      const fields = fieldsOf(all);
      if (fields === null || (asksDistinct && !areDistinct(all))) return null;
      const columns: Column[] = [];
      for (let k = 0; k < inner.length; k++) {
        const found = inner[k].take(fields[k]);
        if (found === null) return null;
        columns.push(...found);
      }
      return columns;
    },
    form: { tag: 'fields', fields: new Map(forms) },
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
