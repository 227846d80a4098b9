/** Remembers the functions whose derivatives can be compiled, with what they are compiled from. */
import { mode } from '../../../core/open-runs.js';
import { reproducible } from '../../../functions/reproducible.js';
import { answerBy, codeBehind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { attach } from '../attach.js';
import { areBuiltInsAsLoaded, REPLACED } from './built-ins.js';
import { CompiledFunction } from './compiled-function.js';
import { heldOf, hold } from './held-privately.js';
import { GuardedPoint } from './answers/guarded-point.js';
import type { Origin } from '../../ir/origin.js';
import {
  areSame,
  capturedBy,
  formOf,
  given,
  link,
  NOT_THERE,
  NotLinked,
  type Captures,
  type Forms,
  type Linker,
  type Lowered,
} from './linking.js';
import { formOfOthers, nothing } from './forms-of-others.js';
import {
  calledIn,
  obstacleAmong,
  obstacles,
  runsAmong,
  type CompiledVersion,
} from './obstacles.js';
import { loopsBy } from './loops-of-functions.js';
import { packedForm } from './packed-forms.js';
import { openOrigins, signatureOf, type Given } from './entry/value-types.js';
import { signatureIn } from './taken-kinds.js';
import { operatorsBy, type Answers } from './derivative-operators.js';
import { partialsOfRows } from './answers/partials-of-rows.js';

/** The programs of a function, as long as what it imports is the same. */
interface Compiled {
  /** Where types are open, which values close. */
  readonly open: readonly Origin[];
  /** By the signatures of values: a program, or why there is none. */
  readonly made: Map<string, Program>;
  /** The program that answered last. */
  last: Program;
  readonly isCurrent: (imports: readonly unknown[]) => boolean;
}

interface Program {
  readonly signature: string;
  readonly made: CompiledFunction | string;
  /** The functions that read the captured variables of functions of other modules. */
  readonly others: readonly Captures[];
}

/** By their texts: functions of one text, operators and imports differ only in what they capture. */
const functions = new Map<string, Compiled[]>();

/** The data that are remembered of a function. */
interface Known {
  readonly lowered: Lowered;
  /** The code that was found and is so for good. */
  kept: FoundCode | null;
  /** Programs without operators and imports: nothing can make them others. */
  forGood: Compiled | null;
  /** True if any of its programs has code that answers at once. */
  isReady: boolean;
}

const known = heldOf as (f: unknown) => Known | undefined;

const linker: Linker = {
  find: (f) => known(f)?.lowered ?? formOfOthers(f),
  partials: partialsOfRows,
};

/** @param args what it is given, if it is called */
function compiledFrom(known: Known, args: readonly unknown[] = []): Compiled {
  if (known.forGood !== null) return known.forGood;
  const { operators, imports } = known.lowered;
  const found = compiledNow(known.lowered, args);
  const stays = operators === nothing && imports === nothing && found.isCurrent([]);
  if (stays) known.forGood = found;
  return found;
}

function compiledNow(of: Lowered, args: readonly unknown[]): Compiled {
  const now = given(of);
  if (now === null) return notThere;
  const { text, bound } = now;
  const before = functions.get(text) ?? [];
  let found = before.find(({ isCurrent }) => isCurrent(bound));
  if (found === undefined) {
    const times = (linkings.get(text) ?? 0) + 1;
    if (times > MOST_LINKINGS && reproducible.task === null) return everOther;
    linkings.set(text, times);
    found = compiledWith(of, bound, args);
    functions.set(text, [found, ...before].slice(0, MOST));
  }
  return found;
}

/** The number of times that each text was linked with new functions. */
const linkings = new Map<string, number>();

/** A function that calls others each time would be compiled each time: after so many, runs answer. */
const MOST_LINKINGS = 40;

const none = (why: string): Compiled => ({
  open: [],
  made: new Map(),
  last: { signature: '', made: why, others: [] },
  isCurrent: () => false,
});
const notThere = none(NOT_THERE);
const everOther = none(
  'it calls other functions again and again, so that it would be compiled for each',
);

function compiledWith(of: Lowered, bound: readonly unknown[], args: readonly unknown[]): Compiled {
  const forms: Forms = new Map();
  const open = openOrigins(formOf(of, linker, forms).origins);
  const values = { args, captured: open.length > 0 ? capturedBy(of) : [] };
  const { program, isCurrent } = programFor(of, bound, signatureOf(open, values), values, forms);
  return { open, made: new Map([[program.signature, program]]), last: program, isCurrent };
}

function programFor(
  of: Lowered,
  bound: readonly unknown[],
  signature: string,
  values: Given,
  forms?: Forms,
) {
  try {
    const { program, captures, isCurrent } = link(of, linker, values, forms);
    const made = new CompiledFunction(program);
    return { program: { signature, made, others: captures.slice(1) }, isCurrent };
  } catch (error) {
    if (!(error instanceof NotLinked)) throw error;
    const isCurrent = (imports: readonly unknown[]) => areSame(bound, imports) && error.isCurrent();
    return { program: { signature, made: error.message, others: [] }, isCurrent };
  }
}

/** The program for values of another signature than the last ones had; null if there is none. */
function otherwise(of: Lowered, code: Compiled, args: readonly unknown[]): Program | null {
  const values = { args, captured: capturedBy(of) };
  const signature = signatureOf(code.open, values);
  if (signature === code.last.signature) return null;
  let found = code.made.get(signature);
  if (found === undefined) {
    if (code.made.size >= MOST_SIGNATURES && reproducible.task === null) return null;
    const now = given(of);
    if (now === null) return null;
    found = programFor(of, now.bound, signature, values).program;
    code.made.set(signature, found);
  }
  code.last = found;
  return found;
}

/** The most signatures of a function that have a program, and the most programs of one text that are remembered. */
const MOST_SIGNATURES = 4;
const MOST = 8;

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
  return remembered(f, { text, captures, operators, imports });
}

