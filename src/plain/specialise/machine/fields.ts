/** The fields of objects, in the order in which they were given. */
import { ABSENT, known, type Abstract, type Obj } from '../values/abstract.js';
import type { Machine } from './machine.js';

/** The keys in the order in which they were given; null where branches gave them in different ways. */
export function keysOf(of: Obj): readonly string[] | null {
  if (of.keys !== null) return of.keys();
  const { value: order } = of.order;
  return order.tag === 'known' ? (JSON.parse(order.value as string) as string[]) : null;
}

/** The order with one more key. */
export function withKey(of: Obj, key: string): Abstract {
  const { value: order } = of.order;
  if (order.tag !== 'known') return order;
  const keys = JSON.parse(order.value as string) as string[];
  return keys.includes(key) ? order : known(JSON.stringify([...keys, key]));
}

/** Fetches all fields of an object of the program. */
export function liftAll(of: Obj, m: Machine): void {
  if (of.lift === null) return;
  for (const key of of.keys!()) {
    if (of.slots.has(key)) continue;
    of.slots.set(key, m.cell(of.lift(key) ?? ABSENT, of.birth));
  }
}
