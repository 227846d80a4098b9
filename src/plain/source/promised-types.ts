/** The values that types of TypeScript promise, as far as code takes them apart. */
import { wholeStorages, type ArrayType } from '../ir/ir.js';
import type { Module } from './module.js';

export type Promised =
  | { readonly tag: 'number' | 'bool' }
  /** Numbers in an array, or in arrays of these. */
  | { readonly tag: 'numbers'; readonly type: ArrayType }
  | {
      readonly tag: 'record';
      readonly fields: ReadonlyMap<string, Promised>;
      readonly isTuple: boolean;
      /** The class that it is an instance of. */
      readonly from?: { readonly module: Module; readonly name: string };
    }
  /** An array of objects or tuples. */
  | { readonly tag: 'list'; readonly of: Promised }
  | { readonly tag: 'other'; readonly why: string; readonly mayHoldReals: boolean };

export const other = (why: string, mayHoldReals = true): Promised => ({
  tag: 'other',
  why,
  mayHoldReals,
});
export const NUMBER: Promised = { tag: 'number' };
export const BOOL: Promised = { tag: 'bool' };

export const typed: readonly string[] = ['Float64Array', 'Float32Array', ...wholeStorages];
export function listOf(of: Promised): Promised {
  switch (of.tag) {
    case 'number':
      return { tag: 'numbers', type: { storage: 'number[]' } };
    case 'numbers':
      return { tag: 'numbers', type: { storage: 'list', of: of.type } };
    case 'record':
      return { tag: 'list', of };
    default:
      return other(of.tag === 'other' ? of.why : 'an array of bools, or of arrays of objects');
  }
}

const isSame = (one: Promised, two: Promised): boolean =>
  JSON.stringify(one, shown) === JSON.stringify(two, shown);
const shown = (key: string, of: unknown): unknown =>
  key === 'module'
    ? (of as Module).filename
    : of instanceof Map
      ? [...(of as Map<string, unknown>)]
      : of;

export function union(all: readonly Promised[]): Promised {
  const [first] = all;
  if (all.every((one) => isSame(one, first))) return first;
  const mayHoldReals = all.some((one) => one.tag !== 'other' || one.mayHoldReals);
  return other('what may be of several types, or missing', mayHoldReals);
}

export function intersection(all: readonly Promised[]): Promised {
  const fields = new Map<string, Promised>();
  for (const one of all) {
    if (one.tag !== 'record' || one.isTuple) return other('an intersection of types');
    for (const [key, field] of one.fields) fields.set(key, field);
  }
  return { tag: 'record', fields, isTuple: false };
}
