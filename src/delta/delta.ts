/**
 * The Delta language (Fig. 10): linear expressions over the inputs of a run, the bindings of a state, and what an
 * expression means. The monad over that state is in monad/monad.ts.
 *
 *     data Delta = Zero | Scale ℝ Delta | Add Delta Delta | Var DeltaId | Let DeltaId Delta Delta
 *     type DeltaBinds = [(DeltaId, Delta)]        -- in reverse dependency order
 *     type DeltaState = (DeltaId, DeltaBinds)
 *     eval : ℝ → Delta → DeltaMap → DeltaMap
 */
import { Map as ImmutableMap, Stack } from 'immutable';
import { product } from '../core/exact-zero.js';

export type DeltaId = number;

export type Delta =
  | { readonly tag: 'Zero' }
  | { readonly tag: 'Scale'; readonly factor: number; readonly delta: Delta }
  | { readonly tag: 'Add'; readonly left: Delta; readonly right: Delta }
  | { readonly tag: 'Var'; readonly id: DeltaId }
  | { readonly tag: 'Let'; readonly id: DeltaId; readonly bound: Delta; readonly body: Delta };

/** The change that is no change, as of a constant. @example showDelta(Zero, (id) => `x${id}`) // Zero */
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

export interface DeltaState {
  readonly nextId: DeltaId;
  readonly binds: DeltaBinds;
}

/** The state in which `nextId` is the first free id and nothing is bound. @example initialState(3).nextId // 3 */
export const initialState = (nextId: DeltaId): DeltaState => ({ nextId, binds: Stack() });

/** `deltaLet` of Fig. 10 as a function on states: binds a Delta to a fresh id. O(1). @example bindDelta(initialState(3), Var(1))[0] // 3 */
export const bindDelta = (state: DeltaState, delta: Delta): readonly [DeltaId, DeltaState] => [
  state.nextId,
  { nextId: state.nextId + 1, binds: state.binds.push([state.nextId, delta]) },
];

/**
 * A Delta inside the bindings that it depends on: `foldl wrap delta binds` of Fig. 10. O(bindings).
 *
 * @example wrapBinds(Var(3), bindDelta(initialState(3), Scale(2, Var(1)))[1].binds) // Let(3, Scale(2, Var(1)), Var(3))
 */
export const wrapBinds = (delta: Delta, binds: DeltaBinds): Delta =>
  binds.reduce((body, [id, bound]) => Let(id, bound, body), delta);

export type DeltaMap = ImmutableMap<DeltaId, number>;

/** The map in which every id has 0. @example emptyMap.size // 0 */
export const emptyMap: DeltaMap = ImmutableMap();

/** Adds `x` to the entry of an id, or creates one. @example addDelta(1, 5, emptyMap).get(1) // 5 */
export const addDelta = (id: DeltaId, x: number, map: DeltaMap): DeltaMap =>
  map.update(id, 0, (old) => old + x);

/** The entry of an id, or 0 where there is none. @example lookupOrZero(1, emptyMap) // 0 */
export const lookupOrZero = (id: DeltaId, map: DeltaMap): number => map.get(id, 0);

type Task =
  | { readonly x: number; readonly delta: Delta }
  | { readonly leave: DeltaId; readonly bound: Delta };

/**
 * `eval x u um` of Fig. 10 adds to `um`, for each free id of `u`, x times the id's share in `u` (Lemma 6). At a
 * `Let` the body goes first: it tells how much the bound id contributes in all, so the bound Delta is visited
 * once. Linear in the size of `u` up to the map's logarithm. Iterative, so that the depth of `u` does not matter.
 *
 * @example evalDelta(2, Add(Scale(3, Var(1)), Var(2)), emptyMap).toObject() // { 1: 6, 2: 2 }
 */
export function evalDelta(x: number, delta: Delta, map: DeltaMap): DeltaMap {
  return map.withMutations((result) => {
    const tasks: Task[] = [{ x, delta }];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if ('leave' in task) {
        const share = result.get(task.leave);
        result.delete(task.leave);
        if (share !== undefined) tasks.push({ x: share, delta: task.bound });
        continue;
      }
      const { x: scale, delta: u } = task;
      // An exact 0 wins: nothing is added for it.
      if (scale === 0) continue;
      switch (u.tag) {
        case 'Zero':
          break;
        case 'Scale':
          tasks.push({ x: product(scale, u.factor), delta: u.delta });
          break;
        case 'Add':
          tasks.push({ x: scale, delta: u.right }, { x: scale, delta: u.left });
          break;
        case 'Var':
          addDelta(u.id, scale, result);
          break;
        case 'Let':
          tasks.push({ leave: u.id, bound: u.bound }, { x: scale, delta: u.body });
          break;
      }
    }
  });
}
