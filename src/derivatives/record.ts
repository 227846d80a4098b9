/**
 * The reverse-mode wrapper for general S and T (Fig. 15). It dualises the chosen arguments (initVars), runs
 * the function once, and hands the run with its bindings to the operator that asked for it.
 */
import { deepestRun, within } from '../core/open-runs.js';
import type { Run } from '../core/real.js';
import { packingFor } from '../functions/translated-functions.js';
import type { Flat } from '../core/trees/flat.js';
import type { Shape } from '../core/trees/tree.js';
import { EngineRun } from '../tape/engine.js';
import { NestedRun } from '../tape/nested-run.js';
import type { ReverseHost, ReverseRun } from '../tape/reverse-run.js';
import { sweeps } from '../tape/tape.js';
import { inputsWithBlocks } from './argument-shapes.js';
import type { Given } from './arguments/copies.js';
import { call, callOnCopies, filledBy } from './call.js';
import type { AnyFunction, Wrt } from './signatures.js';

export interface Recorded {
  readonly run: ReverseRun;
  /** The shapes of the arguments differentiated with respect to. */
  readonly inputs: readonly Shape[];
  readonly output: unknown;
}

/** The fastest kind of run for where we are: outermost, or as the run around it knows. */
function newRun(): ReverseRun {
  const outer = deepestRun() as (Run & Partial<ReverseHost>) | undefined;
  return outer === undefined ? new EngineRun() : (outer.reverseInside?.() ?? new NestedRun());
}

/** The reals of an argument as duals; those of arrays packed, if `f` is known to be translated. */
function dualised(run: ReverseRun, shape: Shape, f: AnyFunction): Flat<unknown> {
  const { flat } = shape;
  const isPacked = run instanceof EngineRun && flat instanceof Float64Array && shape.isOfFloats;
  const pack = isPacked && packingFor(f);
  return pack ? run.dualiseAs(flat, pack) : sweeps.dualise(run, flat);
}

/**
 * Runs `f` on duals and gives the bindings to `use`, while the run is still open.
 *
 * @param given if the arguments are copies of what the caller gave
 */
export function record<T>(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  use: (recorded: Recorded) => T,
  given?: Given,
): T {
  const inputs = inputsWithBlocks(args, wrt);
  const run = newRun();
  return within(run, () => {
    const leaves = inputs.map((shape) => dualised(run, shape, f));
    const output = callOnCopies(f, args, filledBy(wrt, inputs, leaves), given);
    return use({ run, inputs, output });
  });
}

/**
 * The same of a function of a number: it is its own tree, so nothing is taken apart, copied or built.
 *
 * @param position that of the number among the arguments
 */
export function recordNumber<T>(
  f: AnyFunction,
  args: readonly unknown[],
  position: number,
  use: (run: ReverseRun, output: unknown) => T,
): T {
  const run = newRun();
  return within(run, () => {
    const given = args.slice();
    given[position] = sweeps.dualise(run, [args[position] as number])[0];
    return use(run, call(f, given));
  });
}
