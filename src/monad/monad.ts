/**
 * The state monad M (Fig. 10): `type M a = DeltaState → (a, DeltaState)`, with `deltaLet` and `runDelta`.
 *
 * A computation is data (a value, a step on the state, or one computation after another) and is
 * run by a loop, so neither a million binds to the left nor a million to the right touch the
 * call stack. O(1) per bind.
 *
 * Laws (tested):  pure a >>= k  =  k a
 *                 m >>= pure    =  m
 *                 (m >>= k) >>= h  =  m >>= (x → k x >>= h)
 */
import type { Real } from '../core/real.js';
import {
  bindDelta,
  initialState,
  wrapBinds,
  type Delta,
  type DeltaId,
  type DeltaState,
} from '../delta/delta.js';
import { deltaOfReal } from '../delta/specification.js';
import { notMonadic } from './errors.js';

type Step<A> =
  | { readonly tag: 'Pure'; readonly value: A }
  | { readonly tag: 'State'; readonly run: (state: DeltaState) => readonly [A, DeltaState] }
  | { readonly tag: 'Bind'; readonly first: M<unknown>; readonly then: (x: unknown) => M<A> };

/** A computation that records Let-bindings on the way to an A. */
export class M<out A> {
  /** @internal */
  constructor(readonly step: Step<A>) {}

  /** `m >>= k`: this computation, and then the one that `k` makes of its result. */
  bind<B>(k: (x: A) => M<B>): M<B> {
    return new M({ tag: 'Bind', first: this, then: k as (x: unknown) => M<B> });
  }

  /** This computation with its result changed by a pure function. */
  map<B>(f: (x: A) => B): M<B> {
    return this.bind((x) => pure(f(x)));
  }

  /** Lets `yield* m` inside `Do` stand for `x ← m`. */
  *[Symbol.iterator](): Generator<M<A>, A, unknown> {
    return (yield this) as A;
  }
}

/** The computation that records nothing and returns `value`. O(1). @example runState(pure(5), initialState(1))[0] // 5 */
export const pure = <A>(value: A): M<A> => new M({ tag: 'Pure', value });

/** A computation given as a function on states. @example runState(state((s) => [s.nextId, s]), initialState(4))[0] // 4 */
export const state = <A>(run: (state: DeltaState) => readonly [A, DeltaState]): M<A> =>
  new M({ tag: 'State', run });

/**
 * Runs a computation from a state, and gives its value with the state at its end. Linear in the number of binds.
 *
 * @throws DeltaTapeError if something that was bound is no computation.
 * @example runState(pure(2).map((x) => x + 1), initialState(1))[0] // 3
 */
export function runState<A>(m: M<A>, from: DeltaState): readonly [A, DeltaState] {
  const continuations: ((x: unknown) => M<unknown>)[] = [];
  let current = from;
  let computation: M<unknown> = m;
  for (;;) {
    if (!(computation instanceof M)) throw notMonadic(computation);
    const { step } = computation;
    if (step.tag === 'Bind') {
      continuations.push(step.then);
      computation = step.first;
      continue;
    }
    let value: unknown;
    if (step.tag === 'Pure') value = step.value;
    else [value, current] = step.run(current);
    const next = continuations.pop();
    if (next === undefined) return [value as A, current];
    computation = next(value);
  }
}

/**
 * `deltaLet` of Fig. 10: binds a Delta to a fresh id, and returns the id. O(1).
 *
 * @example runState(deltaLet(Scale(2, Var(1))), initialState(2))[0] // 2
 */
export const deltaLet = (delta: Delta): M<DeltaId> => state((s) => bindDelta(s, delta));

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
