/** Makes code for the kind of some arguments, within limits, and tells why there is none. */
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { meetKinds } from '../compiled/built-ins.js';
import { libraryCore } from '../../specialise/library/library-core.js';
import { specialise, type Specialised } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { knownCore } from '../known-cores.js';

interface Limits {
  readonly steps: number;
  readonly statements: number;
}

/** The worth of a millisecond of runs: steps of specialising, and statements of code. */
const STEPS = 400;
const STATEMENTS = 20;
export const most: Limits = { steps: 100_000, statements: 4000 };
export const least: Limits = { steps: 10_000, statements: 800 };

/** The effort that a function is worth whose runs took so many milliseconds. */
export const limitsFor = (spent: number): Limits => ({
  steps: Math.min(most.steps, Math.max(least.steps, STEPS * spent)),
  statements: Math.min(most.statements, Math.max(least.statements, STATEMENTS * spent)),
});

/** Gives code, or null where there is none; then it has told why. */
export type Told = <T>(make: () => T) => T | null;

/** Why code does not answer. */
export interface Reason {
  readonly what: string;
  readonly line?: number;
  readonly code?: 'tiers-differ';
}

/** The reason of a call that code left, where nothing else is known. */
export const LEFT = 'the last call met what specialised code does not take';

export function specialisedFor(
  f: AnyFunction,
  args: readonly unknown[],
  by: number | readonly number[],
  limits: Limits,
  isWidened: boolean,
): Specialised {
  const program = { known: knownCore, library: libraryCore() };
  const found = specialise(program, f, args, by, limits, isWidened);
  meetKinds(found.bare);
  return found;
}

export function reasonOf(error: unknown): Reason {
  const { line } = error as { readonly line?: number };
  const what = error instanceof Refusal ? error.why : String(error);
  return { what, ...(line !== undefined && { line }) };
}
