/** The fields of objects of the program. */
import { ABSENT, type Obj } from '../values/abstract.js';
import type { Machine } from './machine.js';

/** Fetches all fields of an object of the program. */
export function liftAll(of: Obj, m: Machine): void {
  if (of.lift === null) return;
  for (const key of of.keys!()) {
    if (of.slots.has(key)) continue;
    of.slots.set(key, m.cell(of.lift(key) ?? ABSENT, of.birth));
  }
}
