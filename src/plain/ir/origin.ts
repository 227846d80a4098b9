/** Where the parameters of a lowered function come from. */
import { holdsReals, type Type } from './ir.js';

/**
 * An argument of the function as it is written, or a variable outside of it: which one, and then a way
 * through objects, by name, and through tuples, by position; null is the way to all elements of an array of
 * objects, whose parts side by side are the parameter. What may be missing is found under true, and whether
 * it is there under false. On entry it must be of this type. The way to all objects of a tree or a linked
 * list is NODES, in the place of null: the root is the first of them. An array of objects inside of such
 * objects has a way to all that these arrays hold, one after the other, under null, and the place of the
 * first of each array, and behind the last one, under STARTS. Under KEYS of an object stands a bool that is
 * true, since entry asks for its keys; under CLASS the same, since it asks for its class. A dictionary is an
 * object with any keys: under ENTRIES stand what it holds, as if it was an array, and under NAMES the texts
 * that are its keys, in their order. TEXTS is not a captured variable, but the table of texts of a module
 * (text-table.ts), with the place of the module behind it.
 */
export interface Origin {
  readonly of: 'argument' | 'capture';
  readonly path: readonly [which: number, ...way: readonly Step[]];
  readonly type: Type;
  /** The value of an argument that is not given. */
  readonly usual?: number | boolean;
  readonly tells?: Tells;
  /**
   * True if nobody can change the value of the variable: values that were read from it may be
   * remembered with it.
   */
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
 * The description of the value at a parameter's place, where the parameter is not the value itself.
 * `texts`: the place of the text among these, behind which come all others. `table`: the texts that the
 * module knows, of the table. `absent`: whether anything else is there. `isBool`: in an array, whether
 * it is true. `isCell`: an array of the number or bool alone, which is written. `variable`: the value
 * of a variable of the module that functions assign, which is captured as an object that reads and
 * assigns it: by itself, or in an array where it is assigned, behind whether it is there, if it may
 * hold nothing. `isKeys`: the numbers that are keys. `isLink`: the place of a node among all.
 * `isStarts`: where each array of objects begins. `keys`: the own keys of the object, all and in their
 * order, and no others; those in `perhaps` may be missing, stand anywhere, and do not lead to
 * undefined. `instanceOf`: it is an instance of just the class at this place among the captured
 * variables, and has no fields with the names of its methods.
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

/** The value of such a variable, and its value if it holds nothing. */
export interface Variable {
  readonly of: 'number' | 'bool';
  readonly absent?: 'undefined' | 'null';
}

/** The kinds of keyed containers: `object` has texts for keys. */
export type KeyedKind = 'Map' | 'Set' | 'object';

export const sameTells = (one: Tells | undefined, other: Tells | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** True if a gradient may be wanted of it. */
export const isInput = ({ type, tells }: Origin): boolean =>
  (tells === undefined || 'isCell' in tells) && (type === 'host' || holdsReals(type));
