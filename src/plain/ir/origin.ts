/** Where the parameters of a lowered function come from. */
import { holdsReals, type Type } from './ir.js';

/**
 * An argument of the function as it is written, or a variable outside of it: which one, and then a way through
 * objects, by name, and through tuples, by position; null is the way to all elements of an array of objects, whose
 * parts side by side are the parameter. What may be missing is found under true, and whether it is there under false. On
 * entry it must be of this type. The way to all objects of a tree or a linked list is NODES, in the place of null: the root
 * is the first of them. An array of objects inside of such objects has a way to all that these arrays hold, one after the other, under
 * null, and the place of the first of each array, and behind the last one, under STARTS. Under KEYS of an object stands a bool
 * that is true, since entry asks for its keys; under CLASS the same, since it asks for its class. A dictionary is an object with any
 * keys: under ENTRIES stand what it holds, as if it was an array, and under NAMES the texts that are its keys, in their order. TEXTS is
 * no captured variable, but the table of texts of a module (text-table.ts), with the place of the module behind it.
 */
export interface Origin {
  readonly of: 'argument' | 'capture';
  readonly path: readonly [which: number, ...way: readonly Step[]];
  readonly type: Type;
  /** What an argument is that is not given. */
  readonly usual?: number | boolean;
  readonly tells?: Tells;
  /** Whether nobody can change what the variable holds: what was read of it may be remembered with it. */
  readonly isSteady?: true;
}

/** A step of a way. */
export type Step = number | string | null | boolean;

export const NODES = -1;
export const STARTS = -2;
export const KEYS = -3;
export const CLASS = -4;
export const ENTRIES = -5;
export const NAMES = -6;
export const TEXTS = -7;

/** Among the static members that are taken of a class: what `instanceof` asks. */
export const INSTANCES = '@@hasInstance';

/**
 * What a parameter tells of what stands there, if it is not that itself: the place of a text among
 * some, behind which come all others;
 * whether anything is there that is not the one or the other; in an array, whether it is true; an array of the number
 * or bool alone, which is written; the numbers that are keys; the place of a node among all; where
 * each array of objects begins; the own keys of the object, all and in their order, which nothing else than these may be, but for
 * keys that may be missing, stand anywhere, and do not lead to undefined;
 * what a variable of the module holds that functions assign, which is captured as what reads and assigns it: by itself, or in an array
 * where it is assigned, behind whether it is there, if it may hold nothing;
 * the texts that the module knows, of the table; that it is an instance of just the class at a place among the captured variables, and has no fields of the names of its
 * methods.
 */
export type Tells =
  | { readonly texts: readonly string[]; readonly kind?: KeyedKind }
  | { readonly table: readonly string[] }
  | { readonly absent: 'undefined' | 'null' }
  | { readonly isBool: true }
  | { readonly isCell: true }
  | { readonly variable: Variable }
  | { readonly isKeys: true; readonly kind: KeyedKind }
  | { readonly isLink: true }
  | { readonly isStarts: true }
  | { readonly keys: readonly string[]; readonly perhaps?: readonly string[] }
  | { readonly instanceOf: number; readonly methods: readonly string[] };

/** What such a variable holds, and what it holds if it holds nothing. */
export interface Variable {
  readonly of: 'number' | 'bool';
  readonly absent?: 'undefined' | 'null';
}

/** What has keys: of texts, where it is an object. */
export type KeyedKind = 'Map' | 'Set' | 'object';

export const sameTells = (one: Tells | undefined, other: Tells | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a gradient may be wanted of it. */
export const isInput = ({ type, tells }: Origin): boolean =>
  (tells === undefined || 'isCell' in tells) && (type === 'host' || holdsReals(type));
