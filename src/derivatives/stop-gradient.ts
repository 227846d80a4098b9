/** Taking trees out of differentiation. */
import { asBlock, blocks, isBlock } from '../core/block.js';
import { primalOf, type Real } from '../core/real.js';
import { mapReals } from '../core/trees/tree.js';
import type { Primal } from '../core/types.js';

const stopped = (x: Real): unknown => (isBlock(x) ? blocks.kind!.primal(asBlock(x)) : primalOf(x));

/**
 * A tree with every real replaced by its primal, through which no derivative of any level flows: the
 * constant D{r} = (r, Zero) of Fig. 9, and every array by a copy of its numbers. Leaves stay as they are.
 * O(size). For one real there is `primalOf`.
 *
 * @example grad((x: Real) => mul(stopGradient({ x }).x, x))(3) // 3
 */
export const stopGradient = <T>(tree: T): Primal<T> =>
  mapReals(tree, 'the argument of stopGradient', stopped) as Primal<T>;
