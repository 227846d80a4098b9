/** Answers derivatives of functions whose core is attached, in the place of runs. */
import { reproducible } from '../../../functions/reproducible.js';
import { mode } from '../../../core/open-runs.js';
import { asItIs, type CodeBehind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { knownCore } from '../known-cores.js';
import { operatorsBy } from '../compiled/derivative-operators.js';
import type { Positions } from '../../specialise/specialised-gradient.js';
import { SpecialisedFunction } from './specialised-function.js';
import { loopAt, loopOf } from './specialised-loops.js';

/** By the functions, and by their cores: closures of one core share their code. */
const functions = new WeakMap<object, SpecialisedFunction | null>();
/** The same for reproducible work. */
const atOnce: typeof functions = new WeakMap();

/** Null where nothing is known of a function. */
function specialisedOf(f: AnyFunction): SpecialisedFunction | null {
  const isAtOnce = reproducible.task !== null;
  const all = isAtOnce ? atOnce : functions;
  let found = all.get(f);
  if (found !== undefined) return found;
  const known = knownCore(f);
  const core = known && ('f' in known.core ? known.core.f : known.core.made);
  found = core === undefined ? null : (all.get(core) ?? new SpecialisedFunction(isAtOnce));
  all.set(f, found);
  if (core !== undefined) all.set(core, found);
  return found;
}

const arePlaces = (wrt: unknown): boolean =>
  typeof wrt === 'number' || (Array.isArray(wrt) && wrt.every((k) => typeof k === 'number'));

/** True if arguments are named by their positions, as runs take them. */
const arePositions = (wrt: unknown, args: readonly unknown[]): wrt is Positions =>
  typeof wrt === 'number' ||
  (Array.isArray(wrt) &&
    wrt.every((k) => typeof k === 'number' && k in args) &&
    new Set(wrt).size === wrt.length);

export const operators = operatorsBy(
  {
    ready: (f, args, wrt) =>
      arePositions(wrt, args) ? (specialisedOf(f)?.ready(f, args, wrt) ?? null) : null,
    answer: (f, args, wrt) => {
      if (arePlaces(wrt)) return null;
      const point = specialisedOf(f)?.at(f, args, wrt);
      const cotangents = point?.height() === 1 ? point.pulled([[1]]) : null;
      const value = cotangents && point!.value()?.tree;
      return typeof value === 'number'
        ? { value, cotangents: cotangents![0], keys: null, finish: () => point!.finish() }
        : null;
    },
    at: (f, args, wrt) => {
      const ofLoop = loopAt(f, args, wrt as readonly number[]);
      return ofLoop === undefined ? (specialisedOf(f)?.at(f, args, wrt) ?? null) : ofLoop;
    },
    beside: (f, args, wrt) =>
      arePositions(wrt, args) ? (specialisedOf(f)?.readyBeside(f, args, wrt) ?? null) : null,
  },
  loopOf,
);

/** Runs answer first, and code behind them. */
export const behindRuns: CodeBehind = {
  answer: (f, kind, ask) => {
    const of = typeof f === 'function' && !mode.on ? specialisedOf(f) : null;
    return of === null ? asItIs() : of.answer(f, kind, () => ask(operators));
  },
  recorded: (f, args) => specialisedOf(f)?.recorded(f, args),
  outcome: (f, args) => {
    const found = specialisedOf(f);
    return args === undefined ? found?.outcome : found?.outcomeFor(f, args);
  },
};
