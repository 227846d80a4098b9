/** Taking reals out of differentiation. */
import { primalOf, type Real } from '../core/real.js';
import { mapReals } from '../core/tree.js';
import type { Primal } from '../core/types.js';

/**
 * The constant D{r} = (r, Zero) of Fig. 9: the plain number inside `x`, which no derivative of any
 * level flows through. O(1).
 *
 * @throws DeltaTapeError if `x` is no real.
 * @example grad((x: Real) => mul(constant(x), x))(3) // 3
 */
export const constant = (x: Real): number => primalOf(x);

/**
 * A tree with every real replaced by its constant. Leaves stay as they are. O(size).
 *
 * @example grad((x: Real) => mul(stopGradient({ x }).x, x))(3) // 3
 */
export const stopGradient = <T>(tree: T): Primal<T> =>
  mapReals(tree, 'the argument of stopGradient', primalOf) as Primal<T>;
