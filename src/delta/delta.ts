/**
 * The Delta language (Fig. 10): linear expressions over the inputs of a run.
 *
 *     data Delta = Zero | Scale ℝ Delta | Add Delta Delta | Var DeltaId | Let DeltaId Delta Delta
 */
export type DeltaId = number;

export type Delta =
  | { readonly tag: 'Zero' }
  | { readonly tag: 'Scale'; readonly factor: number; readonly delta: Delta }
  | { readonly tag: 'Add'; readonly left: Delta; readonly right: Delta }
  | { readonly tag: 'Var'; readonly id: DeltaId }
  | { readonly tag: 'Let'; readonly id: DeltaId; readonly bound: Delta; readonly body: Delta };

/** The change that is no change. */
export const Zero: Delta = { tag: 'Zero' };
/** `factor` times a Delta. */
export const Scale = (factor: number, delta: Delta): Delta => ({ tag: 'Scale', factor, delta });
/** The sum of two Deltas. */
export const Add = (left: Delta, right: Delta): Delta => ({ tag: 'Add', left, right });
/**
 * `Scale`, where a factor of 1 is not written: Fig. 9 has `Add u₁ u₂` for what Fig. 14
 * gives with partials of 1.
 */
export const scaled = (factor: number, delta: Delta): Delta =>
  factor === 1 ? delta : Scale(factor, delta);
/** A Delta by name. */
export const Var = (id: DeltaId): Delta => ({ tag: 'Var', id });
/** `body`, in which `id` names the Delta `bound`: explicit sharing. */
export const Let = (id: DeltaId, bound: Delta, body: Delta): Delta => ({
  tag: 'Let',
  id,
  bound,
  body,
});
