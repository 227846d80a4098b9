/** Plain arrays (core/block.ts) as parts of trees. Copies of them share no memory. */
import { asBlock, blocks, type Block } from '../../core/block.js';

/** The last copy. If the array has not changed when it is copied again, both callers get this copy. */
const copied = new WeakMap<object, Block>();

/** The present contents of an array. */
export function blockNow(value: object): Block {
  const last = copied.get(value);
  if (last !== undefined && holdsBlock(value, last)) return last;
  const now = copyOf(asBlock(value));
  copied.set(value, now);
  return now;
}

export const copyOf = (block: Block): Block & object => blocks.kind!.copy(block);

/** True if an array holds what it did. */
export const holdsBlock = (value: object, block: Block): boolean =>
  blocks.kind!.areSame(asBlock(value), block);
