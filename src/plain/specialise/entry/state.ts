/**
 * State of the program that a function writes: variables, and fields of objects that it is given or captures. It is read at
 * entry like anything else, kept in cells, and put back once all is computed, so that a function that leaves has done nothing.
 */
import { isArray, type Value } from '../../ir/ir.js';
import { ABSENT, Refusal, type Obj, type Abstract, type Cell } from '../values/abstract.js';
import { leavesOf } from '../values/leaf-types.js';
import type { Shape } from '../values/shapes.js';
import type { Machine } from '../machine/machine.js';
import type { Holder, Kept } from './holders.js';
import { areApart } from './separate-memory.js';
import type { Reader, Slot } from './reader.js';

/** An array of the program, and where it was found. */
interface GivenArray {
  readonly of: object;
  readonly slot: Slot;
  readonly isWritten: boolean;
  /** True if its elements are looked at one by one. */
  readonly isTuple: boolean;
}

/** A place of the program that may be written. */
interface Place {
  readonly cell: Cell;
  readonly before: Abstract;
  /** The argument that it is in; -1 if it is in none. */
  readonly argument: number;
  /** The text that writes a value there. */
  readonly put: (value: string) => string;
  /** The function that assigns it, if it is a variable. */
  readonly write: object | null;
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
  private readonly written = new Map<Obj, Set<string>>();
  /** The holders of whole numbers that are taken for known. */
  readonly counts: (readonly Holder[])[] = [];
  /** The arrays that were looked at. */
  private readonly arrays: GivenArray[] = [];
  /** True if the program itself leaves behind what it leaves, once the gradient is there. */
  isLeftByProgram = false;

  constructor(private readonly reader: Reader) {}

  /** Notes a place before it is written for the first time. */
  begins(cell: Cell, argument: number, put: Place['put'], write: object | null = null): void {
    if (this.places.has(cell)) return;
    this.places.set(cell, { cell, before: cell.value, argument, put, write });
  }

  /** @param hidden how private fields are written, by their names */
  gives(
    made: Obj,
    of: object,
    slot: Slot,
    argument: number,
    hidden: ReadonlyMap<string, Place['put']>,
  ): void {
    this.objects.push({ made, of, slot });
    made.write = (key, cell) => {
      const found = Object.getOwnPropertyDescriptor(of, key);
      this.written.set(made, (this.written.get(made) ?? new Set()).add(key));
      const put = hidden.get(key);
      if (put) return this.begins(cell, argument, put);
      if (found === undefined) {
        this.reader.ask(`$isExtensible(${slot})`);
        if (!Object.isExtensible(of))
          throw new Refusal('an object that gets no new fields', undefined);
        // The keys are those of the program.
        made.keys = () => {
          throw new Refusal('the keys of an object that is given, and got a new field', undefined);
        };
        this.isLeftByProgram = true;
        return;
      }
      if (cell.value === ABSENT)
        throw new Refusal('a field that one branch took away is written', undefined);
      if (found.writable !== true)
        throw new Refusal('a field that is only read is written', undefined);
      this.reader.askWritable(slot, key);
      this.begins(cell, argument, (value) => `${slot}[${this.reader.key(key)}] = ${value};`);
    };
  }

  /** Notes an array that code looks at. */
  looksAt(of: object, slot: Slot, isTuple: boolean, isWritten: boolean): void {
    this.arrays.push({ of, slot, isTuple, isWritten });
  }

  /** Asks that arrays that are written share nothing with others. */
  private askArrays(m: Machine): void {
    const written = this.arrays.filter(({ isWritten }) => isWritten);
    if (written.length === 0) return;
    this.isLeftByProgram = true;
    const others = this.arrays.filter(({ isWritten }) => !isWritten);
    const both = [written, others] as const;
    const [own, rest] = both.map((those) =>
      those.map(({ of, isTuple }) => (isTuple ? { itself: of } : of)),
    );
    if (!areApart(own, rest)) m.refuse('an array that is given in two places is written');
    const [names, more] = both.map((those) =>
      those.map(({ slot, isTuple }) => (isTuple ? `{ itself: ${slot} }` : slot)).join(),
    );
    this.reader.ask(`$areApart([${names}], [${more}])`);
  }

  /** Asks that objects that are written differ from those that were looked at. */
  private askApart(m: Machine): void {
    const protos = new Set([...this.written.keys()].map(({ proto }) => proto));
    for (const proto of protos) {
      const alike = this.objects.filter(({ made }) => made.proto === proto);
      if (new Set(alike.map(({ of }) => of)).size < alike.length)
        m.refuse('an object that is given in two places is written');
      const slots = alike.map(({ slot }) => slot);
      if (slots.length > 1) this.reader.ask(`new Set([${slots.join()}]).size === ${slots.length}`);
    }
  }

  /** True if objects with a prototype are written. */
  writes = (proto: object | null): boolean =>
    [...this.written.keys()].some((one) => one.proto === proto);

  /** Tells which parameters may be of an earlier call, where all is specialised. */
  kept(
    m: Machine,
    params: readonly { readonly within: readonly Holder[]; readonly isCopied: boolean }[],
  ): Kept[] {
    const changed = [...this.places.values()].filter(({ cell, before }) => cell.value !== before);
    const writes = new Set(changed.flatMap(({ write }) => write ?? []));
    const arrays = new Set(this.arrays.filter(({ isWritten }) => isWritten).map(({ of }) => of));
    const isThere = (one: Holder, k: number, { length }: readonly Holder[]): boolean =>
      'write' in one
        ? writes.has(one.write)
        : 'array' in one
          ? arrays.has(one.array)
          : this.written.get(one.of)?.has(one.key) === true ||
            (k === length - 1 && this.written.has(one.of));
    const isAny = writes.size + arrays.size + this.written.size > 0;
    const kept = (within: readonly Holder[], isCopied: boolean): Kept =>
      isCopied || within.some(isThere) ? 'there' : isAny && within.length > 0 ? 'beside' : 'no';
    if (this.counts.some((within) => kept(within, false) !== 'no'))
      m.refuse('a whole number of state that is written, and may be a cache');
    return params.map(({ within, isCopied }) => kept(within, isCopied));
  }

  /** The values of all that was written, as results of the function; none where the program leaves it behind itself. */
  left(m: Machine): { readonly values: readonly Value[]; readonly left: readonly Left[] } {
    this.askApart(m);
    this.askArrays(m);
    const values: Value[] = [];
    const left: Left[] = [];
    for (const { cell, before, argument, put } of this.places.values()) {
      if (cell.value === before || this.isLeftByProgram) continue;
      const of = m.read(cell.value);
      const shape = m.meaning.shapeOf(m, of, Infinity, false);
      const text = this.textOf(shape);
      if (text === null || leavesOf(shape).some(isArray)) {
        this.isLeftByProgram = true;
        continue;
      }
      for (const leaf of m.meaning.flatten(m, of, shape))
        values.push(leaf.type === 'bool' ? m.b.choose(leaf, m.number(1), m.number(0)) : leaf);
      left.push({
        argument,
        text: renaming((next) => put(text(next))),
        count: leavesOf(shape).length,
      });
    }
    return this.isLeftByProgram ? { values: [], left: [] } : { values, left };
  }

  /** The text of a value of a shape; null where it is something new. */
  private textOf(shape: Shape): Left['text'] | null {
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
        return given ? () => given.slot : null;
      }
      case 'choice': {
        const options = shape.options.map((option) => this.textOf(option));
        if (!options.every((one) => one !== null)) return null;
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
        return null;
    }
  }
}
