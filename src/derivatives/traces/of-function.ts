/** One run of a function as a program (trace-term.ts). */
import { deepestRun } from '../../core/open-runs.js';
import { insistOnOptions } from '../../errors/options.js';
import { numberIn } from '../../core/number-in.js';
import type { Real } from '../../core/real.js';
import { inputShapes } from '../argument-shapes.js';
import { insistingOnAll } from '../arguments/left-out.js';
import { callOnCopies, filledBy } from '../call.js';
import { inputPaths } from '../input-paths.js';
import { seenBy } from '../../core/open-runs.js';
import { outputShape } from '../output-reals.js';
import type { AnyFunction, Arguments, Callback, Unannotated, Wrt, WrtOf } from '../signatures.js';
import { symbolically } from './symbolic-run.js';
import type { TraceTerm } from './trace-term.js';

/**
 * The trace of one run of `f` as a program: each operation with its arguments, and the questions that
 * steered the run. It is evaluated at other inputs by `evaluateTrace`, differentiated by
 * `differentiateTrace`, printed by `showTrace`, compared by `compareTraces`, and kept by `traceToJSON`.
 * Loops, calls and arrays of numbers are gone through; of a derivative inside, the trace has the operations
 * of its sweep. Inputs are named by their paths, as `trace` does it. O(f).
 *
 * @throws DeltaTapeError as `vjp`, and for arrays of numpy-ts.
 * @example
 * traceTerm((x: Real) => mul(x, 2))(3).bindings[0].args // [{ id: 1 }, 2]
 */
export function traceTerm<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P>,
  options?: { readonly wrt?: W },
): <A extends Arguments<F>>(...args: A) => TraceTerm;
export function traceTerm(f: AnyFunction, options: { readonly wrt?: Wrt } = {}): unknown {
  insistOnOptions('traceTerm', options, { wrt: true });
  const { wrt = 0 } = options;
  return (...args: unknown[]): TraceTerm => {
    const shapes = inputShapes(args, wrt);
    const names = inputPaths(shapes, wrt);
    const reals = shapes.flatMap((shape) => shape.reals);
    const inputs = reals.map((x, k) => ({ name: names[k], primal: numberIn(x) }));
    const g = insistingOnAll(f, args);
    return symbolically(inputs, reals, (duals) => {
      const run = deepestRun()!;
      let start = 0;
      const leaves = shapes.map(({ count }) => duals.slice(start, (start += count)));
      const output = outputShape(callOnCopies(g, args, filledBy(wrt, shapes, leaves)));
      return output.reals.map((x) => seenBy(run, x).dual ?? numberIn(x));
    });
  };
}
