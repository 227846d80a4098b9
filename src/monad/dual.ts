/** The dual numbers of the monad (Fig. 9). */
import { doesNotNest, finishedRun, notAReal, refusalOf } from '../errors/errors.js';
import { nextLevel } from '../core/open-runs.js';
import { Run, isReal, type Dual, type Operation } from '../core/real.js';
import { Zero, type Delta } from '../delta/delta.js';
import { SpecDual } from '../delta/specification.js';
import { useMonadicOperator } from './errors.js';

/**
 * The run that the dual numbers of one monadic derivative have in common. It records nothing, since the
 * state does; it tells the duals of different derivatives apart. The ordinary operators are refused on
 * its duals.
 */
export class MonadicRun extends Run {
  /** @param level 0 for duals that are made by hand, which belong to no derivative in progress */
  constructor(readonly level = nextLevel()) {
    super();
  }

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
export const byHand = new MonadicRun(0);

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
  for (let k = 0; k < xs.length; k++) {
    const x = xs[k];
    if (typeof x === 'number') continue;
    if (!isReal(x)) throw refusalOf(x) ?? notAReal(x, `argument ${k + 1} of ${what}`);
    if (!(x instanceof SpecDual)) throw doesNotNest('the monad');
    if (x.id === 0) continue;
    if (x.run.status === 'finished') throw finishedRun();
    if (common !== undefined && x.run !== common) throw doesNotNest('the monad');
    common = x.run;
  }
  return common ?? byHand;
}
