/**
 * The specification: dual numbers R × Delta on persistent data, and the one rule that lifts every
 * primitive to them (Fig. 14). The monad runs it in monadic style; `SpecRun` runs it under ordinary
 * operators, with the monad's state in a mutable field. It is what the engine is tested against.
 */
import { insistOnOwn, nextLevel, within } from '../core/open-runs.js';
import { Dual, Run, isReal, type Operation, type Real } from '../core/real.js';
import { outputNotReal } from '../errors/errors.js';
import { Scale, Var, Zero, type Delta, type DeltaId, type DeltaState } from './delta.js';
import { bindDelta, initialState, linear, pullBack } from './delta-state.js';

/**
 * A dual number of the specification. Its Delta is `Zero` or a `Var`
 * (invariant *no duplication*, §7.1).
 */
export class SpecDual extends Dual {
  /** @param atom the id of its `Var`, 0 for `Zero`; or any Delta, if it was made by hand */
  constructor(
    readonly run: Run,
    readonly primalNumber: number,
    readonly atom: DeltaId | Delta,
  ) {
    super();
  }

  get delta(): Delta {
    if (typeof this.atom !== 'number') return this.atom;
    return this.atom === 0 ? Zero : Var(this.atom);
  }

  /** The id of its Delta, 0 for `Zero`; -1 for a compound one. */
  get id(): DeltaId {
    const { atom } = this;
    if (typeof atom === 'number') return atom;
    return atom.tag === 'Var' ? atom.id : atom.tag === 'Zero' ? 0 : -1;
  }
}

const primalNumber = (x: Real): number => (x instanceof SpecDual ? x.primalNumber : (x as number));
/** The Delta of a real; that of a number is `Zero`, since D{r} = (r, Zero). */
export const deltaOfReal = (x: Real): Delta => (x instanceof SpecDual ? x.delta : Zero);

/**
 * Fig. 14: the value of a primitive, with `Add (Scale ∂₁ u₁) (Scale ∂₂ u₂)` bound to a fresh id.
 * Constant arguments give a constant and bind nothing.
 */
export function applySpec(
  run: Run,
  primitive: Operation,
  args: readonly Real[],
  state: DeltaState,
): readonly [Real, DeltaState] {
  const { length } = args;
  const primals = new Array<number>(length);
  const deltas = new Array<Delta>(length);
  let isConstant = true;
  for (let k = 0; k < length; k++) {
    primals[k] = primalNumber(args[k]);
    deltas[k] = deltaOfReal(args[k]);
    if (deltas[k] !== Zero && deltas[k].tag !== 'Zero') isConstant = false;
  }
  const value = primitive.value(primals);
  if (isConstant) return [value, state];
  const everywhere = new Array<boolean>(length).fill(true);
  const partials = primitive.partials(primals, value, everywhere) as readonly number[];
  const [id, next] = bindDelta(state, linear(partials, deltas));
  return [new SpecDual(run, value, id), next];
}

/** The specification as a run, for functions written with the ordinary operators. */
class SpecRun extends Run {
  readonly level = nextLevel();

  constructor(public state: DeltaState) {
    super();
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    insistOnOwn(this, 'the specification', args);
    const [result, next] = applySpec(this, primitive, args, this.state);
    this.state = next;
    return result;
  }

  primalOf(dual: Dual): number {
    return (dual as SpecDual).primalNumber;
  }

  describe(dual: Dual): string {
    return `Delta ${deltaOfReal(dual).tag}`;
  }
}

/**
 * The wrapper R{e} of Fig. 11, for e : Rᵃ → R written with the ordinary operators: the
 * specification's gradient at `s`, scaled by `dt`. Slow by design; O(f · log f).
 *
 * @throws DeltaTapeError if the output is not a real.
 * @example specification((x) => mul(x[0], x[1]))([2, 3], 1) // [3, 2]
 */
export const specification =
  (e: (s: readonly Real[]) => Real) =>
  (s: readonly number[], dt: number): number[] => {
    const run = new SpecRun(initialState(s.length + 1));
    return within(run, () => {
      const output = e(s.map((x, k) => new SpecDual(run, x, k + 1)));
      if (!isReal(output)) throw outputNotReal(output, 'a gradient');
      return [...pullBack(Scale(dt, deltaOfReal(output)), run.state, s.length)];
    });
  };
