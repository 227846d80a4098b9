/** Where cotangents of arguments are. */
import type { ArrayType, Type } from '../../ir/ir.js';
import type { Slot } from './reader.js';

/** The place of a gradient, in the form of an argument. */
export type Form =
  | {
      readonly tag: 'number' | 'numbers';
      readonly param: number;
      readonly type: Type;
    }
  /** A value that is taken for known, which may hold reals. */
  | { readonly tag: 'same'; readonly mayHoldReals: boolean }
  | {
      readonly tag: 'object';
      readonly slot: Slot;
      readonly fields: ReadonlyMap<string, Form>;
      readonly proto: object | null;
      /** The keys that it had when the function was specialised; null if it had symbols among them. */
      readonly keys: readonly string[] | null;
    }
  | { readonly tag: 'tuple'; readonly items: readonly (Form | null)[] }
  /** A list whose elements are columns, with the parameters of these. */
  | {
      readonly tag: 'list';
      readonly of: ColumnForm | null;
      readonly params: readonly { readonly param: number; readonly type: ArrayType }[];
    };

/** Where the slopes of an element are: at its index in a column, in those of its fields, or in a list that it is. */
export type ColumnForm =
  | { readonly tag: 'column' | 'parts'; readonly column: number }
  | {
      readonly tag: 'fields';
      readonly proto: object | null;
      readonly keys: readonly string[];
      readonly fields: ReadonlyMap<string, ColumnForm>;
    }
  | { readonly tag: 'list'; readonly of: ColumnForm };
