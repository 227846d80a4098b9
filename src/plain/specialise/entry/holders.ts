/** Where values of the program were found. */
import type { Obj } from '../values/abstract.js';

/** The place that holds a value that is given: a variable that functions assign, a field, or an array whose elements are looked at. */
export type Holder =
  | { readonly write: object }
  | { readonly of: Obj; readonly key: string }
  | { readonly array: object };

/** Where a value was found: in an argument, or −1, and in what, from the outermost on. */
export interface Where {
  readonly argument: number;
  readonly within: readonly Holder[];
}

/** Tells if a number may be of an earlier call: it stands where the function writes, or in the same object. */
export type Kept = 'no' | 'beside' | 'there';
