/**
 * The reverse-mode wrapper, general S and T (Fig. 15): dualise the chosen arguments (initVars), run
 * the function once, and hand the run with its bindings to whoever wants something of it.
 */
import { readAs } from '../core/trees/read-as.js';
import { copied, finishedRun } from '../core/errors.js';
import type { Flat } from '../core/trees/flat.js';
import { deepestRun, usable, within } from '../core/open-runs.js';
import { Dual, Run, isReal, type Real } from '../core/real.js';
import { packingFor } from '../core/translated-functions.js';
import { flatten, type Shape } from '../core/trees/tree.js';
import { DeltaDual } from '../tape/columns.js';
import type { DeltaId } from '../delta/delta.js';
import { EngineRun } from '../tape/engine.js';
import { NestedRun } from '../tape/nested-run.js';
import type { ReverseHost, ReverseRun } from '../tape/reverse-run.js';
import { positionsOf, shapesBy } from './arguments/chosen.js';
import { Copies, type Filled, type Given } from './arguments/copies.js';
import {
  asyncFunction,
  functionResult,
  generatorFunction,
  noPrivateFields,
  notAFunction,
} from './errors.js';
import { isOfPrivateFields } from './private-fields.js';
import type { AnyFunction, Wrt } from './signatures.js';

export interface Recorded {
  readonly run: ReverseRun;
  /** The shapes of the arguments differentiated with respect to. */
  readonly inputs: readonly Shape[];
  readonly output: unknown;
}

/** The arguments that `wrt` names, taken apart. */
export function inputShapes(args: readonly unknown[], wrt: Wrt): Shape[] {
  return shapesBy(argumentShape, args, wrt);
}

/** How many reals some trees hold. */
export const countOf = (shapes: readonly Shape[]): number =>
  shapes.reduce((total, { count }) => total + count, 0);

/**
 * One argument taken apart; its duals, if any, are of open runs, since what a muted one
 * stands for is its primal.
 */
export function argumentShape(
  arg: unknown,
  position: number,
  keys: readonly string[] | null = null,
): Shape {
  const shape = flatten(arg, `argument ${position}`, keys);
  if (shape.flat instanceof Float64Array) return shape;
  const { reals } = shape;
  for (let k = 0; k < reals.length; k++) {
    const x = reals[k];
    if (typeof x !== 'number') reals[k] = usable(x, () => `argument ${position}`);
  }
  return shape;
}

/** Refuses copies of duals, and duals of finished runs; other values pass. */
export function insistOnOpen(values: readonly unknown[], place: string): void {
  for (const x of values) {
    if (!(x instanceof Dual)) continue;
    if (!Run.isRun(x.run)) throw copied(place);
    if (x.run.status === 'finished') throw finishedRun();
  }
}

/** The arguments with other trees at the positions that `wrt` names. */
export function withArguments(args: readonly unknown[], wrt: Wrt, trees: readonly unknown[]) {
  const replaced = [...args];
  positionsOf(wrt).forEach((position, k) => (replaced[position] = trees[k]));
  return replaced;
}

/** Deals a flat list of leaves out to shapes, in order. */
export function rebuildAll(
  shapes: readonly Pick<Shape, 'count' | 'rebuild'>[],
  leaves: Flat<unknown>,
): unknown[] {
  let start = 0;
  return shapes.map((shape) => {
    start += shape.count;
    return shape.rebuild(leaves, start - shape.count);
  });
}

/**
 * The reals of a tangent or cotangent, in the shape of a tree; its duals, if
 * any, must be of open runs.
 */
export function readOpen(shape: Shape, tree: unknown, what: string): Real[] {
  const reals = readAs(shape, tree, what);
  insistOnOpen(reals, `a real of the ${what}`);
  return reals;
}

/** The fastest kind of run for where we are: outermost, or as the run around it knows. */
function newRun(): ReverseRun {
  const outer = deepestRun() as (Run & Partial<ReverseHost>) | undefined;
  return outer === undefined ? new EngineRun() : (outer.reverseInside?.() ?? new NestedRun());
}

