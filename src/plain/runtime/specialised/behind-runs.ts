/** Answers derivatives of functions whose core is attached, in the place of runs. */
import { reproducible } from '../../../functions/reproducible.js';
import { answerBehind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { coreOf as told, knownCore } from '../attached-cores.js';
import { isForRuns } from '../compiled/derivative-operators.js';
import type { Positions } from '../../specialise/specialised-gradient.js';
import { SpecialisedFunction } from './specialised-function.js';

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

/** Remembers a module; its functions and classes call the result. */
export function coreOf(...module: Parameters<typeof told>): ReturnType<typeof told> {
  answerBehind({
    gradient: (f, wrt, options, args) => {
      if (typeof f !== 'function' || !arePositions(wrt, args) || isForRuns(f, args, options))
        return null;
      return specialisedOf(f)?.answer(args, wrt) ?? null;
    },
    outcome: (f, args) => {
      const found = specialisedOf(f);
      return args === undefined ? found?.outcome : found?.outcomeFor(args);
    },
  });
  return told(...module);
}
