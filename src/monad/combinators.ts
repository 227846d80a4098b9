/** The standard combinators over collections, and vectors as in §10.2. */
import { List } from 'immutable';
import type { Real } from '../core/real.js';
import { flatten } from '../core/trees/tree.js';
import { invalidLimit, limitReached } from './errors.js';
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

/**
 * Folds from the left with a function that gives computations. O(n).
 *
 * @example runState(foldM((sum, x) => pure(sum + x), 0, [1, 2, 3]), initialState(1))[0] // 6
 */
export function foldM<A, B>(
  f: (result: B, x: A, index: number) => M<B>,
  start: B,
  xs: Iterable<A>,
): M<B> {
  const steps = pure(null).map(() => ({
    rest: xs[Symbol.iterator]() as Iterator<A, unknown>,
    index: 0,
  }));
  return steps.bind((at) => {
    const go = (result: B): M<B> => {
      const next = at.rest.next();
      return next.done === true ? pure(result) : f(result, next.value, at.index++).bind(go);
    };
    return go(start);
  });
}

/**
 * Applies `f` to the elements of two collections, pair by pair, as far as the shorter one goes. O(n log n).
 *
 * @example runState(zipWithM((x, y) => pure(x * y), [1, 2], [3, 4]), initialState(1))[0].toArray() // [3, 8]
 */
export const zipWithM = <A, B, C>(
  f: (x: A, y: B) => M<C>,
  xs: Iterable<A>,
  ys: Iterable<B>,
): M<List<C>> => traverse(List(xs).zip(List(ys)), ([x, y]) => f(x, y));

/**
 * Runs a computation n times, and collects its results. O(n log n).
 *
 * @example runState(replicateM(2, pure(5)), initialState(1))[0].toArray() // [5, 5]
 */
export const replicateM = <A>(n: number, m: M<A>): M<List<A>> => build(n, () => m);

/**
 * The computation if the condition holds, and nothing else. Its result is thrown away.
 *
 * @example runState(when(false, deltaLet(Var(1))), initialState(2))[1].nextId // 2
 */
export const when = (condition: boolean, m: M<unknown>): M<void> =>
  condition ? m.map(() => undefined) : pure(undefined);

/** The computation unless the condition holds. @example runState(unless(false, deltaLet(Var(1))), initialState(2))[1].nextId // 3 */
export const unless = (condition: boolean, m: M<unknown>): M<void> => when(!condition, m);

/**
 * Runs a computation again and again. It ends by an exception of the computation, or at the limit.
 *
 * @throws DeltaTapeError when it has run `limit` times, or if that is not a natural number.
 * @example runState(unless(true, forever(3, pure(1))), initialState(1))[0] // undefined
 */
export function forever(limit: number, m: M<unknown>): M<never> {
  if (!(Number.isInteger(limit) && limit >= 0)) throw invalidLimit(limit);
  const go = (times: number): M<never> => {
    if (times >= limit) throw limitReached(limit);
    return m.bind(() => go(times + 1));
  };
  return pure(0).bind(go);
}

/**
 * Applies `f` to each real of a tree, from left to right, and gives a tree of the same shape. O(size of the tree).
 *
 * @example runState(traverseReals({ a: 1, b: [2] }, (x) => pure(10 * x)), initialState(1))[0] // { a: 10, b: [20] }
 */
export function traverseReals<T>(tree: T, f: (x: never) => M<Real>): M<T> {
  const shape = flatten(tree, 'the tree');
  return traverse(shape.reals, (x) => f(x as never)).map(
    (reals) => shape.rebuild(reals.toArray()) as T,
  );
}
