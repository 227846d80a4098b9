/** Dates: objects with their time in a hidden field; of those of the program the time is asked for. */
import { known, type Abstract } from '../values/abstract.js';
import type { Machine } from './machine.js';

export const TIME = '\0time';

/** The time of a date; null for anything else. */
export function timeOf(m: Machine, of: Abstract): Abstract | null {
  if (of.tag === 'host') return of.value instanceof Date ? known(m.meaning.time(of.value)) : null;
  if (of.tag !== 'object' || of.proto !== Date.prototype) return null;
  const found = of.slots.get(TIME);
  return found === undefined ? m.refuse('a date that is none') : m.read(found.value);
}
