/** Columns of values that hold no others, for lists of the program: the code that asks for each value, and keeps it. */
import type { ArrayType } from '../../ir/ir.js';
import { known, Refusal, type Kind } from '../values/abstract.js';
import { columnsOf } from '../values/leaf-types.js';
import { BOOL, listOfType, NUMBER, type Shape } from '../values/shapes.js';
import type { ColumnForm } from './gradient-forms.js';
import { askType } from './number-arrays.js';
import { hasNo, isRecord } from './own-properties.js';
import type { Reader, Slot } from './reader.js';

/** The columns of some values: first those of their leaves, then those of the objects that they hold. */
export interface Columns {
  readonly shape: Shape;
  readonly types: readonly ArrayType[];
  /** The names of the columns in the code. */
  readonly names: readonly Slot[];
  /** Writes code that makes room for a number of values, that puts one into its place, and that follows the last. */
  readonly begin: (count: Slot) => void;
  readonly put: (of: Slot, index: Slot) => void;
  readonly end: () => void;
  readonly form: ColumnForm | null;
  readonly arenas: readonly GivenArena[];
}
/** The objects of a kind, and the columns of their fields. */
export interface GivenArena {
  readonly kind: Kind;
  readonly slots: readonly Shape[];
  readonly columns: readonly number[];
  /** True if no two are one object, which calls ask for from now on. */
  readonly areDistinct: () => boolean;
}

const MOST_OPTIONS = 8;
const refuse = (why: string): never => {
  throw new Refusal(why, undefined);
};
const nothing = (): void => {};

export const numbers = (reader: Reader): Columns => ({
  ...column(reader, 'number', 'Float64Array', (of) => of),
  shape: NUMBER,
  form: { tag: 'column', column: 0 },
});
export const bools = (reader: Reader): Columns => ({
  ...column(reader, 'boolean', 'Uint8Array', (of) => `${of} ? 1 : 0`),
  shape: BOOL,
  form: null,
});

/** One column of values that have one type. */
function column(
  reader: Reader,
  type: string,
  storage: 'Float64Array' | 'Uint8Array',
  held: (of: Slot) => string,
): Omit<Columns, 'shape' | 'form'> {
  const name = reader.name();
  return {
    types: [{ storage }],
    names: [name],
    begin: (count) => reader.add(`const ${name} = new ${storage}(${count});`),
    put: (of, index) => {
      reader.ask(`typeof ${of} === '${type}'`);
      reader.add(`${name}[${index}] = ${held(of)};`);
    },
    end: nothing,
    arenas: [],
  };
}

/** Arrays of numbers, which stay what they are. */
export function rows(reader: Reader, type: ArrayType): Columns {
  const name = reader.name();
  const ask = hasNo(reader, name);
  const owner = { hasNo: (key: PropertyKey, by: number) => ask(key, by + 1), depth: 0 };
  const shape = { ...listOfType(type), owners: [owner] };
  return {
    shape,
    types: columnsOf(shape),
    names: [name],
    begin: (count) => reader.add(`const ${name} = new Array(${count});`),
    put: (of, index) => {
      askType(reader, of, type);
      reader.add(`${name}[${index}] = ${of};`);
    },
    end: nothing,
    form: { tag: 'column', column: 0 },
    arenas: [],
  };
}

/** Primitives of a small set, and numbers among them. */
export function options(reader: Reader, values: readonly unknown[]): Columns {
  const constants = [...new Set(values.filter((of) => typeof of !== 'number' && !isRecord(of)))];
  if (constants.length > MOST_OPTIONS) return refuse('a list of many texts');
  if (constants.some((of) => typeof of === 'symbol' || typeof of === 'function'))
    return refuse('a list of functions or symbols');
  const own = values.filter((of) => typeof of === 'number' || isRecord(of));
  if (own.length === 0 && constants.length === 1) return constant(reader, constants[0]);
  const hasNumbers = own.length > 0;
  if (own.some(isRecord)) return refuse('a list of objects and of others');
  const shape: Shape = {
    tag: 'choice',
    options: [...constants.map((of): Shape => known(of)), ...(hasNumbers ? [NUMBER] : [])],
  };
  const isTwo = shape.options.length === 2;
  const [which, held] = [reader.name(), reader.name()];
  return {
    shape,
    types: columnsOf(shape),
    names: hasNumbers ? [which, held] : [which],
    begin: (count) => {
      reader.add(`const ${which} = new Uint8Array(${count});`);
      if (hasNumbers) reader.add(`const ${held} = new Float64Array(${count});`);
    },
    put: (of, index) => {
      // With two options, it is a bool that is true for the first.
      const is = (k: number): string => `${which}[${index}] = ${isTwo ? 1 - k : k};`;
      constants.forEach((one, k) => reader.add(`if (${reader.isSame(of, one)}) ${is(k)} else`));
      const number = `{ ${is(constants.length)} ${held}[${index}] = ${of}; }`;
      reader.add(
        hasNumbers ? `if (typeof ${of} === 'number') ${number} else return null;` : 'return null;',
      );
    },
    end: nothing,
    form: hasNumbers ? { tag: 'column', column: 1 } : null,
    arenas: [],
  };
}

const constant = (reader: Reader, of: unknown): Columns => ({
  shape: known(of),
  types: [],
  names: [],
  begin: nothing,
  put: (one) => reader.ask(reader.isSame(one, of)),
  end: nothing,
  form: null,
  arenas: [],
});
