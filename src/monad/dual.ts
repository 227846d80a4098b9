/** The dual numbers of the monad (Fig. 9), and the one rule that lifts a primitive to them (Fig. 14). */
import { doesNotNest, finishedRun, notAReal } from '../core/errors.js';
import { Run, isReal, type Operation, type Dual, type Real } from '../core/real.js';
import { type Delta, Zero } from '../delta/delta.js';
import { SpecDual, applySpec } from '../delta/specification.js';
import { useMonadicOperator } from './errors.js';
import { type M, state } from './monad.js';

/**
 * What the dual numbers of one monadic derivative have in common. It records nothing, since
 * the state does; it tells the duals of different derivatives apart. The ordinary operators
 * are refused on its duals.
 */
export class MonadicRun extends Run {
  readonly level = 0;

  apply(primitive: Operation): never {
    throw useMonadicOperator(primitive.name);
  }

  primalOf(dual: Dual): number {
    return (dual as SpecDual).primalNumber;
  }

  describe(dual: Dual): string {
    const { delta } = dual as SpecDual;
    return delta.tag === 'Var' ? `Var ${delta.id}` : delta.tag;
  }
}

/** The run of constants, and of duals made by hand for `runDelta`. It never ends. */
const byHand = new MonadicRun();

/**
 * A dual number made by hand: R × Delta, where the Delta should be `Zero` or a `Var`.
 *
 * @example dual(3, Var(1)).delta // Var(1)
 */
export const dual = (primal: number, delta: Delta): SpecDual => new SpecDual(byHand, primal, delta);

/** The constant D{r} = (r, Zero) of Fig. 9. @example real(3).delta // Zero */
export const real = (r: number): SpecDual => dual(r, Zero);

/** The one run that all active duals belong to. */
export function commonRun(what: string, xs: readonly unknown[]): Run {
  let common: Run | undefined;
  xs.forEach((x, k) => {
    if (typeof x === 'number') return;
    if (!isReal(x)) throw notAReal(x, `argument ${k + 1} of ${what}`);
    if (!(x instanceof SpecDual)) throw doesNotNest('the monad');
    if (x.delta.tag === 'Zero') return;
    if (x.run.status === 'finished') throw finishedRun();
    if (common !== undefined && x.run !== common) throw doesNotNest('the monad');
    common = x.run;
  });
  return common ?? byHand;
}

/** Fig. 14 in the monad: any primitive on dual numbers; plain numbers stand for constants. */
export const applyM = (primitive: Operation, args: readonly Real[]): M<SpecDual> =>
  state((s) => {
    const run = commonRun(primitive.name, args);
    const [result, next] = applySpec(run, primitive, args, s);
    return [typeof result === 'number' ? real(result) : (result as SpecDual), next];
  });
