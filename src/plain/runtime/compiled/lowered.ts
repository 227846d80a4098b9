/** Functions whose derivatives can be compiled, remembered with what they are compiled from. */
import { mode } from '../../../core/open-runs.js';
import { answerBy } from '../../../core/translated-functions.js';
import { countOf, inputsWithBlocks, rebuildAll } from '../../../derivatives/argument-shapes.js';
import { asWrt } from '../../../derivatives/arguments/chosen.js';
import type { AnyFunction, Wrt } from '../../../derivatives/signatures.js';
import { CompiledFunction, type CompiledAnswer } from './compiled-function.js';
import { directGradient } from './direct.js';
import {
  areSame,
  given,
  link,
  NOT_THERE,
  NotLinked,
  type Captures,
  type Lowered,
} from './linking.js';

/** A program, or why there is none, as long as what it imports is the same. */
interface Compiled {
  readonly made: CompiledFunction | string;
  /** What reads the captured variables of functions of other modules. */
  readonly others: readonly Captures[];
  readonly isCurrent: (imports: readonly unknown[]) => boolean;
}

/** By their texts: functions of one text with the same operators and imports differ only in what they capture. */
const functions = new Map<string, Compiled[]>();
const known = new WeakMap<AnyFunction, Lowered>();

const find = (f: unknown): Lowered | undefined => known.get(f as AnyFunction);

function compiledFrom(of: Lowered): Compiled {
  const now = given(of);
  if (now === null) return { made: NOT_THERE, others: [], isCurrent: () => false };
  const { text, bound } = now;
  const before = functions.get(text) ?? [];
  let found = before.find(({ isCurrent }) => isCurrent(bound));
  if (found === undefined) {
    found = compiledWith(of, bound);
    functions.set(text, [found, ...before].slice(0, MOST));
  }
  return found;
}

function compiledWith(of: Lowered, bound: readonly unknown[]): Compiled {
  try {
    const { program, captures, isCurrent } = link(of, find);
    return { made: new CompiledFunction(program), others: captures.slice(1), isCurrent };
  } catch (error) {
    if (!(error instanceof NotLinked)) throw error;
    const isCurrent = (imports: readonly unknown[]) => areSame(bound, imports) && error.isCurrent();
    return { made: error.message, others: [], isCurrent };
  }
}

/** How many programs of one text are remembered. */
const MOST = 8;

const nothing: Captures = () => [];

/**
 * Remembers that a function was lowered. Its text is read when its derivative is first wanted.
 *
 * @param captures gives what it captures, as it is now
 * @param operators gives the operators of rows that its module defines
 * @param imports gives the functions of other modules that it calls
 */
export function lowered<F extends AnyFunction>(
  f: F,
  text: string,
  captures = nothing,
  operators = nothing,
  imports = nothing,
): F {
  known.set(f, { text, captures, operators, imports });
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
  const { made } = compiledFrom(found);
  if (typeof made === 'string') return { exists: false, obstacle: { what: made } };
  const what = made.obstacle();
  return what === null ? { exists: true } : { exists: false, obstacle: { what } };
}

/** Through this, tests see and replace what compiled code answers. */
export const compiled = {
  answer: (f: AnyFunction, args: readonly unknown[], wrt: Wrt): CompiledAnswer | null => {
    const found = known.get(f);
    if (found === undefined) return null;
    const { made, others } = compiledFrom(found);
    if (typeof made === 'string') return null;
    const captures =
      others.length === 0
        ? found.captures
        : () => [found.captures, ...others].flatMap((read) => read());
    return made.answer(args, wrt, captures);
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
  const direct = typeof wrt === 'number' ? directGradient(args[wrt], found.cotangents) : undefined;
  if (direct !== undefined) {
    found.finish?.();
    return { value: found.value, gradient: direct };
  }
  const inputs = inputsWithBlocks(args, wrt);
  if (countOf(inputs) !== found.cotangents.length) return null;
  found.finish?.();
  return { value: found.value, gradient: asWrt(wrt, rebuildAll(inputs, found.cotangents)) };
}
