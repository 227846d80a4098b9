/** Answers derivatives of functions whose core is attached, in the place of runs. */
import { reproducible } from '../../../functions/reproducible.js';
import { mode } from '../../../core/open-runs.js';
import { answerBehind, asItIs } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { coreOf as told, knownCore } from '../attached-cores.js';
import { operatorsBy } from '../compiled/derivative-operators.js';
import type { Positions } from '../../specialise/specialised-gradient.js';
import { effort, SpecialisedFunction } from './specialised-function.js';

const functions = new WeakMap<AnyFunction, SpecialisedFunction | null>();
/** The same for reproducible work. */
const atOnce: typeof functions = new WeakMap();

/** Null where nothing is known of a function. */
function specialisedOf(f: AnyFunction): SpecialisedFunction | null {
  const isAtOnce = reproducible.task !== null;
  const known = isAtOnce ? atOnce : functions;
  let found = known.get(f);
  if (found === undefined) {
    found = knownCore(f) === undefined ? null : new SpecialisedFunction(f, isAtOnce);
    known.set(f, found);
  }
  return found;
}

/** True if arguments are named by their positions, as runs take them. */
const arePositions = (wrt: unknown, args: readonly unknown[]): wrt is Positions =>
  typeof wrt === 'number' ||
  (Array.isArray(wrt) &&
    wrt.every((k) => typeof k === 'number' && k in args) &&
    new Set(wrt).size === wrt.length);

const operators = operatorsBy(
  {
    ready: (f, args, wrt) =>
      arePositions(wrt, args) ? (specialisedOf(f)?.ready(args, wrt) ?? null) : null,
    answer: (f, args, wrt) => {
      if (arePositions(wrt, args)) return null;
      const point = specialisedOf(f)?.at(args, wrt);
      const cotangents = point?.height() === 1 ? point.pulled([[1]]) : null;
      const value = cotangents && point!.value()?.tree;
      return typeof value === 'number'
        ? { value, cotangents: cotangents![0], keys: null, finish: () => point!.finish() }
        : null;
    },
    at: (f, args, wrt) => specialisedOf(f)?.at(args, wrt) ?? null,
    withAux: () => null,
    recorded: () => undefined,
  },
  () => null,
);

/** Remembers a module; its functions and classes call the result. */
export function coreOf(...module: Parameters<typeof told>): ReturnType<typeof told> {
  answerBehind({
    isFirst: () => effort.isFirst,
    answer: (f, kind, ask) => {
      const of = typeof f === 'function' && !mode.on ? specialisedOf(f) : null;
      return of === null ? asItIs() : of.answer(kind, () => ask(operators));
    },
    recorded: (f, args) => specialisedOf(f)?.recorded(args),
    outcome: (f, args) => {
      const found = specialisedOf(f);
      return args === undefined ? found?.outcome : found?.outcomeFor(args);
    },
  });
  return told(...module);
}
