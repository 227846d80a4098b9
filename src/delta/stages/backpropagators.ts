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
import { insistOnOwn, nextLevel, within } from '../../core/open-runs.js';
import { Dual, Run, type Operation, type Real } from '../../core/real.js';

/** A sum of calls that are still to be made: Σ x*(a). */
type Sum = readonly (readonly [backpropagator: Backpropagator, cotangent: number])[];
/** An element of ℝ^⊥. The backpropagator of an input adds to the gradient, and calls nothing. */
type Backpropagator = (cotangent: number) => Sum;

export class BackpropagatorDual extends Dual {
  constructor(
    readonly run: Run,
    readonly primalNumber: number,
    readonly backpropagator: Backpropagator,
  ) {
    super();
  }
}

class BackpropagatorRun extends Run {
  readonly level = nextLevel();
  /** All backpropagators, in the order in which they were made. */
  readonly made: Backpropagator[] = [];

  dual(primal: number, backpropagator: Backpropagator): BackpropagatorDual {
    this.made.push(backpropagator);
    return new BackpropagatorDual(this, primal, backpropagator);
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    insistOnOwn(this, 'dual numbers with backpropagators', args);
    const primals = args.map((x) =>
      x instanceof BackpropagatorDual ? x.primalNumber : (x as number),
    );
    const value = primitive.value(primals);
    const active = args.map((x) => x instanceof BackpropagatorDual);
    const partials = primitive.partials(primals, value, active) as readonly number[];
    return this.dual(value, (cotangent) =>
      args.flatMap((x, k) =>
        x instanceof BackpropagatorDual
          ? [[x.backpropagator, product(partials[k], cotangent)] as const]
          : [],
      ),
    );
  }

  primalOf(dual: Dual): number {
    return (dual as BackpropagatorDual).primalNumber;
  }

  describe(): string {
    return 'with a backpropagator';
  }
}

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
    const run = new BackpropagatorRun();
    const gradient = s.map(() => 0);
    const input = (x: number, k: number) =>
      run.dual(x, (cotangent) => {
        gradient[k] += cotangent;
        return [];
      });
    const output = within(run, () => e(s.map(input)));
    const sum: Sum = output instanceof BackpropagatorDual ? [[output.backpropagator, dt]] : [];
    return { gradient, calls: strategy(sum, run.made) };
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
