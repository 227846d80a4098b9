/** Makes arrays into which nobody else writes. */
import type { Block } from '../core/block.js';
import { ArrayDual, type AnyArray } from './array-dual.js';
import { usableBlock } from './block-run.js';
import { copied, isFloat } from './elements.js';
import { notFloats } from './errors.js';

/** The array that stands for an input or its tangent. */
export function own(block: Block): AnyArray {
  const array = usableBlock(block, () => 'an argument or its tangent') as AnyArray;
  if (!isFloat(array.dtype)) throw notFloats('an argument', array.dtype);
  return array instanceof ArrayDual ? array : copied(array);
}
