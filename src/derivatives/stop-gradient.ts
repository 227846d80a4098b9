/** Taking trees out of differentiation. */
import { primalOf } from '../core/real.js';
import { mapReals } from '../core/trees/tree.js';
import type { Primal } from '../core/types.js';

/**
 * A tree with every real replaced by its primal, through which no derivative of any level flows: the
 * constant D{r} = (r, Zero) of Fig. 9. Leaves stay as they are. O(size). For one real there is `primalOf`.
 *
 * @example grad((x: Real) => mul(stopGradient({ x }).x, x))(3) // 3
 */
export const stopGradient = <T>(tree: T): Primal<T> =>
  mapReals(tree, 'the argument of stopGradient', primalOf) as Primal<T>;
