/**
 * The meaning of a Delta, in three ways that agree (Lemma 6): s · ⟦u⟧γ = Σ over ids a of (share of a in u) · s · γ(a).
 *
 *     eval     : ℝ → Delta → DeltaMap → DeltaMap          Fig. 10, into a persistent map
 *     evalInto : ℝ → Delta → Float64Array → Float64Array  §7.3, "Using an array": the same, added up in place
 *     ⟦·⟧      : Delta → (DeltaId → ℝ) → ℝ                §9, forwards
 *
 * A `Let` is visited once, however often its id is used: its body goes first, and tells how much the bound id
 * contributes in all. All are iterative, so the depth of a Delta does not matter. An exact 0 is not propagated.
 */
import { Map as ImmutableMap } from 'immutable';
import { product } from './exact-zero.js';
import type { Delta, DeltaId } from './delta.js';
import { noSlot } from './errors.js';

export type DeltaMap = ImmutableMap<DeltaId, number>;

/** The map in which every id has 0. @example emptyMap.size // 0 */
export const emptyMap: DeltaMap = ImmutableMap();

/** Adds `x` to the entry of an id, or creates one. @example addDelta(1, 5, emptyMap).get(1) // 5 */
export const addDelta = (id: DeltaId, x: number, map: DeltaMap): DeltaMap =>
  map.update(id, 0, (old) => old + x);

/** The entry of an id, or 0 where there is none. @example lookupOrZero(1, emptyMap) // 0 */
export const lookupOrZero = (id: DeltaId, map: DeltaMap): number => map.get(id, 0);

/** The accumulator to which `eval` adds shares. */
interface Shares {
  add(id: DeltaId, x: number): void;
  /** The share of an id whose `Let` has been left: no other Delta mentions it. */
  take(id: DeltaId): number;
}

type Task =
  | { readonly x: number; readonly delta: Delta }
  | { readonly leave: DeltaId; readonly bound: Delta };

/** `eval x u` of Fig. 10. O(size of u) additions. */
function evaluate(x: number, delta: Delta, shares: Shares): void {
  const tasks: Task[] = [{ x, delta }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('leave' in task) {
      tasks.push({ x: shares.take(task.leave), delta: task.bound });
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
        shares.add(u.id, scale);
        break;
      case 'Let':
        tasks.push({ leave: u.id, bound: u.bound }, { x: scale, delta: u.body });
        break;
    }
  }
}

/**
 * `eval x u um` of Fig. 10 adds to `um`, for each free id of `u`, x times the share of the id in `u`. Linear in the
 * size of `u`, up to the logarithm of the map.
 *
 * @example evalDelta(2, Add(Scale(3, Var(1)), Var(2)), emptyMap).toObject() // { 1: 6, 2: 2 }
 */
export const evalDelta = (x: number, delta: Delta, map: DeltaMap): DeltaMap =>
  map.withMutations((result) =>
    evaluate(x, delta, {
      add: (id, share) => void addDelta(id, share, result),
      take(id) {
        const share = lookupOrZero(id, result);
        result.delete(id);
        return share;
      },
    }),
  );

/**
 * The same into an array, of which slot k belongs to id k (§7.3). It adds to what stands there, so an array can be
 * used for several Deltas; slots of ids that a `Let` binds are 0 before and after. O(size of u).
 *
 * @throws DeltaTapeError if an id has no slot in the array.
 * @example evalInto(2, Add(Scale(3, Var(1)), Var(2)), new Float64Array(3)) // Float64Array.of(0, 6, 2)
 */
export function evalInto(x: number, delta: Delta, accumulator: Float64Array): Float64Array {
  const { length } = accumulator;
  evaluate(x, delta, {
    add(id, share) {
      if (!(id < length)) throw noSlot(id, length);
      accumulator[id] += share;
    },
    take(id) {
      if (!(id < length)) throw noSlot(id, length);
      const share = accumulator[id];
      accumulator[id] = 0;
      return share;
    },
  });
  return accumulator;
}

type Meaning = { readonly delta: Delta } | { readonly after: Delta };

/**
 * ⟦u⟧γ: a Delta with numbers for its ids, as the meaning of any expression language is defined (§9). It is the
 * forward derivative where γ gives the tangents of the inputs. O(size of u).
 *
 * @example meaning(Add(Scale(3, Var(1)), Var(2)), (id) => 10 * id) // 50
 */
export function meaning(delta: Delta, gamma: (id: DeltaId) => number): number {
  const bound = new Map<DeltaId, number>();
  const values: number[] = [];
  const tasks: Meaning[] = [{ delta }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('after' in task) {
      const u = task.after;
      const x = values.pop()!;
      if (u.tag === 'Scale') values.push(product(u.factor, x));
      else if (u.tag === 'Add') values.push(values.pop()! + x);
      else if (u.tag === 'Let') {
        bound.set(u.id, x);
        tasks.push({ delta: u.body });
      }
      continue;
    }
    const u = task.delta;
    switch (u.tag) {
      case 'Zero':
        values.push(0);
        break;
      case 'Var':
        values.push(bound.get(u.id) ?? gamma(u.id));
        break;
      case 'Scale':
        tasks.push({ after: u }, { delta: u.delta });
        break;
      case 'Add':
        tasks.push({ after: u }, { delta: u.right }, { delta: u.left });
        break;
      case 'Let':
        tasks.push({ after: u }, { delta: u.bound });
        break;
    }
  }
  return values[0];
}
