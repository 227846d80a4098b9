/** Runs a function once, and sweeps what it recorded in as many directions as an operator needs. */
import { TapeIsFull } from '../errors/errors.js';
import { insideRun } from '../core/open-runs.js';
import type { Shape } from '../core/trees/tree.js';
import type { DeltaId } from '../delta/delta.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import { idsOf, outputShapeWithBlocks } from './output-reals.js';
import { record } from './record.js';
import type { AnyFunction, Wrt } from './signatures.js';

export interface RecordedOnce {
  readonly run: ReverseRun;
  readonly output: Shape;
  /**
   * The ids of the reals and blocks of the output; 0, `Zero`, for those that do not depend on the inputs.
   */
  readonly ids: readonly DeltaId[];
}

/**
 * Records a run once and returns the result of `use` on it; null inside another derivative, where
 * sweeps cost more than passes, and where the function is too long for the tape.
 */
export function recordedOnce<T>(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  use: (recorded: RecordedOnce) => T,
): T | null {
  if (insideRun()) return null;
  try {
    return record(f, args, wrt, ({ run, output: result }) => {
      const output = outputShapeWithBlocks(result);
      return use({ run, output, ids: idsOf(run, output) });
    });
  } catch (error) {
    if (error instanceof TapeIsFull) return null;
    throw error;
  }
}
