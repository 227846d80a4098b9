/** Private fields of objects that are given: their class tells them to the runtime (runtime/told-private-fields.ts), in their order. */
import type { Class } from '../../core/core.js';
import { privateValues, writePrivate } from '../../runtime/told-private-fields.js';
import { isPrivate } from '../values/kinds.js';
import type { Reader, Slot } from './reader.js';

/** A private field: what it holds, and how code reads and writes it. */
interface PrivateField {
  readonly value: unknown;
  readonly slot: Slot;
  readonly put: (value: string) => string;
}

/** The field with a private name of the core; null if an object has none. Its class and parents have to be known. */
export function privateField(
  classOf: (of: object) => Class | undefined,
  reader: Reader,
  [of, slot]: readonly [object, Slot],
  key: string,
): PrivateField | null {
  for (let at: object | null = of; (at = Object.getPrototypeOf(at) as object | null);) {
    const type = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
    const made = typeof type === 'function' ? classOf(type) : undefined;
    if (made === undefined) continue;
    const names = made.members.flatMap(({ kind, isStatic, key: name }) =>
      kind === 'field' && !isStatic && name.tag === 'var' && isPrivate(name.name)
        ? [name.name]
        : [],
    );
    const k = names.indexOf(key);
    const values = k < 0 ? null : privateValues(at, of, names.length);
    if (values === null) continue;
    const owner = reader.constant(at);
    const all = reader.slotOnce(
      `${reader.constant(privateValues)}(${owner}, ${slot}, ${names.length})`,
    );
    reader.ask(`${all} !== null`);
    return {
      value: values[k],
      slot: reader.slot(`${all}[${k}]`),
      put: (value) => `${reader.constant(writePrivate)}(${owner}, ${slot}, ${k}, ${value});`,
    };
  }
  return null;
}