/** The reals of an argument as duals; those of arrays packed, if `f` is known to be translated. */
function dualised(run: ReverseRun, shape: Shape, f: AnyFunction): Flat<unknown> {
  const { flat } = shape;
  const packed = run instanceof EngineRun && flat instanceof Float64Array && shape.isOfFloats;
  const pack = packed ? packingFor(f) : null;
  return pack === null
    ? run.dualise(flat)
    : (run as EngineRun).dualiseAs(flat as Float64Array, pack);
}

/** The arguments that `wrt` names, each with leaves of its own. */
export const filledBy = (
  wrt: Wrt,
  inputs: readonly Shape[],
  leaves: readonly Flat<unknown>[],
): Filled[] =>
  positionsOf(wrt).map((position, k) => ({ position, shape: inputs[k], leaves: leaves[k] }));

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
  const inputs = inputShapes(args, wrt);
  const run = newRun();
  return within(run, () => {
    const leaves = inputs.map((shape) => dualised(run, shape, f));
    const copies = new Copies(args, filledBy(wrt, inputs, leaves), given);
    const output = call(f, copies.args);
    copies.insistOnOneName();
    return use({ run, inputs, output });
  });
}

/**
 * Calls a function under differentiation, which must return its result directly, and no function.
 */
export function call(f: AnyFunction, args: readonly unknown[]): unknown {
  const output = invoke(f, args);
  if (typeof output === 'function') throw functionResult();
  return output;
}

/** The same for a function whose result may be a function. */
export function invoke(f: AnyFunction, args: readonly unknown[]): unknown {
  if (typeof f !== 'function') throw notAFunction('a derivative', f);
  try {
    return insistOnDirect((f as (...args: unknown[]) => unknown)(...args));
  } catch (error) {
    throw isOfPrivateFields(error) ? noPrivateFields(error, args) : error;
  }
}

/** Refuses results that are still to come. */
export function insistOnDirect(output: unknown): unknown {
  if (isThenable(output)) {
    // The rest of the function fails on its own, later; this error has been reported.
    output.then(undefined, () => undefined);
    throw asyncFunction();
  }
  if (isGenerator(output)) throw generatorFunction();
  return output;
}

/** A result taken apart. */
export const outputShape = (output: unknown): Shape => flatten(output, 'the output');

/** Asked of every step of a loop, hence the cheap question first. */
const isGenerator = (value: unknown): boolean =>
  typeof value === 'object' &&
  typeof (value as { next?: unknown } | null)?.next === 'function' &&
  /^\[object (Async)?Generator\]$/.test(Object.prototype.toString.call(value));

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Dual) &&
  typeof (value as { then?: unknown }).then === 'function';

/**
 * What a real of the output is to a run: its primal one level down, and its
 * dual if it has one there.
 */
export function seenBy(run: Run, x: Real): { readonly primal: Real; readonly dual: Dual | null } {
  if (!isReal(x) || typeof x === 'number') return { primal: x, dual: null };
  if (!Run.isRun(x.run)) throw copied('a real of the output');
  if (x.run.status === 'finished') throw finishedRun();
  return x.run === run ? { primal: run.primalOf(x), dual: x } : { primal: x, dual: null };
}

/** The primals of the reals of an output. */
export const primalsOf = (run: Run, { reals }: Shape): Real[] =>
  reals.map((x) => seenBy(run, x).primal);

/** The ids of the reals of an output. */
export const idsOf = (run: Run, { reals }: Shape): DeltaId[] =>
  reals.map((x) => idOf(seenBy(run, x).dual));

/** The id of an output real on the run's tape; 0, `Zero`, if it does not depend on the inputs. */
export const idOf = (dual: Dual | null): DeltaId => (dual === null ? 0 : (dual as DeltaDual).id);
