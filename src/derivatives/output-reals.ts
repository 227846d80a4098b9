/** Takes results apart, and finds what their reals are in a run. */
import { asBlock, blocks, isBlock, type Seen } from '../core/block.js';
import { copied, outputNotReal } from '../errors/errors.js';
import { Run, isReal, keptPrimal, type Dual, type Real } from '../core/real.js';
import { realsAndBlocks } from '../core/trees/flat.js';
import { flatten, Shape } from '../core/trees/tree.js';
import type { DeltaId } from '../delta/delta.js';
import type { DeltaDual } from '../tape/columns.js';

/** A result taken apart. */
export const outputShape = (output: unknown): Shape => flatten(output, 'the output');

/** The same, with arrays as parts of their own. */
export const outputShapeWithBlocks = (output: unknown, name = 'the output'): Shape =>
  new Shape(output, name, realsAndBlocks);

/**
 * A real of the output from the view of a run: its primal one level down, and its dual if it has one
 * there.
 */
export function seenBy(run: Run, x: Real): Seen {
  if (!isReal(x) || typeof x === 'number') return { primal: x, dual: null };
  if (!Run.isRun(x.run)) throw copied('a real of the output');
  if (x.run.status === 'finished') return seenBy(run, keptPrimal(x));
  return x.run === run ? { primal: run.primalOf(x), dual: x } : { primal: x, dual: null };
}

/** The same for a real or a block. */
export const seenWithBlocks: typeof seenBy = (run, x) =>
  isBlock(x) ? blocks.kind!.seenBy(run, asBlock(x)) : seenBy(run, x);

/** The primals of the reals of an output. */
export const primalsOf = (run: Run, { reals }: Shape): Real[] =>
  reals.map((x) => seenWithBlocks(run, x).primal);

/** The ids of the reals of an output. */
export const idsOf = (run: Run, { reals }: Shape): DeltaId[] =>
  reals.map((x) => idOf(seenWithBlocks(run, x).dual));

/** The id of an output real on the run's tape; 0, `Zero`, if it does not depend on the inputs. */
export const idOf = (dual: Dual | null): DeltaId => (dual === null ? 0 : (dual as DeltaDual).id);

/** The value that the user gets. A tape reads arrays that it kept, so those are copied. */
export const ownCopy = (x: Real): unknown => (isBlock(x) ? blocks.kind!.copy(asBlock(x)) : x);

/** An output that must be a real; a 0-dimensional array counts as one. */
export function realOutput(output: unknown, what: string): Real {
  const x = isBlock(output) ? blocks.kind!.real(asBlock(output), what) : output;
  if (!isReal(x)) throw outputNotReal(output, what);
  return x;
}
