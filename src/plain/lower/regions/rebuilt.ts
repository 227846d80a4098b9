/** Makes objects, and what has the form of something else and holds other values. */
import type { Value } from '../../ir/ir.js';
import {
  meaning,
  nothing,
  type ClassMeaning,
  type ColumnsMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { isOneCode } from '../meanings/carried-parts.js';
import type { Lasting } from '../shapes/lessons.js';
import { HostValues } from '../meanings/from-host.js';

export abstract class Rebuilt extends HostValues {
  /** Copies of these objects count as the same: no field of theirs may be written any more. */
  protected fix(of: Meaning, get: (slot: Slot) => Meaning | undefined): void {
    if (of.tag === 'optional') this.fix(of.of, get);
    if (of.tag !== 'record') return;
    of.isFixed = true;
    for (const slot of of.slots.values()) this.fix(get(slot) ?? nothing, get);
  }

  /** A meaning of the same form that holds other values. What was copied may not change any more. */
  protected rebuilt(
    form: Meaning,
    values: readonly Value[],
    get: (slot: Slot) => Meaning | undefined = this.state.get,
  ): Meaning {
    let next = 0;
    const make = (of: Meaning): Meaning => {
      if (of.tag === 'columns') {
        const arrays = of.arrays.map(() => values[next++]);
        return { ...of, arrays };
      }
      if (of.tag === 'element' || of.tag === 'stretch') {
        const isGrown = of.columns.grown !== undefined;
        const columns = isGrown ? of.columns : (make(of.columns) as ColumnsMeaning);
        if (of.tag === 'element') return { ...of, columns, index: values[next++] };
        return { ...of, columns, from: values[next++], length: values[next++] };
      }
      if (of.tag === 'grown') return { ...of, index: values[next++] };
      if (isOneCode(of)) return { ...of, code: values[next++] };
      if (of.tag === 'cell') {
        const array = values[next++];
        return of.at === undefined ? { ...of, array } : { ...of, array, at: values[next++] };
      }
      if (of.tag === 'optional') {
        const there = values[next++];
        return { ...of, there, of: make(of.of) };
      }
      if (of.tag !== 'record') return meaning(values[next++]);
      of.isFixed = true;
      const slots = new Map<string, Slot>();
      for (const [name, old] of of.slots) {
        const slot = { name };
        slots.set(name, slot);
        this.state.set(slot, make(get(old) ?? nothing));
      }
      return { ...of, slots, isFixed: true, isNamed: true, isWhole: false };
    };
    return make(form);
  }

  protected record(
    fields: Iterable<readonly [string, Meaning]>,
    isTuple = false,
    from?: ClassMeaning,
    lasting?: (name: string) => Lasting | undefined,
  ): RecordMeaning {
    const slots = new Map<string, Slot>();
    for (const [name, held] of fields) {
      const slot = { name, lasting: lasting?.(name) };
      slots.set(name, slot);
      if (held.tag === 'record') {
        held.isNamed ||= held.isHeld;
        held.isHeld = true;
      }
      this.state.set(slot, held);
    }
    const fresh = { isFixed: false, isNamed: false, isHeld: false, isWhole: false };
    const made = { tag: 'record', slots, isTuple, ...fresh } as const;
    return from === undefined ? made : { ...made, from };
  }
}
