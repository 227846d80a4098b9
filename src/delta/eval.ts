/**
 * The specification of `eval` (Fig. 10): what a Delta means as an update of a
 * map from DeltaIds to reals.
 *
 *     eval : ℝ → Delta → DeltaMap → DeltaMap
 *
 * `eval x u um` adds to `um`, for each free id of `u`, x times the id's share in `u` (Lemma 6). At
 * a `Let` the body goes first: it tells how much the bound id contributes in all, so the bound
 * Delta is visited once. Linear in the size of `u` up to the map's logarithm. Iterative, so that
 * the depth of `u` does not matter.
 *
 * A contribution of exactly 0 is not propagated, even where it meets ∞ (docs/conventions.md).
 */
import { Map as ImmutableMap } from 'immutable';
import type { Delta, DeltaId } from './delta.js';

export type DeltaMap = ImmutableMap<DeltaId, number>;

export const emptyMap: DeltaMap = ImmutableMap();

/** Adds to an existing entry, or creates one. */
export const addDelta = (id: DeltaId, x: number, map: DeltaMap): DeltaMap =>
  map.update(id, 0, (old) => old + x);

export const lookupOrZero = (id: DeltaId, map: DeltaMap): number => map.get(id, 0);

type Task =
  | { readonly x: number; readonly delta: Delta }
  | { readonly leave: DeltaId; readonly bound: Delta };

/** `eval x u um` of Fig. 10. */
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
      if (scale === 0) continue;
      switch (u.tag) {
        case 'Zero':
          break;
        case 'Scale':
          if (u.factor !== 0) tasks.push({ x: scale * u.factor, delta: u.delta });
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
