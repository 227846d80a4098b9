/** do-notation (Fig. 9) with generators: `x ← m` is written `const x = yield* m`. */
import { Computation, type M } from './monad.js';

/**
 * The computation that a generator describes. The generator is started anew for every run, so the
 * computation can be run any number of times.
 *
 * @example
 * const { mul, sin } = operators;
 * const f = (x: MReal) => Do(function* () {
 *   const y = yield* mul(x, x);
 *   return yield* sin(y);
 * });
 */
export const Do = <A>(body: () => Generator<M<unknown>, A, unknown>): M<A> =>
  new Computation<A>('Do', body);
