/** The two operations of the monad (Fig. 10), and its dual numbers. */
import { doesNotNest, finishedRun, notAReal } from '../core/errors.js';
import type { Operation } from '../core/real.js';
import { type Dual, Run, isReal, type Real } from '../core/real.js';
import { type Delta, type DeltaId, Zero } from '../delta/delta.js';
import { SpecDual, applySpec, deltaOfReal } from '../delta/specification.js';
import { bindDelta, initialState, wrapBinds } from '../delta/state.js';
import { useMonadicOperator } from './errors.js';
import { type M, runState, state } from './monad.js';

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

/** A dual number made by hand: R × Delta, where the Delta should be `Zero` or a `Var`. */
export const dual = (primal: number, delta: Delta): SpecDual => new SpecDual(byHand, primal, delta);

/** The constant D{r} = (r, Zero) of Fig. 9. */
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

/**
 * Binds a Delta to a fresh id.
 * @example runState(deltaLet(Scale(2, Var(1))), initialState(2))[0] // 2
 */
export const deltaLet = (delta: Delta): M<DeltaId> => state((s) => bindDelta(s, delta));

/** Fig. 14 in the monad: any primitive on dual numbers; plain numbers stand for constants. */
export const applyM = (primitive: Operation, args: readonly Real[]): M<SpecDual> =>
  state((s) => {
    const run = commonRun(primitive.name, args);
    const [result, next] = applySpec(run, primitive, args, s);
    return [typeof result === 'number' ? real(result) : (result as SpecDual), next];
  });

/**
 * `runDelta` of Fig. 10: runs a computation with `nextId` as the first free id and wraps its Delta
 * in the bindings made on the way.
 *
 * @example runDelta(2, operators.mul(x, x)) // Let(2, Add(Scale(3, Var(1)), Scale(3, Var(1))), Var(2))
 */
export function runDelta(nextId: DeltaId, m: M<Real>): Delta {
  const [result, { binds }] = runState(m, initialState(nextId));
  return wrapBinds(deltaOfReal(result), binds);
}
