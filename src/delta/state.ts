/**
 * The state of the monad (Fig. 10): a supply of fresh ids, and the bindings made so far.
 *
 *     type DeltaBinds = [(DeltaId, Delta)]        -- in reverse dependency order
 *     type DeltaState = (DeltaId, DeltaBinds)
 */
import { Stack } from 'immutable';
import { type Delta, type DeltaId, Let } from './delta.js';

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

/** `foldl wrap delta binds`: a Delta inside the bindings it depends on. O(bindings). */
export const wrapBinds = (delta: Delta, binds: DeltaBinds): Delta =>
  binds.reduce((body, [id, bound]) => Let(id, bound, body), delta);
