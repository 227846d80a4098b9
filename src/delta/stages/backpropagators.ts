/**
 * Dual numbers with backpropagators (Brunel, Mazza and Pagani, §3): each real is paired with a function of
 * ℝ^⊥, a linear map from its cotangent to the cotangents of the inputs. Table 3 gives a product x · y the
 * backpropagator
 *
 *     λa. x*(y · a) + y*(x · a)
 *
 * where x* and y* are those of the arguments. A call is a sum of calls of earlier backpropagators. Read
 * plainly, each of these is made by itself: exponentially many where values are shared. Linear factoring,
 * x*(a) + x*(b) → x*(a + b), waits with a call until all of its summands are there, and makes it once.
 * Later ones are called first. A reference for the tests.
 */
import { product } from '../exact-zero.js';
import type { Real } from '../../core/real.js';
import { StageRun } from './stage-run.js';

/** A sum of calls that are still to be made: Σ x*(a). */
type Sum = readonly (readonly [backpropagator: Backpropagator, cotangent: number])[];
/** An element of ℝ^⊥. The backpropagator of an input adds to the gradient, and calls nothing. */
type Backpropagator = (cotangent: number) => Sum;

/** Makes the calls of a sum, and gives their number. */
type Strategy = (sum: Sum, made: readonly Backpropagator[]) => number;

/** Each call by itself. */
const plainly: Strategy = (sum, made) =>
  sum.reduce((calls, [backpropagator, a]) => calls + 1 + plainly(backpropagator(a), made), 0);

/** By linear factoring: the latest one first, whose summands are all there. */
const factored: Strategy = (sum, made) => {
  const waiting = new Map<Backpropagator, number>();
  const wait = ([backpropagator, a]: Sum[number]) =>
    waiting.set(backpropagator, (waiting.get(backpropagator) ?? 0) + a);
  sum.forEach(wait);
  let calls = 0;
  for (let k = made.length - 1; k >= 0; k--) {
    const a = waiting.get(made[k]);
    if (a === undefined) continue;
    made[k](a).forEach(wait);
    calls++;
  }
  return calls;
};

/** A gradient, and the number of calls of backpropagators that it took. */
export interface Calls {
  readonly gradient: readonly number[];
  readonly calls: number;
}

const gradientBy =
  (strategy: Strategy) =>
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[], dt: number): Calls => {
    /** All backpropagators, in the order in which they were made. */
    const made: Backpropagator[] = [];
    const noted = (backpropagator: Backpropagator): Backpropagator => {
      made.push(backpropagator);
      return backpropagator;
    };
    const run = new StageRun<Backpropagator>('dual numbers with backpropagators', (terms) =>
      noted((cotangent) =>
        terms.flatMap(({ partial, of }) =>
          of === null ? [] : [[of, product(partial, cotangent)] as const],
        ),
      ),
    );
    const gradient = s.map(() => 0);
    const output = run.at(e, s, (k) =>
      noted((cotangent) => {
        gradient[k] += cotangent;
        return [];
      }),
    );
    const sum: Sum = output === null ? [] : [[output, dt]];
    return { gradient, calls: strategy(sum, made) };
  };

/**
 * The gradient by backpropagators, with linear factoring: each is called once at most.
 *
 * @example backpropagated((s) => mul(s[0], s[1]))([2, 3], 1) // { gradient: [3, 2], calls: 3 }
 */
export const backpropagated = gradientBy(factored);

/**
 * The same without linear factoring: exponential where values are shared.
 *
 * @example backpropagatedPlainly((s) => mul(s[0], s[1]))([2, 3], 1) // { gradient: [3, 2], calls: 3 }
 */
export const backpropagatedPlainly = gradientBy(plainly);
