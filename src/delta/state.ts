/**
 * The state of the monad (Fig. 10): a supply of fresh ids, and the bindings made so far.
 *
 *     type DeltaBinds = [(DeltaId, Delta)]        -- in reverse dependency order
 *     type DeltaState = (DeltaId, DeltaBinds)
 */
import { Stack } from 'immutable';
import { type Delta, type DeltaId, Let, Scale, Var, type SpecDual, Add, Zero } from './delta.js';
import type { Primitive } from '../core/primitive.js';

/** Newest first, so a binding mentions only ids of those behind it (invariant *acyclic*). */
export type DeltaBinds = Stack<readonly [DeltaId, Delta]>;

export interface DeltaState {
  readonly nextId: DeltaId;
  readonly binds: DeltaBinds;
}

/** The state in which `nextId` is the first free id and nothing is bound. */
export const initialState = (nextId: DeltaId): DeltaState => ({ nextId, binds: Stack() });

/** `deltaLet` as a function on states: binds a Delta to a fresh id. O(1). */
export const bindDelta = (state: DeltaState, delta: Delta): readonly [DeltaId, DeltaState] => [
  state.nextId,
  { nextId: state.nextId + 1, binds: state.binds.push([state.nextId, delta]) },
];

/** `foldl wrap delta binds` of Fig. 10: a Delta inside the bindings it depends on. */
export const wrapBinds = (delta: Delta, binds: DeltaBinds): Delta =>
  binds.reduce((body, [id, bound]) => Let(id, bound, body), delta);

/** `Scale`, but a factor of exactly 1 is left out: `Add u₁ u₂` in Fig. 9 is Fig. 14 with partials 1 and 1. */
const scaled = (factor: number, delta: Delta): Delta =>
  factor === 1 ? delta : Scale(factor, delta);

/** The Delta of a linear combination, nested to the left. */
export const combination = (partials: readonly number[], deltas: readonly Delta[]): Delta =>
  deltas.length === 0
    ? Zero
    : deltas.map((delta, k) => scaled(partials[k], delta)).reduce((left, right) => Add(left, right));

/**
 * Fig. 14 for one output: the value of a primitive with `Add (Scale ∂₁ u₁) (Scale ∂₂ u₂)` bound to a fresh
 * id. Every primitive of the specification is this function of its row.
 */
export function applySpec(
  primitive: Primitive,
  args: readonly SpecDual[],
  state: DeltaState,
): readonly [SpecDual, DeltaState] {
  const primals = args.map((arg) => arg.primal);
  const value = primitive.value(primals);
  const active = args.map((arg) => arg.delta.tag !== 'Zero');
  if (!active.includes(true)) return [{ primal: value, delta: Zero }, state];
  const partials = primitive.partials(primals, value, args.map(() => true)) as readonly number[];
  const [id, next] = bindDelta(
    state,
    combination(
      partials,
      args.map((arg) => arg.delta),
    ),
  );
  return [{ primal: value, delta: Var(id) }, next];
}
