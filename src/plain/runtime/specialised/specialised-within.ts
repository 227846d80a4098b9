/** Makes code for the kind of some arguments, within limits, and tells why there is none. */
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { libraryCore } from '../../specialise/library/library-core.js';
import { specialise, type Specialised } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { knownCore } from '../attached-cores.js';

interface Limits {
  readonly steps: number;
  readonly statements: number;
}

/** Gives code, or null where there is none; then it has told why. */
export type Told = <T>(make: () => T) => T | null;

/** Why code does not answer. */
export interface Reason {
  readonly what: string;
  readonly line?: number;
  readonly code?: 'tiers-differ';
}

export function specialisedFor(
  f: AnyFunction,
  args: readonly unknown[],
  by: number | readonly number[],
  limits: Limits,
  isWidened: boolean,
): Specialised {
  const program = { known: knownCore, library: libraryCore() };
  return specialise(program, f, args, by, limits, isWidened);
}

export function reasonOf(error: unknown): Reason {
  const { line } = error as { readonly line?: number };
  const what = error instanceof Refusal ? error.why : String(error);
  return { what, ...(line !== undefined && { line }) };
}
