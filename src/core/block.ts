/**
 * Blocks: arrays of reals that share one id, so that one binding stands for an operation on all of them. The
 * floor that knows arrays (src/numpy) defines them when it is loaded. Until then there are no blocks, and a
 * program pays nothing for them.
 */
import type { DeltaTapeError } from '../errors/errors.js';
import { Dual, type Real, type Run } from './real.js';

/** An array of numbers, or the dual of one. */
export interface Block {
  readonly shape: readonly number[];
}

/** The fields that the dual of a block has beside its run. */
export interface BlockFields {
  readonly primalBlock: Block;
  /** Only what stands for one of many examples has these fields. */
  readonly batch?: Block;
  readonly host?: Run;
}

/**
 * A real or a block from the view of a run: its primal one level down, and its dual if it has one
 * there.
 */
export interface Seen {
  readonly primal: Real;
  readonly dual: Dual | null;
}

/** The functions that the floors below need from the floor that knows arrays. */
interface BlockKind {
  isPlain(value: unknown): boolean;
  /** A block of the output from the view of a run. */
  seenBy(run: Run, block: Block): Seen;
  /** The dual of a block with a tangent, in a forward run. */
  moving(run: Run, primal: Block, tangent: Block): Real;
  copy(block: Block): Block;
  /** True if two plain blocks hold the same numbers, bit for bit. */
  areSame(one: Block, other: Block): boolean;
  /** A copy of the numbers, through every level. */
  primal(block: Block): Block;
  /**
   * The index of the first plain block that no longer holds the numbers of its dual, or -1. A block is
   * copied when it becomes a dual, and no code can write into that copy.
   */
  changedIn(originals: ArrayLike<unknown>, duals: ArrayLike<unknown>, from: number): number;
  /** A tangent or cotangent in the type of what it is a change of. */
  change(block: Block, like: Block): Block;
  zeros(like: Block): Block;
  /** The plain numbers inside, in order. */
  numbers(block: Block): ArrayLike<number>;
  /** True if a real or a block stands for many examples. */
  holdsExamples(x: Real | Block): boolean;
  /** The plain numbers inside of a real or a block, those of all examples. */
  allNumbers(x: Real | Block): ArrayLike<number>;
  /** A plain block like another, of other numbers. */
  of(like: Block, numbers: ArrayLike<number>): Block;
  /** Returns the block that stands for this one now, as `usable` does for reals. */
  usable(block: Block, place: () => string): Block;
  /** The real that a block of an output is; refuses those with dimensions. */
  real(block: Block, what: string): Real;
  /** True if an element is NaN. */
  holdsNaN(block: Block): boolean;
  /** The sum of products of elements. */
  inner(one: Block, other: Block): Real;
  /** The elements as reals, in order. */
  reals(block: Block): readonly Real[];
  /** A block like another, of reals, in the widest type. */
  ofReals(like: Block, reals: readonly Real[]): Block;
  /** The same numbers in the widest type. */
  widened(block: Block): Block;
  /**
   * The derivative of each element of one real or block with respect to each of another, in the shape
   * of both together.
   *
   * @param parts one for each element of the first; or of the second, if they come by columns
   */
  joined(first: Real, second: Real, parts: readonly Real[], byColumns: boolean): Real;
  /** The error of what takes trees of reals, and no arrays. */
  notTaken(path: string): DeltaTapeError;
}

export const blocks: { kind: BlockKind | null } = { kind: null };

export const isBlock = (value: unknown): boolean =>
  value instanceof Dual ? value.isBlock === true : blocks.kind?.isPlain(value) === true;

/** The number of reals in a real or a block. */
export const countIn = (x: unknown): number =>
  isBlock(x) ? asBlock(x).shape.reduce((size, length) => size * length, 1) : 1;

/** A block among what is typed as reals (`realsAndBlocks`). */
export const asBlock = (x: unknown): Block => x as Block;
