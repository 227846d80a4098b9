/**
 * Functions of the library that compiled code may call, with their lowered forms. Who has such functions
 * knows nothing of compiled code: the forms are texts, which scripts/lowered.ts writes.
 */
import type { AnyOperator } from '../core/primitives/row.js';

type AnyFunction = (...args: never[]) => unknown;

export interface LoweredForm {
  /** As a translated module attaches it to a function. */
  readonly text: string;
  /** The operators of rows that are not of the table, in the order of their names. */
  readonly operators: readonly AnyOperator[];
}

const forms = new WeakMap<AnyFunction, LoweredForm>();

/** The same function, with its lowered form made known. */
export function withLoweredForm<F extends AnyFunction>(f: F, form: LoweredForm): F {
  forms.set(f, form);
  return f;
}

/** The lowered form of a function of the library, if it has one. */
export const loweredFormOf = (f: unknown): LoweredForm | undefined => forms.get(f as AnyFunction);
