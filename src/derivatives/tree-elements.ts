/**
 * Trees as flat lists of reals, with the elements of arrays one by one. Solvers and optimizers work on
 * these.
 */
import { asBlock, blocks, countIn, isBlock, type Block } from '../core/block.js';
import type { Real } from '../core/real.js';
import { areNumbers, realsAndBlocks, type Flat } from '../core/trees/flat.js';
import { numbersAs } from '../core/trees/read-as.js';
import { Shape } from '../core/trees/tree.js';
import { readOpen } from './argument-shapes.js';

const realsIn = (x: Real): Real | readonly Real[] => {
  if (!isBlock(x)) return x;
  const kind = blocks.kind!;
  return kind.isPlain(x) ? Array.from(kind.numbers(asBlock(x))) : kind.reals(asBlock(x));
};

/** An array of reals in the type of another. */
function blockLike(like: Block, reals: Flat<Real>): Block {
  const kind = blocks.kind!;
  if (areNumbers(reals)) return kind.of(like, reals);
  return kind.change(kind.ofReals(like, reals), like);
}

/** The reals of atoms, in order; packed ones stay packed. */
const elementsOf = (atoms: Flat<Real>): Flat<Real> =>
  atoms instanceof Float64Array || !atoms.some(isBlock) ? atoms : atoms.flatMap(realsIn);

/** A tree taken apart into its reals. */
export class TreeElements {
  readonly shape: Shape;
  /** In order. What is packed belongs to the tree's shape, and is not written. */
  readonly reals: Flat<Real>;

  /** @param name how error messages call the tree */
  constructor(tree: unknown, name: string) {
    this.shape = new Shape(tree, name, realsAndBlocks);
    this.reals = elementsOf(this.shape.flat);
  }

  get size(): number {
    return this.reals.length;
  }

  /**
   * True if there is no real, but something else, such as an array of integers. An empty tree is all
   * right.
   */
  get isBarren(): boolean {
    const { containers, isAtom } = this.shape;
    if (this.size > 0 || isAtom) return false;
    const children = containers.reduce((total, { size }) => total + size, 1);
    return children > containers.length;
  }

  /**
   * The tree with other reals, in the types of arrays that it has. Packed reals are the caller's no more.
   */
  rebuild(reals: Flat<Real>): unknown {
    const { flat } = this.shape;
    if (flat instanceof Float64Array || !flat.some(isBlock)) return this.shape.rebuild(reals);
    let next = 0;
    const leaf = (x: Real): unknown => {
      const own = reals.slice(next, (next += countIn(x)));
      return isBlock(x) ? blockLike(asBlock(x), own) : own[0];
    };
    return this.shape.rebuild(flat.map(leaf));
  }

  /**
   * The reals of another tree of the same shape, called `what` in error messages. Packed ones are the
   * caller's.
   */
  read(tree: unknown, what: string): Flat<Real> {
    return numbersAs(this.shape, tree) ?? elementsOf(readOpen(this.shape, tree, what));
  }
}
