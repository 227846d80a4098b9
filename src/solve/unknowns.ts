/** Trees of reals and arrays as flat lists of reals, in which solvers work. */
import { asBlock, blocks, countIn, isBlock } from '../core/block.js';
import type { Real } from '../core/real.js';
import { realsAndBlocks } from '../core/trees/flat.js';
import { Shape } from '../core/trees/tree.js';
import { readOpen } from '../derivatives/argument-shapes.js';
import { outputShapeWithBlocks } from '../derivatives/output-reals.js';
import { noUnknowns } from './errors.js';

const elements = (atoms: readonly Real[]): Real[] =>
  atoms.flatMap((x) => (isBlock(x) ? blocks.kind!.reals(asBlock(x)) : x));

/** The reals of a result. */
export const realsOf = (output: unknown): readonly Real[] =>
  elements(outputShapeWithBlocks(output).reals);

/** A guess taken apart. */
export class Unknowns {
  private readonly shape: Shape;
  readonly reals: readonly Real[];

  constructor(guess: unknown) {
    this.shape = new Shape(guess, 'the guess', realsAndBlocks);
    if (this.shape.isLeaf) throw noUnknowns(guess);
    this.reals = elements(this.shape.reals);
  }

  /** The tree with other reals. */
  rebuild(xs: readonly Real[]): unknown {
    let next = 0;
    const leaf = (x: Real): unknown => {
      const reals = xs.slice(next, (next += countIn(x)));
      return isBlock(x) ? blocks.kind!.ofReals(asBlock(x), reals) : reals[0];
    };
    return this.shape.rebuild(this.shape.reals.map(leaf));
  }

  /** The reals of another tree of the same shape. */
  read(tree: unknown, what: string): Real[] {
    return elements(readOpen(this.shape, tree, what));
  }
}
