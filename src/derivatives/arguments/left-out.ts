/**
 * Calls with fewer arguments than the function has parameters. Parameters may be optional, and only the
 * function knows which: so such a call is refused where it gives NaN or nothing, or fails by what is
 * missing.
 */
import { asBlock, blocks, isBlock } from '../../core/block.js';
import { DeltaTapeError } from '../../errors/errors.js';
import { numberIn } from '../../core/number-in.js';
import type { Real } from '../../core/real.js';
import { registerWrapper } from '../../functions/translated-functions.js';
import { realsAndBlocks } from '../../core/trees/flat.js';
import { Shape } from '../../core/trees/tree.js';
import type { AnyFunction } from '../signatures.js';
import { argumentsLeftOut } from './errors.js';

/** The fewest arguments with which functions did well. */
const fewest = new WeakMap<AnyFunction, number>();

/** True if arguments are left out that the function may need. */
export const mayNeedMore = (f: AnyFunction, args: readonly unknown[]): boolean =>
  args.length < f.length && !(fewest.get(f)! <= args.length);

/** True if a primal is NaN. */
export const isNotANumber = (x: Real): boolean =>
  isBlock(x) ? blocks.kind!.holdsNaN(asBlock(x)) : Number.isNaN(numberIn(x));

function failure(output: unknown): string | null {
  if (output === undefined) return 'it returned undefined';
  const { reals } = new Shape(output, 'the output', realsAndBlocks);
  return reals.some(isNotANumber) ? 'its result is NaN' : null;
}

const isByWhatIsMissing = (error: unknown): error is Error =>
  error instanceof TypeError || (error instanceof DeltaTapeError && error.code === 'not-a-real');

/** `f` for a call with these arguments, which says so where it needs those that are left out. */
export function insistingOnAll(f: AnyFunction, args: readonly unknown[]): AnyFunction {
  if (typeof f !== 'function' || !mayNeedMore(f, args)) return f;
  const refused = (what: string, cause?: unknown) =>
    argumentsLeftOut(f.length, args.length, what, { cause });
  const g = (...given: never[]): unknown => {
    let output: unknown;
    try {
      output = f(...given);
    } catch (error) {
      throw isByWhatIsMissing(error) ? refused(`it failed: ${error.message}`, error) : error;
    }
    if (typeof output === 'function' || output instanceof Promise) return output;
    const failed = failure(output);
    if (failed !== null) throw refused(failed);
    fewest.set(f, args.length);
    return output;
  };
  registerWrapper(f, g);
  return g;
}
