/** Fields of functions and classes of the program, which are written: the state of a class. */
import { Cell, Refusal, type Abstract } from '../values/abstract.js';
import type { Holder } from './holders.js';
import type { Reader } from './reader.js';
import type { State } from './state.js';

interface Field {
  readonly of: object;
  readonly key: PropertyKey;
  /** Stands for what writes it. */
  readonly holder: { readonly write: object };
  cell: Cell | null;
}

export class Statics {
  private readonly all: Field[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly state: State,
  ) {}

  private field(of: object, key: PropertyKey): Field {
    let found = this.all.find((one) => one.of === of && one.key === key);
    if (found === undefined)
      this.all.push((found = { of, key, holder: { write: {} }, cell: null }));
    return found;
  }

  /** The value of a field that was written. */
  value = (of: object, key: PropertyKey): Abstract | undefined =>
    this.all.find((one) => one.of === of && one.key === key)?.cell?.value;

  /** The holder of a number in a field. */
  within = (of: object, key: PropertyKey): readonly Holder[] => [this.field(of, key).holder];

  /** The cell of a field that is about to be written. */
  written(of: object, key: PropertyKey, before: () => Abstract): Cell {
    const field = this.field(of, key);
    if (field.cell !== null) return field.cell;
    const found = Object.getOwnPropertyDescriptor(of, key);
    if (found?.writable !== true)
      throw new Refusal(`the property ${String(key)} of a function is written`, undefined);
    const slot = this.reader.constant(of);
    field.cell = new Cell(before(), 0);
    this.reader.askWritable(slot, key);
    const put = (to: string): string => `${slot}[${this.reader.key(key)}] = ${to};`;
    this.state.begins(field.cell, -1, put, field.holder.write);
    return field.cell;
  }
}
