/** Dates whose time is known. */
import { known, lost, type Abstract } from '../values/abstract.js';
import { TIME, timeOf } from '../machine/dates.js';
import type { Machine } from '../machine/machine.js';
import { defineField } from '../things/objects.js';
import type { Native } from './calls.js';

export const dateNatives = new Map<object, Native>();

/** Primitives that are known, and dates as their times. */
function knownArgs(m: Machine, args: readonly Abstract[]): unknown[] | null {
  const all = args.map((arg) => {
    const of = m.read(arg);
    return timeOf(m, of) ?? of;
  });
  return all.every(({ tag }) => tag === 'known')
    ? all.map((one) => (one as { readonly value: unknown }).value)
    : null;
}

for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Date.prototype))) {
  if (!/^get|^to|^valueOf$/.test(name) || typeof value !== 'function') continue;
  const native = value as (...args: unknown[]) => unknown;
  dateNatives.set(native, (m, self, args) => {
    const found = knownArgs(m, [self, ...args]);
    if (found === null || timeOf(m, m.read(self)) === null)
      return m.refuse(`${name} of something else than a date that is known`);
    const [time, ...given] = found;
    return known(native.apply(new Date(time as number), given));
  });
}
dateNatives.set(Date.UTC, (m, _, args) => {
  const given = knownArgs(m, args);
  return given === null
    ? m.refuse('a time of numbers that are computed')
    : known(Date.UTC(...(given as [number])));
});
dateNatives.set(Date, (m, self, args) => {
  if (self.tag !== 'host' || self.value !== Date || args.length === 0)
    return m.refuse('the time that it is now');
  const given = knownArgs(m, args);
  const made = m.obj(Date.prototype);
  const time =
    given === null
      ? lost('the time of a date of numbers that are computed')
      : known(new Date(...(given as [number])).getTime());
  defineField(m, made, TIME, time);
  return made;
});
dateNatives.set(Date.now, (m) => m.refuse('the time that it is now'));
