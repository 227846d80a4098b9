/**
 * States of the monad (Fig. 10): the next free id, and what is bound. There are two: persistent data, which can be kept and
 * printed and define what is right, and columns (column-state.ts), which are fast. Everything here takes both.
 */
import { Stack } from 'immutable';
import { ColumnState } from './column-state.js';
import {
  Add,
  Let,
  scaled,
  type Delta,
  type DeltaBinds,
  type DeltaId,
  type DeltaState,
} from './delta.js';
import { emptyMap, evalDelta, lookupOrZero, meaning } from './eval.js';

/** The state in which `nextId` is the first free id and nothing is bound. @example initialState(3).nextId // 3 */
export const initialState = (nextId: DeltaId): DeltaState => ({ nextId, binds: Stack() });

/**
 * The same over columns: 24 bytes a binding, and 8 more for the accumulator. It is used once: go on with the state that
 * `bindDelta` returns. O(nextId).
 *
 * @throws DeltaTapeError if it is used again, or a Delta mentions an id that is not bound before it.
 * @example columnState(3).nextId // 3
 */
export const columnState = (nextId: DeltaId): DeltaState => ColumnState.from(nextId);

/** `deltaLet` of Fig. 10 as a function on states: binds a Delta to a fresh id. O(1). @example bindDelta(initialState(3), Var(1))[0] // 3 */
export const bindDelta = (state: DeltaState, delta: Delta): readonly [DeltaId, DeltaState] => [
  state.nextId,
  state instanceof ColumnState
    ? state.bind(delta)
    : { nextId: state.nextId + 1, binds: state.binds.push([state.nextId, delta]) },
];

/** The Delta of a function by its partials (Fig. 14): `Add (Scale ∂₁ u₁) (Scale ∂₂ u₂)`. O(partials). */
export const linear = (partials: readonly number[], deltas: readonly Delta[]): Delta =>
  deltas.map((delta, k) => scaled(partials[k], delta)).reduce(Add);

/**
 * A Delta inside the bindings that it depends on: `foldl wrap delta binds` of Fig. 10. O(bindings).
 *
 * @example wrapBinds(Var(3), bindDelta(initialState(3), Scale(2, Var(1)))[1].binds) // Let(3, Scale(2, Var(1)), Var(3))
 */
export const wrapBinds = (delta: Delta, binds: DeltaBinds): Delta =>
  binds.reduce((body, [id, bound]) => Let(id, bound, body), delta);

/** The derivative of a Delta inside the bindings of a state by the ids 1 to `count`, transposed. O(bindings). */
export function pullBack(delta: Delta, state: DeltaState, count: number): readonly number[] {
  if (state instanceof ColumnState) return Array.from(state.pull(delta));
  const finalMap = evalDelta(1, wrapBinds(delta, state.binds), emptyMap);
  return Array.from({ length: count }, (_, k) => lookupOrZero(k + 1, finalMap));
}

/** ⟦·⟧ of Deltas inside the bindings of a state, for tangents of the ids from 1 on. O(bindings). */
export function pushForward(
  direction: readonly number[],
  state: DeltaState,
): (delta: Delta) => number {
  if (state instanceof ColumnState) return state.push(direction);
  const tangents = new Map(direction.map((x, k) => [k + 1, x]));
  const of = (delta: Delta) => meaning(delta, (id) => tangents.get(id)!);
  for (const [id, bound] of [...state.binds].reverse()) tangents.set(id, of(bound));
  return of;
}
