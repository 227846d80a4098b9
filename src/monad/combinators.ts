/** The standard combinators over collections, and vectors as in §10.2. */
import { List } from 'immutable';
import { pure, type M } from './monad.js';

/**
 * A list of computations as a computation of a list, from left to right. O(n
 * log n) for n computations.
 *
 * @example runState(sequence([pure(1), pure(2)]), initialState(1))[0].toArray() // [1, 2]
 */
export const sequence = <A>(ms: Iterable<M<A>>): M<List<A>> => traverse(ms, (m) => m);

/**
 * Applies `f` to each element, from left to right, and collects what the computations give. O(n log n).
 *
 * @example runState(traverse([1, 2], (x) => pure(10 * x)), initialState(1))[0].toArray() // [10, 20]
 */
export function traverse<A, B>(xs: Iterable<A>, f: (x: A, index: number) => M<B>): M<List<B>> {
  let index = 0;
  let collected = pure(List<B>());
  for (const x of xs) {
    const position = index++;
    collected = collected.bind((list) => f(x, position).map((y) => list.push(y)));
  }
  return collected;
}

/**
 * `build n f` (§10.2): the list of `f(0) … f(n - 1)`. O(n log n).
 *
 * @example runState(build(3, (k) => pure(k)), initialState(1))[0].toArray() // [0, 1, 2]
 */
export const build = <A>(n: number, f: (index: number) => M<A>): M<List<A>> =>
  traverse(List(Array(n).keys()), (index) => f(index));
