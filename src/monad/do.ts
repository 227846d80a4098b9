/** do-notation (Fig. 9) with generators: `x ← m` is written `const x = yield* m`. */
import { M, pure, state } from './monad.js';

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
  state((s) => [body(), s] as const).bind((steps) => resume(steps, undefined));

function resume<A>(steps: Generator<M<unknown>, A, unknown>, x: unknown): M<A> {
  const { done, value } = steps.next(x);
  if (done === true) return pure(value);
  // Anything but an M is refused when the computation runs.
  return new M({ tag: 'Bind', first: value, then: (result) => resume(steps, result) });
}
