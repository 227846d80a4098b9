/**
 * The runs of duals of arrays. Each stands for an open run, or a segment of one. Because it is another object, no
 * fast path of an operator on reals takes an array for a real. It refuses operations on reals.
 */
import type { Block, BlockFields } from '../core/block.js';
import { copied, finishedRun, runAside } from '../errors/errors.js';
import { Dual, Run, type Operation, type Real, type Status } from '../core/real.js';
import { takesNoArray } from './errors.js';
import { ofRun } from './of-run.js';

export class BlockRun extends Run {
  readonly level: number;

  /** @param host the run itself, where `owner` is a segment */
  private constructor(
    readonly owner: Run,
    readonly host: Run,
  ) {
    super();
    this.level = owner.level;
  }

  static of(owner: Run, host: Run): BlockRun {
    return (ofRun(owner).standing ??= new BlockRun(owner, host)) as BlockRun;
  }

  override get status(): Status {
    return this.owner.status;
  }

  apply(operation: Operation): never {
    throw takesNoArray(`an argument of ${operation.name}`);
  }

  primalOf(dual: Dual): Real {
    if (this.status !== 'muted') throw takesNoArray('what is compared, or given to primalOf,');
    return asReal((dual as BlockDual).primalBlock);
  }

  describe(dual: Dual): string {
    return this.owner.describe(dual);
  }
}

/** The dual of a block: its primal is a block of the enclosing level. */
export abstract class BlockDual extends Dual implements BlockFields {
  abstract override readonly run: BlockRun;
  abstract readonly primalBlock: Block;
  declare readonly isBlock: true;
}

/** The block that stands for `x` now: its primal if it is muted. Refuses what must not be used now. */
export function usableBlock(x: Block, place: () => string): Block {
  let block = x;
  while (block instanceof BlockDual) {
    if (!Run.isRun(block.run)) throw copied(place());
    const { status } = block.run.owner;
    if (status === 'open') return block;
    if (status === 'finished') throw finishedRun();
    if (status === 'aside') throw runAside();
    block = block.primalBlock;
  }
  return block;
}

/** A block among what is typed as reals. */
export const asReal = (x: Block | Real): Real => x as unknown as Real;
