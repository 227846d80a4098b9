/** Norms of trees as vectors, and the inner product of two trees. Plain, or under differentiation. */
import { invalidOption } from '../../errors/errors.js';
import { hypot, mul, sum } from '../../core/primitives/table.js';
import { abs, max } from '../../core/primitives/piecewise.js';
import type { Real } from '../../core/real.js';
import type { Flat } from '../../core/trees/flat.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import type { RealOf } from './tree-types.js';

const listOf = (reals: Flat<Real>): readonly Real[] =>
  reals instanceof Float64Array ? Array.from(reals) : reals;

/**
 * The norm of all reals of a tree as one vector: the Euclidean norm; with order 1 the sum of absolute
 * values, with order Infinity the largest. It does not overflow where the result does not. O(size of the
 * tree).
 *
 * @throws DeltaTapeError if there is no norm of that order here.
 * @example treeNorm({ a: 3, b: [0, 4] }) // 5
 */
export function treeNorm<T>(tree: T, order?: number): RealOf<T>;
export function treeNorm(tree: unknown, order: number = 2): Real {
  const reals = listOf(new TreeElements(tree, 'the tree').reals);
  if (order === 2) return hypot.ofList(reals);
  if (order === 1) return sum(reals.map((x) => abs(x)));
  if (order === Infinity) return max.ofList([0, ...reals.map((x) => abs(x))]);
  throw invalidOption('order', '1, 2 or Infinity', order);
}

/**
 * The sum of the products of the reals in the same places of two trees. O(size of the tree).
 *
 * @throws DeltaTapeError if the second does not have the shape of the first, with the place.
 * @example treeDot({ a: 1, b: [2, 3] }, { a: 4, b: [5, 6] }) // 32
 */
export function treeDot<T, U>(one: T, other: U): RealOf<[T, U]>;
export function treeDot(one: unknown, other: unknown): Real {
  const elements = new TreeElements(one, 'the first tree');
  const others = elements.read(other, 'second tree');
  return sum(listOf(elements.reals).map((x, k) => mul(x, others[k])));
}
