/** The two operations of the monad (Fig. 10), and its dual numbers. */
import { DeltaTapeError } from '../core/errors.js';
import type { Primitive } from '../core/primitive.js';
import { type Dual, Run, type Real } from '../core/real.js';
import { type Delta, type DeltaId, Zero } from '../delta/delta.js';
import { SpecDual, applySpec, deltaOfReal } from '../delta/specification.js';
import { bindDelta, initialState, wrapBinds } from '../delta/state.js';
import { type M, runState, state } from './monad.js';

/**
 * The one run that all monadic duals belong to. Its duals hold everything they need, so it never ends; the
 * ordinary operators are refused on them, since those have no state to record in.
 */
class MonadicRun extends Run {
  readonly level = 0;

  apply(primitive: Primitive): never {
    throw new DeltaTapeError(
      `the ordinary operator ${primitive.name} was applied to a dual number of the monad. ` +
        'Use the monadic operators: const { mul } = operators, and y = yield* mul(x, x).',
    );
  }

  primalOf(dual: Dual): number {
    return (dual as SpecDual).primalNumber;
  }

  describe(dual: Dual): string {
    const { delta } = dual as SpecDual;
    return delta.tag === 'Var' ? `Var ${delta.id}` : delta.tag;
  }
}

const monadic = new MonadicRun();

/** A dual number of the monad: R × Delta, where the Delta is `Zero` or a `Var`. */
export const dual = (primal: number, delta: Delta): SpecDual =>
  new SpecDual(monadic, primal, delta);

/** The constant D{r} = (r, Zero) of Fig. 9. */
export const real = (r: number): SpecDual => dual(r, Zero);

/** Binds a Delta to a fresh id. @example runState(deltaLet(Scale(2, Var(1))), initialState(2))[0] // 2 */
export const deltaLet = (delta: Delta): M<DeltaId> => state((s) => bindDelta(s, delta));

/** Fig. 14 in the monad: any primitive on dual numbers; plain numbers stand for constants. */
export const applyM = (primitive: Primitive, args: readonly Real[]): M<SpecDual> =>
  state((s) => {
    const [result, next] = applySpec(monadic, primitive, args, s);
    return [typeof result === 'number' ? real(result) : (result as SpecDual), next];
  });

/**
 * `runDelta` of Fig. 10: runs a computation with `nextId` as the first free id and wraps its Delta in the
 * bindings made on the way.
 *
 * @example runDelta(2, operators.mul(x, x)) // Let(2, Add(Scale(3, Var(1)), Scale(3, Var(1))), Var(2))
 */
export function runDelta(nextId: DeltaId, m: M<Real>): Delta {
  const [result, { binds }] = runState(m, initialState(nextId));
  return wrapBinds(deltaOfReal(result), binds);
}
