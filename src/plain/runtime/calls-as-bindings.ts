/** Calls in runs that record: they are one binding where the compiler is there and has code for them. */
import type { AnyFunction } from '../../derivatives/signatures.js';
import { codeBehind } from '../../functions/translated-functions.js';

/** The result of a call while a run records; undefined where the function itself has to record. */
export const recorded = (f: AnyFunction, ...args: readonly unknown[]): unknown =>
  codeBehind?.recorded(f, args);
