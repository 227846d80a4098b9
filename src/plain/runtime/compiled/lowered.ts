/** Functions whose derivatives can be compiled, remembered with what they are compiled from. */
import { loweredFormOf, type LoweredForm } from '../../../core/lowered-forms.js';
import { answerBy } from '../../../core/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { CompiledFunction } from './compiled-function.js';
import { GuardedPoint } from './guarded-point.js';
import {
  areSame,
  given,
  link,
  NOT_THERE,
  NotLinked,
  type Captures,
  type Linker,
  type Lowered,
} from './linking.js';
import { operatorsBy, type Answers } from './derivative-operators.js';
import { partials, partialsOfRows } from './brought-partials.js';

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

/** Of functions of the library, which cannot attach theirs themselves. */
const ofLibrary = new WeakMap<LoweredForm, Lowered>();

function libraryForm(f: unknown): Lowered | undefined {
  const form = loweredFormOf(f);
  if (form === undefined) return undefined;
  let found = ofLibrary.get(form);
  if (found === undefined) {
    const { text, operators } = form;
    partials(form.partials);
    found = { text, captures: nothing, operators: () => operators, imports: nothing };
    ofLibrary.set(form, found);
  }
  return found;
}

const linker: Linker = {
  find: (f) => known.get(f as AnyFunction) ?? libraryForm(f),
  partials: partialsOfRows,
};

/** Programs of functions without operators and imports: nothing can make them others. */
const forGood = new WeakMap<Lowered, Compiled>();

function compiledFrom(of: Lowered): Compiled {
  const before = forGood.get(of);
  if (before !== undefined) return before;
  const found = compiledNow(of);
  if (of.operators === nothing && of.imports === nothing) forGood.set(of, found);
  return found;
}

function compiledNow(of: Lowered): Compiled {
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
    const { program, captures, isCurrent } = link(of, linker);
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
  if (latest?.f === f) latest = null;
  answerBy(code);
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

interface FoundCode {
  readonly made: CompiledFunction;
  /** Reads all that it captures. */
  readonly captures: Captures;
}

/** What was asked for last, if it is so for good: most ask for it again. */
let latest: (FoundCode & { readonly f: AnyFunction }) | null = null;

/** The compiled function of a function. */
function codeOf(f: AnyFunction): FoundCode | null {
  if (latest?.f === f) return latest;
  const found = known.get(f);
  if (found === undefined) return null;
  const { made, others } = compiledFrom(found);
  if (typeof made === 'string') return null;
  const captures =
    others.length === 0
      ? found.captures
      : () => [found.captures, ...others].flatMap((read) => read());
  if (forGood.has(found)) latest = { f, made, captures };
  return { made, captures };
}

/** Through this, tests see and replace what compiled code answers. */
export const compiled: Answers = {
  answer: (f, args, wrt) => {
    const found = codeOf(f);
    return found && found.made.answer(args, wrt, found.captures);
  },
  at: (f, args, wrt) => {
    const found = codeOf(f);
    const point = found && found.made.at(args, wrt, found.captures);
    return found && point && new GuardedPoint(found.made, point);
  },
  recorded: (f, args) => {
    const found = codeOf(f);
    return found?.made.recorded(args, found.captures);
  },
};

/** What a call of a function gives while a run records; undefined where the function itself has to record. */
export const recorded = (f: AnyFunction, ...args: readonly unknown[]): unknown =>
  compiled.recorded(f, args);

const code = operatorsBy(compiled);
