/**
 * The parts of the texts of functions: heads of statements and operations, kinds of values
 * (written.ts).
 */
import type { Op, Stmt, Type } from './ir.js';

type Parts<T extends { readonly tag: string }> = {
  readonly [K in T['tag']]: readonly Exclude<
    keyof Extract<T, { readonly tag: K }> & string,
    'tag'
  >[];
};

/**
 * The parts of each statement and each operation, in the order of the text; operations come after
 * statements. Marks are in code that runs only.
 */
export const parts: Omit<Parts<Stmt>, 'let' | 'mark' | 'forget'> & Parts<Op> = {
  store: ['array', 'index', 'value'],
  check: ['array', 'index'],
  whole: ['value'],
  leave: [],
  if: ['test', 'then', 'otherwise', 'results', 'line'],
  for: ['counter', 'from', 'to', 'step', 'by', 'inits', 'body', 'results', 'end', 'go', 'line'],
  while: ['inits', 'test', 'body', 'results', 'line'],
  keep: ['block', 'values', 'stack'],
  take: ['block', 'values', 'stack'],
  call: ['of', 'args', 'results'],
  const: ['value', 'args'],
  prim: ['row', 'args'],
  partial: ['row', 'by', 'args', 'along'],
  times: ['args'],
  compare: ['by', 'args'],
  bits: ['by', 'args'],
  not: ['args'],
  truthy: ['args'],
  present: ['args'],
  choose: ['args'],
  load: ['args', 'orZero'],
  length: ['args'],
  stop: ['args', 'isForeign'],
  alloc: ['type', 'args'],
  view: ['args'],
  order: ['by', 'args'],
  // A statement; the others were there before, and texts of the library are written by their places.
  host: ['does', 'args', 'results', 'text', 'isConstant'],
  text: ['does', 'args'],
};
export const tags = Object.keys(parts) as (keyof typeof parts)[];

/**
 * The parts of a statement or an operation that are not values: its tag, and for each part a text, -1
 * for a value, -2 for a region, and the length of a list of values. A text is a name; a number or a
 * bool if it begins with `=`, and the place of a type if it begins with `%`.
 */
export type Head = readonly [tag: number, ...parts: (number | string | null | readonly string[])[]];
/** A number is the head of that constant. */
export type WrittenHead = Head | number;
export const VALUE = -1;
export const REGION = -2;

/** Types that are not written. */
export const usual: readonly Type[] = [
  ...(['f64', 'i32', 'bool'] as const),
  { storage: 'Float64Array' },
  { storage: 'number[]' },
  { storage: 'list', of: { storage: 'Float64Array' } },
  { storage: 'list', of: { storage: 'number[]' } },
];
/** The code of the character that stands for the first type. */
export const FIRST = 48;
/** Kinds of values that are not written: a number and a bool without names. */
export const unnamed: readonly string[] = ['0', '2'];

const prim = (row: string, count: number): Head => [tags.indexOf('prim'), row, count];
export const constant = (of: number | boolean): Head => [tags.indexOf('const'), `=${of}`, 0];
const loop = (by: string, carried: number): Head => [
  tags.indexOf('for'),
  ...[VALUE, VALUE, VALUE, VALUE, by, carried, REGION, carried, VALUE],
];
const comparing = (by: string): Head => [tags.indexOf('compare'), by, 2];

/** Heads that are not written. */
export const common: readonly Head[] = [
  ...['mul', 'add', 'sub', 'div', 'pow'].map((row) => prim(row, 2)),
  [tags.indexOf('load'), 2],
  [tags.indexOf('length'), 1],
  [tags.indexOf('store'), VALUE, VALUE, VALUE],
  ...[0, 1, 2, -1, 0.5, 3].map(constant),
  ...['lt', 'gt', 'le', 'ge', 'eq', 'ne'].map(comparing),
  ...[0, 1, 2].map((carried) => loop('lt', carried)),
  ...[0, 1, 2].map((count): Head => [tags.indexOf('if'), VALUE, REGION, REGION, count]),
  [tags.indexOf('choose'), 3],
  ...['neg', 'exp', 'log', 'sin', 'cos', 'tanh', 'sqrt', 'abs'].map((row) => prim(row, 1)),
  ...['max', 'min'].map((row) => prim(row, 2)),
  [tags.indexOf('check'), VALUE, VALUE],
  [tags.indexOf('not'), 1],
  ...[true, false].map(constant),
  ...[3, 4].map((type): Head => [tags.indexOf('alloc'), `%${type}`, 1]),
];

export const headOf = (of: WrittenHead): Head => (typeof of === 'number' ? constant(of) : of);

/** The meaning of the numbers of a head: values of a part by their count, or a region. */
export interface HeadParts {
  readonly parts: readonly (number | 'region')[];
  /** True if it gives a value. */
  readonly isOperation: boolean;
}

export const listOf = (kinds: string): string[] => [...unnamed, ...kinds.split(',')];
export const typeOf = (kind: string): number => kind.charCodeAt(0) - FIRST;

/** The meaning of the numbers of a text: by heads, and the places of the types of kinds. */
export function grammarOf(heads: readonly WrittenHead[], kinds: string) {
  const partOf = (part: Head[number]): number | 'region' => {
    if (part === REGION) return 'region';
    return typeof part === 'number' ? Math.abs(part) : 0;
  };
  return {
    heads: [...common, ...heads.map(headOf)].map(([tag, ...given]): HeadParts => ({
      parts: given.map(partOf),
      isOperation: tag >= tags.indexOf('const') && tags[tag] !== 'host',
    })),
    types: listOf(kinds).map(typeOf),
  };
}
