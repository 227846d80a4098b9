/**
 * Compiled code that answers at once, without a run beside it, and the derivative operators of the library by it: tests see and
 * replace what it answers. `behindRuns` of the library is what programs have.
 */
// Loaded first, as it has derivatives answered behind runs.
import '../../src/plain/compiler.js';
import { mode } from '../../src/core/open-runs.js';
import type { AnyFunction, Wrt } from '../../src/derivatives/signatures.js';
import { outputShapeWithBlocks } from '../../src/derivatives/output-reals.js';
import { answerBehind, answerBy, asItIs } from '../../src/functions/translated-functions.js';
import { knownCore } from '../../src/plain/runtime/known-cores.js';
import type { AnyPoint } from '../../src/plain/runtime/compiled/answers/guarded-point.js';
import { areBuiltInsAsLoaded, REPLACED } from '../../src/plain/runtime/compiled/built-ins.js';
import {
  operatorsBy,
  type Answers,
  type CompiledAnswer,
} from '../../src/plain/runtime/compiled/derivative-operators.js';
import { behindRuns } from '../../src/plain/runtime/specialised/behind-runs.js';
import { effort } from '../../src/plain/runtime/specialised/specialised-function.js';
import { loopAt, loopOf } from '../../src/plain/runtime/specialised/specialised-loops.js';
import { Version } from '../../src/plain/runtime/specialised/specialised-version.js';
import {
  reasonOf,
  specialisedFor,
  type Reason,
} from '../../src/plain/runtime/specialised/specialised-within.js';
import { positionsOf } from '../../src/derivatives/arguments/chosen.js';
import { Refusal } from '../../src/plain/specialise/values/abstract.js';

const limits = { steps: 100_000, statements: 4000 };
const MOST = 8;

/** The versions of all functions of a core, and why the last call had no code. */
class Code {
  readonly versions: Version[] = [];
  reason: Reason | undefined;
  private refusals = 0;

  readonly told = <T>(make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.reason = reasonOf(error);
      effort.onRefusal?.(this.reason.what);
      return null;
    }
  };

  asked<T>(
    f: AnyFunction,
    args: readonly unknown[],
    wrt: Wrt,
    ask: (version: Version) => T | null,
  ): T | null {
    if (!areBuiltInsAsLoaded()) return ((this.reason = { what: REPLACED }), null);
    for (const version of this.versions) {
      const found = ask(version);
      if (found !== null) return ((this.reason = undefined), found);
    }
    if (this.versions.length === MOST || this.refusals === MOST) return null;
    const version = this.told(
      () =>
        new Version(specialisedFor(f, args, positionsOf(wrt), limits, this.versions.length > 0)),
    );
    if (version === null) return (this.refusals++, null);
    this.reason = undefined;
    this.versions.push(version);
    return ask(version);
  }
}

const codes = new WeakMap<object, Code>();

function codeOf(f: AnyFunction): Code | null {
  const core = typeof f === 'function' ? knownCore(f)?.core : undefined;
  if (core === undefined) return null;
  const key = 'f' in core ? core.f : core.made;
  let code = codes.get(key);
  if (code === undefined) codes.set(key, (code = new Code()));
  return code;
}

const arePositions = (wrt: Wrt, args: readonly unknown[]): wrt is number | readonly number[] =>
  typeof wrt === 'number' ||
  (Array.isArray(wrt) &&
    wrt.every((k) => typeof k === 'number' && k in args) &&
    new Set(wrt).size === wrt.length);

/** The value and the gradient; null where code leaves, or is refused. Nothing is written before `finish`. */
function answer(f: AnyFunction, args: readonly unknown[], wrt: Wrt): CompiledAnswer | null {
  const code = codeOf(f);
  if (code === null) return null;
  if (!arePositions(wrt, args)) {
    if ([wrt].flat().every((k) => typeof k === 'number')) return null;
    const point = at(f, args, wrt);
    const cotangents = point?.height() === 1 ? point.pulled([[1]]) : null;
    const value = cotangents && point!.value()?.tree;
    return typeof value === 'number'
      ? { value, cotangents: cotangents![0], keys: null, finish: () => point!.finish() }
      : null;
  }
  const found = code.asked(f, args, wrt, (version) => version.gradient(f, args, wrt, code.told));
  if (found === null) return null;
  const { value, gradient, finish } = found;
  const cotangents = outputShapeWithBlocks(gradient, 'the gradient').reals as number[];
  return { value, cotangents, keys: null, ...(finish && { finish }) };
}

/** The function at arguments; null where there is no code for these. */
function at(f: AnyFunction, args: readonly unknown[], wrt: Wrt): AnyPoint | null {
  const ofLoop = loopAt(f, args, wrt as readonly number[]);
  if (ofLoop !== undefined) return ofLoop;
  const code = codeOf(f);
  return (
    code &&
    code.asked(f, args, wrt, (version) =>
      version.at(f, args, wrt, code.told, (leave) => void leave()),
    )
  );
}

/** The value and the gradient of a function that gives something beside its number, and that. */
function beside(f: AnyFunction, args: readonly unknown[], wrt: Wrt) {
  const code = codeOf(f);
  if (code === null || !arePositions(wrt, args)) return null;
  const found = code.asked(f, args, wrt, (version) =>
    version.hasBeside ? version.gradientBeside(f, args, wrt, code.told) : null,
  );
  if (found === null) return null;
  const { value, gradient, beside: aux, finish } = found;
  finish?.();
  return { value, gradient, aux };
}

/** The answers that tests see and replace. */
export const compiled: Answers & { recorded: typeof behindRuns.recorded } = {
  answer,
  at,
  beside,
  ready: () => null,
  recorded: behindRuns.recorded,
};

const operators = operatorsBy(
  {
    answer: (...given) => compiled.answer(...given),
    at: (...given) => compiled.at(...given),
    beside: (...given) => compiled.beside(...given),
    ready: (...given) => compiled.ready(...given),
  },
  loopOf,
);

/** From now on all derivatives ask compiled code first, at once. */
export function answerAtOnce(): void {
  answerBy(operators);
  answerBehind({
    recorded: (...given) => compiled.recorded(...given),
    answer: (_, __, ask) => (mode.on ? null : ask(operators)) ?? asItIs(),
    outcome: (f, args) => {
      if (args !== undefined) return behindRuns.outcome(f, args);
      const code = codeOf(f);
      if (code === null) return undefined;
      const exists = code.versions.length > 0;
      const { reason } = code;
      return { isTried: exists || reason !== undefined, exists, ...(reason && { reason }) };
    },
  });
}

/** Derivatives are answered as in programs: by runs, and by code behind them. */
export const answerBehindRuns = (): void => answerBehind(behindRuns);

answerAtOnce();
