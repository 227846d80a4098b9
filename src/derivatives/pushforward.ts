/**
 * The pushforward of a function between trees of reals and functions (Fig. 15; Mak, Ong).
 *
 * Where the result holds functions, their tangents are functions, each call of which is a run of
 * its own: the tangent of x ↦ f(x)(y). So no dual outlives its run, and a tangent function may be
 * given to itself or to other derivatives (Manzyuk et al., the "Amazing Bug"). Each such call runs
 * f again: O(f) and the call.
 */
import { ownerOf } from '../core/trees/read-as.js';
import { Contents } from './arguments/contents.js';
import { within } from '../core/open-runs.js';
import { varyingResult } from './errors.js';
import { ForwardRun } from '../tape/forward-run.js';
import {
  dualAtom,
  flattenWithFunctions,
  isFunction,
  tangentSeen,
  type Atom,
  type AtomChange,
  type FunctionShape,
} from './function-atoms.js';
import { insistOnOpen } from './argument-shapes.js';
import { invoke, invokeOnCopies } from './call.js';
import { seenWithBlocks } from './output-reals.js';
import type { AnyFunction } from './signatures.js';

/** An argument with a tangent. */
export interface Moving {
  readonly position: number;
  readonly shape: FunctionShape;
  /** One for each atom of the shape. */
  readonly tangents: readonly AtomChange[];
}

/** The result of a pushforward, with the atoms of value and tangent in the order of the shape. */
export interface Pushed {
  readonly shape: FunctionShape;
  /** Functions are those that the run made; they hold its duals, and cannot be called. */
  readonly primals: readonly Atom[];
  readonly tangents: readonly Atom[];
}

/** Runs `f` once, along the tangents of the moving arguments; `given` as for `callOnCopies`. */
export function pushforward(
  f: AnyFunction,
  args: readonly unknown[],
  moving: readonly Moving[],
  given?: null,
): Pushed {
  const run = new ForwardRun();
  return within(run, () => {
    const filled = moving.map(({ position, shape, tangents }) => {
      insistOnOpen(shape.reals, 'a real of an argument');
      insistOnOpen(tangents, 'a real of a tangent');
      return { position, shape, leaves: shape.reals.map((x, k) => dualAtom(run, x, tangents[k])) };
    });
    const shape = outputWithFunctions(invokeOnCopies(f, args, filled, given));
    const primals: Atom[] = [];
    // A function of the result runs `f` again when it is called, at these arguments.
    const contents = shape.reals.some(isFunction) ? new Contents(args, 'an argument') : null;
    const again = () => contents!.copy((x) => x).roots;
    const tangents = shape.reals.map((x, k): Atom => {
      if (isFunction(x)) {
        primals.push(x);
        return (...ys) => tangentOfCall(f, again(), moving, k, ys);
      }
      const seen = seenWithBlocks(run, x);
      primals.push(seen.primal);
      return tangentSeen(seen);
    });
    return { shape, primals, tangents };
  });
}

export const outputWithFunctions = (output: unknown): FunctionShape =>
  flattenWithFunctions(output, 'the output');

/** The tangent of the result that function `atom` of the result gives at `ys`. */
function tangentOfCall(
  f: AnyFunction,
  args: readonly unknown[],
  moving: readonly Moving[],
  atom: number,
  ys: unknown[],
): unknown {
  const call = (...xs: never[]) => {
    const shape = outputWithFunctions(invoke(f, xs));
    const g: Atom | undefined = shape.reals[atom];
    if (!isFunction(g)) throw varyingResult(shape.paths()[atom] ?? 'a part of the output');
    return g.apply(ownerOf(shape, atom), ys);
  };
  const { shape, tangents } = pushforward(call, args, moving, null);
  return shape.rebuild(tangents);
}
