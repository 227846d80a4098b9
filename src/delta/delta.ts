/**
 * The Delta language (Fig. 10): linear expressions over the inputs of a run, and the bindings of a state.
 *
 *     data Delta = Zero | Scale ℝ Delta | Add Delta Delta | Var DeltaId | Let DeltaId Delta Delta
 *     type DeltaBinds = [(DeltaId, Delta)]        -- in reverse dependency order
 *     type DeltaState = (DeltaId, DeltaBinds)
 *
 * eval.ts has the meaning of a Delta, delta-state.ts what is done with states, and monad/monad.ts the monad over them.
 */
import type { Stack } from 'immutable';

export type DeltaId = number;

export type Delta =
  | { readonly tag: 'Zero' }
  | { readonly tag: 'Scale'; readonly factor: number; readonly delta: Delta }
  | { readonly tag: 'Add'; readonly left: Delta; readonly right: Delta }
  | { readonly tag: 'Var'; readonly id: DeltaId }
  | { readonly tag: 'Let'; readonly id: DeltaId; readonly bound: Delta; readonly body: Delta };

/** The change of a constant: none. @example showDelta(Zero, (id) => `x${id}`) // Zero */
export const Zero: Delta = { tag: 'Zero' };
/** `factor` times a Delta. @example evalDelta(1, Scale(3, Var(1)), emptyMap).get(1) // 3 */
export const Scale = (factor: number, delta: Delta): Delta => ({ tag: 'Scale', factor, delta });
/** The sum of two Deltas. @example evalDelta(1, Add(Var(1), Var(1)), emptyMap).get(1) // 2 */
export const Add = (left: Delta, right: Delta): Delta => ({ tag: 'Add', left, right });
/**
 * `Scale`, where a factor of 1 is not written: Fig. 9 has `Add u₁ u₂` for what Fig. 14
 * gives with partials of 1.
 */
export const scaled = (factor: number, delta: Delta): Delta =>
  factor === 1 ? delta : Scale(factor, delta);
/** A Delta by name. @example evalDelta(5, Var(1), emptyMap).get(1) // 5 */
export const Var = (id: DeltaId): Delta => ({ tag: 'Var', id });
/**
 * `body`, in which `id` names the Delta `bound`. So `bound` is shared, and visited once.
 *
 * @example evalDelta(1, Let(2, Scale(3, Var(1)), Add(Var(2), Var(2))), emptyMap).get(1) // 6
 */
export const Let = (id: DeltaId, bound: Delta, body: Delta): Delta => ({
  tag: 'Let',
  id,
  bound,
  body,
});

/** Newest first, so a binding mentions only ids of those behind it (invariant *acyclic*). */
export type DeltaBinds = Stack<readonly [DeltaId, Delta]>;

/** The next free id, and what is bound: on persistent data (`initialState`), or in columns (`columnState`). */
export interface DeltaState {
  readonly nextId: DeltaId;
  readonly binds: DeltaBinds;
}
