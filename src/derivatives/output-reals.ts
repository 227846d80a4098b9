/** Takes results apart, and finds what their reals are in a run. */
import { asBlock, blocks, isBlock } from '../core/block.js';
import { outputNotReal } from '../errors/errors.js';
import { seenBy } from '../core/open-runs.js';
import { isReal, type Real, type Run } from '../core/real.js';
import { realsAndBlocks } from '../core/trees/flat.js';
import { flatten, Shape } from '../core/trees/tree.js';
import type { DeltaId } from '../delta/delta.js';
import { idOf } from '../tape/columns.js';

/** A result taken apart. */
export const outputShape = (output: unknown): Shape => flatten(output, 'the output');

/** The same, with arrays as parts of their own. */
export const outputShapeWithBlocks = (output: unknown, name = 'the output'): Shape =>
  new Shape(output, name, realsAndBlocks);

/** A real or a block of the output from the view of a run. */
export const seenWithBlocks: typeof seenBy = (run, x) =>
  isBlock(x) ? blocks.kind!.seenBy(run, asBlock(x)) : seenBy(run, x);

/** The primals of the reals of an output. */
export const primalsOf = (run: Run, { reals }: Shape): Real[] =>
  reals.map((x) => seenWithBlocks(run, x).primal);

/** The ids of the reals of an output. */
export const idsOf = (run: Run, { reals }: Shape): DeltaId[] =>
  reals.map((x) => idOf(seenWithBlocks(run, x).dual));

/** The value that the user gets. A tape reads arrays that it kept, so those are copied. */
export const ownCopy = (x: Real): unknown => (isBlock(x) ? blocks.kind!.copy(asBlock(x)) : x);

/** An output that must be a real; a 0-dimensional array counts as one. */
export function realOutput(output: unknown, what: string): Real {
  const x = isBlock(output) ? blocks.kind!.real(asBlock(output), what) : output;
  if (!isReal(x)) throw outputNotReal(output, what);
  return x;
}
