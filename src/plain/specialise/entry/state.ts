/**
 * State of the program that a function writes: variables, and fields of objects that it is given or captures. It is read at
 * entry like anything else, kept in cells, and put back once all is computed, so that a function that leaves has done nothing.
 */
import { isArray, type Value } from '../../ir/ir.js';
import { ABSENT, Refusal, type Obj, type Abstract, type Cell } from '../values/abstract.js';
import type { Shape } from '../values/shapes.js';
import type { Machine } from '../machine/machine.js';
import type { Reader, Slot } from './reader.js';

/** A place of the program that may be written. */
interface Place {
  readonly cell: Cell;
  readonly before: Abstract;
  /** The argument that it is in; -1 if it is in none. */
  readonly argument: number;
  /** The text that writes a value there. */
  readonly put: (value: string) => string;
}

/** A text of results with other names for them. It holds nothing of the program. */
function renaming(text: Left['text']): Left['text'] {
  let count = 0;
  const template = text(() => `\0${count++}\0`);
  return (next) => {
    const names = Array.from({ length: count }, next);
    return template.replace(/\0(\d+)\0/g, (_, k: string) => names[Number(k)]);
  };
}

/** Puts back the results behind the first of a function. */
export interface Left {
  readonly argument: number;
  /** @param next the texts of the results that it takes, in order */
  readonly text: (next: () => string) => string;
  readonly count: number;
}

export class State {
  private readonly places = new Map<Cell, Place>();
  /** The objects that are given, by which object of the program each was when the function was specialised. */
  private readonly objects: { readonly made: Obj; readonly of: object; readonly slot: Slot }[] = [];
  private readonly written = new Set<Obj>();

  constructor(private readonly reader: Reader) {}

  /** Notes a place before it is written for the first time. */
  begins(cell: Cell, argument: number, put: Place['put']): void {
    if (!this.places.has(cell)) this.places.set(cell, { cell, before: cell.value, argument, put });
  }

  gives(made: Obj, of: object, slot: Slot, argument: number): void {
    this.objects.push({ made, of, slot });
    made.write = (key, cell) => {
      const found = Object.getOwnPropertyDescriptor(of, key);
      if (cell.value === ABSENT || found === undefined)
        throw new Refusal('an object that is given gets a new field', undefined);
      if (found.writable !== true)
        throw new Refusal('a field that is only read is written', undefined);
      this.reader.askWritable(slot, key);
      this.written.add(made);
      this.begins(cell, argument, (value) => `${slot}[${this.reader.key(key)}] = ${value};`);
    };
  }

  /** Asks that objects that are written differ from those that were looked at. */
  private askApart(m: Machine): void {
    const protos = new Set([...this.written].map(({ proto }) => proto));
    for (const proto of protos) {
      const alike = this.objects.filter(({ made }) => made.proto === proto);
      if (new Set(alike.map(({ of }) => of)).size < alike.length)
        m.refuse('an object that is given in two places is written');
      const slots = alike.map(({ slot }) => slot);
      if (slots.length > 1) this.reader.ask(`new Set([${slots.join()}]).size === ${slots.length}`);
    }
  }

  /** True if objects with a prototype are written. */
  writes = (proto: object | null): boolean => [...this.written].some((one) => one.proto === proto);

  /** The values of all that was written, as results of the function. */
  left(m: Machine): { readonly values: readonly Value[]; readonly left: readonly Left[] } {
    this.askApart(m);
    const values: Value[] = [];
    const left: Left[] = [];
    for (const { cell, before, argument, put } of this.places.values()) {
      if (cell.value === before) continue;
      const of = m.read(cell.value);
      const shape = m.meaning.shapeOf(m, of, Infinity, false);
      const text = this.textOf(m, shape);
      const leaves = m.meaning.flatten(m, of, shape);
      if (leaves.some(({ type }) => isArray(type))) m.refuse('an array that is left behind');
      for (const leaf of leaves)
        values.push(leaf.type === 'bool' ? m.b.choose(leaf, m.number(1), m.number(0)) : leaf);
      left.push({ argument, text: renaming((next) => put(text(next))), count: leaves.length });
    }
    return { values, left };
  }

  /** The text of a value of a shape. */
  private textOf(m: Machine, shape: Shape): Left['text'] {
    switch (shape.tag) {
      case 'number':
        return (next) => next();
      case 'bool':
        return (next) => `(${next()} !== 0)`;
      case 'known':
        return () => this.reader.constant(shape.value);
      case 'same': {
        const { of } = shape;
        if (of.tag === 'host') return () => this.reader.constant(of.value);
        const given = this.objects.find(({ made }) => made === of);
        return given ? () => given.slot : m.refuse('an object that is left behind');
      }
      case 'choice': {
        const options = shape.options.map((option) => this.textOf(m, option));
        return (next) => {
          const which = next();
          const texts = options.map((text) => text(next));
          if (texts.length === 2) return `(${which} !== 0 ? ${texts[0]} : ${texts[1]})`;
          const last = texts.pop()!;
          return texts.reduceRight(
            (rest, one, k) => `(${which} === ${k} ? ${one} : ${rest})`,
            last,
          );
        };
      }
      default:
        return m.refuse(`a value of the kind ${shape.tag} that is left behind`);
    }
  }
}
