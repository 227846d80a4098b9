/**
 * Forward passes over a function with a tangent for each input real: columns of
 * Jacobians, and sums of them.
 */
import { within } from '../core/open-runs.js';
import type { Real } from '../core/real.js';
import type { Shape } from '../core/trees/tree.js';
import { ForwardRun } from '../tape/forward-run.js';
import { callOnCopies, filledBy } from './call.js';
import { tangentSeen } from './function-atoms.js';
import { outputShapeWithBlocks, seenWithBlocks } from './output-reals.js';
import type { AnyFunction, Wrt } from './signatures.js';

/** The shape of the output, and the primals and tangents of its reals. */
interface AlongDirection {
  readonly output: Shape;
  readonly primals: readonly Real[];
  readonly tangents: readonly Real[];
}

/** One pass along the direction that has this tangent for the k-th real or block of the inputs. */
export type ForwardPass = (tangent: (k: number) => Real) => AlongDirection;

export const forwardPasses =
  (f: AnyFunction, args: readonly unknown[], wrt: Wrt, inputs: readonly Shape[]): ForwardPass =>
  (tangent) => {
    const run = new ForwardRun();
    let next = 0;
    const leaves = inputs.map(({ reals }) => reals.map((x) => run.moving(x, tangent(next++))));
    return within(run, () => {
      const output = outputShapeWithBlocks(callOnCopies(f, args, filledBy(wrt, inputs, leaves)));
      const seen = output.reals.map((x) => seenWithBlocks(run, x));
      return {
        output,
        primals: seen.map(({ primal }) => primal),
        tangents: seen.map(tangentSeen),
      };
    });
  };