function remembered<F extends AnyFunction>(f: F, form: Lowered): F {
  hold(f, {
    lowered: form,
    kept: null,
    forGood: null,
    isReady: false,
  } satisfies Known);
  answerBy(code);
  return f;
}

/** The same in bundles, where texts are packed. */
export function bundled<F extends AnyFunction>(
  f: F,
  version: AnyFunction | 0,
  text: string,
  ...readings: readonly Captures[]
): F {
  if (version !== 0) attach(f, version);
  return remembered(f, packedForm(text, readings));
}

/** Says for which values a function has compiled code, or why not; undefined if nobody tried. */
export function compiledVersion(f: AnyFunction): CompiledVersion | undefined {
  const obstacle = obstacles.get(f);
  if (obstacle !== undefined) return { exists: false, obstacle };
  const found = known(f);
  if (found === undefined) return undefined;
  const { open, made, last } = compiledFrom(found);
  if (!areBuiltInsAsLoaded()) return { exists: false, obstacle: { what: REPLACED } };
  const what = typeof last.made === 'string' ? last.made : last.made.obstacle();
  const programs = [...made.values()].map((program) => program.made);
  const signatures = programs.flatMap((one) =>
    typeof one === 'string' ? [] : [signatureIn(one, open.length > 0)],
  );
  if (what === null) {
    const code = codeOf(found.lowered, last);
    const runs = code === null ? [] : runsAmong(calledIn(code.made, capturedBy(code)));
    return { exists: true, signatures, ...(runs.length > 0 && { runs }) };
  }
  return { exists: false, obstacle: { what, ...obstacleAmong(given(found.lowered)?.bound ?? []) } };
}

interface FoundCode {
  readonly made: CompiledFunction;
  readonly captures: Captures;
}

const codeOf = (of: Lowered, { made, others }: Program): FoundCode | null =>
  typeof made === 'string' ? null : { made, captures: capturesOf(of, others) };

const capturesOf = ({ captures }: Lowered, others: readonly Captures[]): Captures =>
  others.length === 0 ? captures : () => [captures, ...others].flatMap((read) => read());

/** The answer of the program of a function that fits its arguments, or null. */
function answered<T>(
  f: AnyFunction,
  args: readonly unknown[],
  ask: (code: FoundCode, of: Known) => T | null,
): T | null {
  const found = known(f);
  if (found === undefined) return null;
  const { lowered, kept } = found;
  if (kept !== null) return areBuiltInsAsLoaded() ? ask(kept, found) : null;
  const code = compiledFrom(found, args);
  if (!areBuiltInsAsLoaded()) return null;
  const own = codeOf(lowered, code.last);
  if (code.open.length === 0) {
    if (own !== null && found.forGood !== null) found.kept = own;
    return own && ask(own, found);
  }
  const first = own && ask(own, found);
  if (first !== null) return first;
  const program = otherwise(lowered, code, args);
  const other = program && codeOf(lowered, program);
  return other && areBuiltInsAsLoaded() ? ask(other, found) : null;
}

/** Through this, tests see and replace what compiled code answers. */
export const compiled: Answers = {
  answer: (f, args, wrt) =>
    answered(f, args, ({ made, captures }, of) => {
      const found = made.answer(args, wrt, captures);
      of.isReady ||= made.straight.isThere;
      return found;
    }),
  withAux: (f, args, wrt) =>
    answered(f, args, ({ made, captures }) => made.answer(args, wrt, captures, true)),
  ready: (f, args, wrt) => {
    const of = known(f);
    if (of?.isReady !== true || !areBuiltInsAsLoaded()) return null;
    const code = of.kept ?? codeOf(of.lowered, compiledFrom(of, args).last);
    return code && code.made.ready(args, wrt, code.captures);
  },
  at: (f, args, wrt) =>
    answered(f, args, ({ made, captures }) => {
      const point = made.at(args, wrt, captures);
      return point && new GuardedPoint(made, point, made.draws ? [] : null);
    }),
  recorded: (f, args) =>
    answered(f, args, ({ made, captures }) => made.recorded(args, captures) ?? null) ?? undefined,
};

/** The result of a call while a derivative is in progress. */
export const called = (
  f: AnyFunction,
  version: (...args: readonly unknown[]) => unknown,
  ...args: readonly unknown[]
): unknown => (mode.recording ? recorded(f, ...args) : undefined) ?? version(...args);

/** The result of a call while a run records; undefined where the function itself has to record. */
export const recorded = (f: AnyFunction, ...args: readonly unknown[]): unknown =>
  compiled.recorded(f, args) ?? codeBehind?.recorded(f, args);

const code = operatorsBy(compiled, loopsBy(linker.find, remembered));
