/** Answers derivatives of functions whose core is attached, in the place of runs. */
import { answerBehind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { coreOf as told, knownCore } from '../attached-cores.js';
import { isForRuns } from '../compiled/derivative-operators.js';
import { SpecialisedFunction } from './specialised-function.js';

const functions = new WeakMap<AnyFunction, SpecialisedFunction | null>();

/** Null where nothing is known of a function. */
function specialisedOf(f: AnyFunction): SpecialisedFunction | null {
  let found = functions.get(f);
  if (found === undefined) {
    found = knownCore(f) === undefined ? null : new SpecialisedFunction(f);
    functions.set(f, found);
  }
  return found;
}

/** Remembers a module; its functions and classes call the result. */
export function coreOf(...module: Parameters<typeof told>): ReturnType<typeof told> {
  answerBehind({
    gradient: (f, wrt, options, args) => {
      if (typeof f !== 'function' || typeof wrt !== 'number' || isForRuns(f, args, options))
        return null;
      return specialisedOf(f)?.answer(args, wrt) ?? null;
    },
    outcome: (f) => specialisedOf(f)?.outcome,
  });
  return told(...module);
}
