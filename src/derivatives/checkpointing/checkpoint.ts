/**
 * Recomputing instead of remembering. A checkpointed function leaves only one binding for each real of its
 * result, and for each real that it wrote into its arguments. It is recorded again when the sweep comes to
 * it, on copies of its arguments as they were. This trades time for memory.
 */
import { adopted } from '../../tape/with-blocks.js';
import { inSegment, released } from '../../tape/segment.js';
import { Contents } from '../arguments/contents.js';
import { deepestUnmuted } from '../../core/open-runs.js';
import type { DeltaDual } from '../../tape/columns.js';
import type { DeltaId } from '../../delta/delta.js';
import type { Dual, Real } from '../../core/real.js';
import { isBlock } from '../../core/block.js';
import { ReverseRun } from '../../tape/reverse-run.js';
import { HeldReals } from './held-reals.js';
import { call } from '../call.js';
import type { AnyFunction, Callback, Unannotated } from '../signatures.js';
import { group, seed } from '../../tape/rules.js';
import { sweepDown, type Call } from '../../tape/tape.js';

/**
 * The innermost derivative, if it is one that remembers what it does. Not below a muted one, whose duals
 * could not be used again when the sweep of the outer one comes.
 */
export function remembering(): ReverseRun | null {
  const run = deepestUnmuted();
  return run instanceof ReverseRun ? run : null;
}

/**
 * The very duals that were given, for those of a segment that stood for them and is over. Containers that an
 * enclosing segment captures, and does not know, then hold what they did.
 */
export function givenBack(run: ReverseRun, given: Contents): (x: Dual) => Dual | undefined {
  let originals: ReadonlyMap<DeltaId, Dual> | undefined;
  return (x) => {
    if (released(run, x) === x) return undefined;
    originals ??= new Map(given.duals.map((dual) => [run.idOf(dual), dual]));
    return originals.get((x as DeltaDual).id);
  };
}

/**
 * The reals that containers had before `body` took others of a segment for them, if it throws. What it had
 * written by then is of no use: the reals of a segment are refused when it is over.
 */
export function restoring<T>(run: ReverseRun, given: Contents, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const original = givenBack(run, given);
    new Contents(given.containers, 'an argument').replace((x) => original(x) ?? x, false);
    throw error;
  }
}

/** The call as `trace` shows it if there are arrays among its arguments or results. */
export function callOn(
  run: ReverseRun,
  name: string,
  { duals }: Contents,
  results: readonly Real[],
): Call | undefined {
  if (!duals.some(isBlock) && !results.some(isBlock)) return undefined;
  return { name, args: [...new Set(duals.map((x) => run.idOf(x)))] };
}

function remembered(run: ReverseRun, f: AnyFunction, args: readonly unknown[]): unknown {
  const given = new Contents(args, 'an argument');
  const here = (x: Dual) => adopted(run, x);
  /** The contents that a call leaves behind: its result, and what it wrote into its arguments. */
  const left = (roots: readonly unknown[], containers: readonly unknown[]) =>
    new Contents([call(f, roots), ...containers], 'the result');
  const made = restoring(run, given, () =>
    inSegment(
      run,
      () => {
        const before = run.top;
        const roots = given.replace(here, false);
        return HeldReals.of(run, left(roots, given.containers), before);
      },
      { isDry: true },
    ),
  );
  const recordAgain = () => {
    const { roots, containers } = given.copy(here);
    return made.again(left(roots, containers).duals, 'a checkpointed function');
  };
  const results = group(run, made.primals, {
    push: null,
    call: callOn(run, 'checkpoint', given, made.primals),
    pull: (cotangents, to) =>
      inSegment(
        run,
        () => {
          const before = run.top;
          seed(run, recordAgain(), cotangents, to);
          sweepDown(run, before, to);
        },
        { isRepeated: true },
      ),
  });
  const original = givenBack(run, given);
  return made.replace(results, (x) => original(x) ?? released(run, x))[0];
}

/**
 * The function `f`, which in reverse mode is not remembered but run again when its derivative is needed: the
 * memory of a run is that of its longest checkpointed part, and the time at most doubles for each level of
 * checkpointed functions inside each other. The function may use reals from outside. In other modes it is
 * `f`.
 *
 * Writes of `f` into its arguments stay in every mode, and containers that arguments and result share stay
 * shared. The arguments may be changed after the call: it copies what they hold, in O(size of the
 * arguments), and `f` runs again on copies.
 *
 * Each call of the pullback of a `vjp` over such a function runs everything again.
 *
 * @throws DeltaTapeError in the sweep, if `f` does not compute the same numbers again, or uses a real from
 *   outside that was made after the call; if a real is used that `f` passed to the outside in another way
 *   than by its result and arguments.
 * @example
 * const twice = checkpoint((x: Real) => sin(sin(x)));
 * trace((x: Real) => twice(x))(1).counts.bindings // 1
 */
export function checkpoint<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: F & Callback<X, P>,
): F;
export function checkpoint(f: AnyFunction): unknown {
  return (...args: readonly unknown[]): unknown => {
    const run = remembering();
    return run === null ? call(f, args) : remembered(run, f, args);
  };
}
