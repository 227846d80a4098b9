/** Functions whose derivatives can be compiled, remembered with what they are compiled from. */
import { mode } from '../../../core/open-runs.js';
import { answerBy } from '../../../core/translated-functions.js';
import { countOf, inputsWithBlocks, rebuildAll } from '../../../derivatives/argument-shapes.js';
import { asWrt } from '../../../derivatives/arguments/chosen.js';
import type { AnyFunction, Wrt } from '../../../derivatives/signatures.js';
import { withOperators } from '../../ir/own-rows.js';
import { CompiledFunction, type CompiledAnswer } from './compiled-function.js';

type Captures = () => readonly unknown[];

interface Lowered {
  readonly text: string;
  readonly captures: Captures;
  readonly operators: Captures;
}

/** By their texts: functions of one text and the same operators differ only in what they capture. */
const functions = new Map<string, CompiledFunction>();
const known = new WeakMap<AnyFunction, Lowered>();

/** Null while an operator is not there, or is none. */
function compiledFrom({ text, operators }: Lowered): CompiledFunction | null {
  let whole: string;
  try {
    whole = withOperators(text, operators());
  } catch {
    return null;
  }
  let found = functions.get(whole);
  if (found === undefined) functions.set(whole, (found = new CompiledFunction(whole)));
  return found;
}

const nothing: Captures = () => [];

/**
 * Remembers that a function was lowered. Its text is read when its derivative is first wanted.
 *
 * @param captures gives what it captures, as it is now
 * @param operators gives the operators of rows that its module defines
 */
export function lowered<F extends AnyFunction>(
  f: F,
  text: string,
  captures = nothing,
  operators = nothing,
): F {
  known.set(f, { text, captures, operators });
  answerBy(gradient);
  return f;
}

interface Obstacle {
  readonly what: string;
  readonly instead?: string;
  readonly line?: number;
}
const obstacles = new WeakMap<AnyFunction, Obstacle>();

/** Remembers why a function was not lowered. */
export function notLowered(f: AnyFunction, what: string, instead: string, line?: number): void {
  obstacles.set(f, { what, instead, ...(line !== undefined && { line }) });
}

/** Whether a function has compiled code, or why not; undefined if nobody tried. */
export function compiledVersion(
  f: AnyFunction,
): { readonly exists: boolean; readonly obstacle?: Obstacle } | undefined {
  const obstacle = obstacles.get(f);
  if (obstacle !== undefined) return { exists: false, obstacle };
  const found = known.get(f);
  if (found === undefined) return undefined;
  const made = compiledFrom(found);
  const what = made === null ? 'a row of the module is not there yet' : made.obstacle();
  return what === null ? { exists: true } : { exists: false, obstacle: { what } };
}

/** Through this, tests see and replace what compiled code answers. */
export const compiled = {
  answer: (f: AnyFunction, args: readonly unknown[], wrt: Wrt): CompiledAnswer | null => {
    const found = known.get(f);
    if (found === undefined) return null;
    return compiledFrom(found)?.answer(args, wrt, found.captures) ?? null;
  },
};

/** Whether options ask for more than a gradient: then a run has to be watched. */
function asksForMore(options: Readonly<Record<string, unknown>>): boolean {
  for (const name in options) if (name !== 'wrt' && options[name] !== undefined) return true;
  return false;
}

/**
 * The value and the gradient of a function by its compiled code; null if it has none for these arguments, if a
 * derivative is in progress, or if anyone wants to know how the function computes.
 */
function gradient(f: AnyFunction, args: readonly unknown[], given: unknown, options: object) {
  if (mode.on || asksForMore(options as Readonly<Record<string, unknown>>)) return null;
  const wrt = given as Wrt;
  const found = compiled.answer(f, args, wrt);
  if (found === null) return null;
  const inputs = inputsWithBlocks(args, wrt);
  if (countOf(inputs) !== found.cotangents.length) return null;
  found.finish?.();
  return { value: found.value, gradient: asWrt(wrt, rebuildAll(inputs, found.cotangents)) };
}
