/**
 * Recomputing instead of remembering: a checkpointed function leaves no bindings on
 * the tape but one for each real of its result, and is recorded again when the sweep
 * comes to it. Time for memory.
 */
import { deepestUnmuted } from '../core/levels.js';
import { primalOf, type Real } from '../core/real.js';
import { mapReals, type Shape } from '../core/tree.js';
import { ReverseRun } from '../delta/reverse.js';
import type { Cotangents } from '../delta/cotangents.js';
import { notRepeatable } from './errors.js';
import { call, outputShape, type AnyFunction } from './record.js';

/**
 * The innermost derivative, if it is one that remembers what it does. Not below a muted one, whose
 * duals could not be used again when the sweep of the outer one comes.
 */
export function remembering(): ReverseRun | null {
  const run = deepestUnmuted();
  return run instanceof ReverseRun ? run : null;
}

/** A tree with the reals of the enclosing level in the place of the run's duals. */
export const primalTree = (run: ReverseRun, tree: unknown): unknown =>
  mapReals(tree, 'an argument', (x) => run.primalOfReal(x));

/** A tree with duals of the current segment in the place of the run's. */
const adoptedTree = (run: ReverseRun, tree: unknown): unknown =>
  mapReals(tree, 'an argument', (x) => run.adopted(x));

/** Puts cotangents on reals of a tree, where they depend on the inputs of the run. */
export function seed(
  run: ReverseRun,
  reals: readonly Real[],
  cotangents: readonly Real[],
  to: Cotangents,
): void {
  reals.forEach((x, k) => {
    const id = run.idOf(x);
    if (id > 0 && cotangents[k] !== 0) to.add(id, cotangents[k]);
  });
}

/**
 * Refuses reals that came out otherwise than the first time: their derivative
 * would be that of another run.
 */
export function insistOnSame(first: readonly Real[], again: readonly Real[], what: string): void {
  // The signs of zeros may differ, since a 0 is skipped as a number, but not as a dual.
  const differ = (x: number, y: number) => x !== y && !(Number.isNaN(x) && Number.isNaN(y));
  const changed = (x: Real, k: number) => differ(primalOf(x), primalOf(again[k]));
  if (first.length !== again.length || first.some(changed)) throw notRepeatable(what);
}

/**
 * The function `f`, which in reverse mode is not remembered but run again when its derivative is
 * needed: the memory of a run is that of its longest checkpointed part, and the time at most
 * doubles for each level of checkpointed functions inside each other. The function may use reals
 * from outside. In other modes it is `f`.
 *
 * Each call of the pullback of a `vjp` over such a function runs everything again.
 *
 * @throws DeltaTapeError in the sweep, if `f` does not compute the same numbers again.
 * @example
 * const twice = checkpoint((x: Real) => sin(sin(x)));
 * trace((x: Real) => twice(x))(1).counts.bindings // 1
 */
export function checkpoint<F extends AnyFunction>(f: F): F;
export function checkpoint(f: AnyFunction): unknown {
  return (...args: readonly unknown[]): unknown => {
    const run = remembering();
    if (run === null) return call(f, args);
    const shape: Shape = run.muted(() =>
      outputShape(
        call(
          f,
          args.map((arg) => primalTree(run, arg)),
        ),
      ),
    );
    const primals = shape.reals.map((x) => run.primalOfReal(x));
    const duals = run.group(primals, {
      recordsAgain: true,
      pull: (cotangents, to) => {
        const before = run.top;
        run.segment(() => {
          const again = outputShape(
            call(
              f,
              args.map((arg) => adoptedTree(run, arg)),
            ),
          ).reals;
          insistOnSame(primals, again, 'a checkpointed function');
          seed(run, again, cotangents, to);
          run.sweepTo(before, to);
        });
      },
    });
    return shape.rebuild(duals);
  };
}
