/**
 * Writes the whole way of a small gradient as JavaScript: what entry asks, the call of compiled code, and the gradient in the
 * shape of the arguments, for arguments with the keys of a sample. It asks all that entry asks at each call; where
 * anything is otherwise, it gives null, and the usual way decides.
 */
import { isArray, type Type } from '../../../ir/ir.js';
import { isInput, type Origin } from '../../../ir/origin.js';
import { EntryWriter } from './entry-code.js';
import { isFloats, isOfMore, type Inside, type Part } from './entry-parts.js';
import { hidesAny, keysOf, type Held } from './records.js';

const OTHER = 'return null;';

/** Longer lists are left to the usual way. */
const SHORT_LIST = 64;

/** So many objects and arrays are compared with each other. */
const MOST_OBJECTS = 6;

/** Says that something is not written in this way. */
class NotStraight extends Error {}

interface Straight {
  /** The body of a function of `args` and `captures`. */
  readonly body: string;
  /** Variables that keep something from one call to the next, which begin as null. */
  readonly variables: readonly string[];
  /** The parameters that the gradient is taken by, in their order. */
  readonly places: readonly number[];
}

/**
 * @param wrt the position of an argument, or some of these
 * @param sample arguments that were answered
 * @param isAlone whether code gives one result, without a list
 * @returns null where what the gradient is taken by holds more than numbers, short arrays, and objects of known fields
 */
export function straightCode(
  origins: readonly Origin[],
  args: Inside,
  captures: Inside,
  wrt: number | readonly number[],
  sample: readonly unknown[],
  isAlone: boolean,
): Straight | null {
  try {
    return new StraightWriter(origins, isAlone).written(args, captures, wrt, sample);
  } catch (error) {
    if (error instanceof NotStraight) return null;
    throw error;
  }
}

class StraightWriter {
  private readonly lines: string[] = [];
  /** What follows the call: cotangents are read, and asked for NaN. */
  private readonly after: string[] = [];
  private readonly spare: string[] = [];
  private readonly memos: string[] = [];
  private readonly places: number[] = [];
  private readonly shadows: string[] = [];
  /** Objects and arrays in arguments that the gradient is taken by. */
  private readonly met: string[] = [];
  private count = 0;
  /** How many cotangents are numbers. */
  private slopes = 0;

  constructor(
    private readonly origins: readonly Origin[],
    private readonly isAlone: boolean,
  ) {}

  written(
    args: Inside,
    captures: Inside,
    wrt: number | readonly number[],
    sample: readonly unknown[],
  ): Straight {
    const named = typeof wrt === 'number' ? [wrt] : wrt;
    const isNamed = (k: number): boolean => named.includes(args.steps[k] as number);
    const gradients = named.map((position) => {
      const part = args.at(position);
      if (part === undefined) throw new NotStraight();
      const before = this.places.length;
      const gradient = this.input(part, this.let(`args[${position}]`), sample[position]);
      // A run refuses what holds no reals.
      if (this.places.length === before) throw new NotStraight();
      return gradient;
    });
    this.compared();
    // It throws where a class is not as it was made.
    this.add('const captured = captures();');
    const others = [...args.parts.filter((_, k) => !isNamed(k)), ...captures.parts];
    const needsRoom = others.length > 0 && this.beside(args, captures, named);
    const given = [...this.origins.map((_, place) => `p${place}`), ...this.shadows].join();
    const gradient = typeof wrt === 'number' ? gradients[0] : `[${gradients.join()}]`;
    const lines = [
      ...this.lines,
      this.isAlone
        ? `const value = run(${given});`
        : `const found = run(${given}), value = found[0];`,
      ...(needsRoom ? ['pools.giveBack(room);'] : []),
      `if (typeof value !== 'number') ${OTHER}`,
      ...this.after,
      ...this.spare.map((name) => `${name} = own_${name};`),
      `return { value, gradient: ${gradient} };`,
    ];
    return {
      body: lines.join('\n'),
      variables: [...this.spare, ...this.memos],
      places: this.places,
    };
  }

  /** Reads what the gradient is not taken by. Says whether it asks for room. */
  private beside(args: Inside, captures: Inside, named: readonly number[]): boolean {
    const writer = new EntryWriter(this.origins, true, false);
    const { values, lines, kept, memos } = writer.beside(args, captures, (at) =>
      named.includes(at),
    );
    if (values.length > 0) this.add(`let ${values.join()};`);
    this.memos.push(...memos);
    for (const name of kept) {
      this.spare.push(`kept_${name}`);
      this.add(`let own_kept_${name} = kept_${name}; kept_${name} = null;`);
    }
    const needsRoom = lines.some((line) => line.includes('room'));
    if (needsRoom) this.add('const room = pools.borrow();');
    this.lines.push('{', ...lines, '}');
    return needsRoom;
  }

  private add(line: string): void {
    this.lines.push(line);
  }

  private let(of: string): string {
    const name = `x${this.count++}`;
    this.add(`const ${name} = ${of};`);
    return name;
  }

  /** No input may be given twice. */
  private compared(): void {
    const { met } = this;
    if (met.length > MOST_OBJECTS) throw new NotStraight();
    const pairs = met.flatMap((one, k) => met.slice(k + 1).map((other) => `${one} === ${other}`));
    if (pairs.length > 0) this.add(`if (${pairs.join(' || ')}) ${OTHER}`);
  }

  /** Reads a part that the gradient is taken by; gives the text of its gradient. */
  private input(part: Part, of: string, sample: unknown): string {
    if (typeof part === 'number') return this.inputAt(part, of);
    if (isOfMore(part) || typeof sample !== 'object' || sample === null) throw new NotStraight();
    const before = this.places.length;
    const gradient = part.isTuple
      ? this.tuple(part, of, sample as readonly unknown[])
      : this.object(part, of, sample);
    // What holds no reals stays what it is.
    return this.places.length === before ? of : gradient;
  }

  private tuple(part: Inside, of: string, sample: readonly unknown[]): string {
    this.list(of, `${of}.length !== ${part.steps.length}`);
    const gradients = sample.map((child, k) => {
      const inner = part.at(k);
      if (inner === undefined) throw new NotStraight();
      return this.input(inner, this.let(`${of}[${k}]`), child);
    });
    return `[${gradients.join()}]`;
  }

  private object(part: Inside, of: string, sample: object): string {
    const keys = keysOf(sample);
    if (keys === null || hidesAny(sample, keys) || keys.includes('__proto__'))
      throw new NotStraight();
    if (!part.steps.every((step) => keys.includes(step as string))) throw new NotStraight();
    const names = this.let(
      `typeof ${of} === 'object' && ${of} !== null && getPrototypeOf(${of}) === ofObjects ? getOwnPropertyNames(${of}) : noNames`,
    );
    const isOther = keys.map((key, k) => `${names}[${k}] !== ${JSON.stringify(key)}`);
    this.add(
      `if (${[`${names}.length !== ${keys.length}`, ...isOther, `getOwnPropertySymbols(${of}).length !== 0`].join(' || ')}) ${OTHER}`,
    );
    this.met.push(of);
    const gradients = keys.map((key) => {
      const child = this.field(of, key);
      const inner = part.at(key);
      if (inner === undefined) this.add(`if (!isLeaf(${child})) ${OTHER}`);
      const own = inner === undefined ? child : this.input(inner, child, (sample as Held)[key]);
      return `${JSON.stringify(key)}: ${own}`;
    });
    return `{ ${gradients.join(', ')} }`;
  }

  /** What a data property holds. */
  private field(of: string, key: string): string {
    const name = `x${this.count++}`;
    this.add(`let ${name} = getOwnPropertyDescriptor(${of}, ${JSON.stringify(key)});`);
    this.add(`if (${name} === undefined || !('value' in ${name}) || !${name}.enumerable) ${OTHER}`);
    this.add(`${name} = ${name}.value;`);
    return name;
  }

  private list(of: string, isOther: string): void {
    this.add(`if (!isArray(${of}) || getPrototypeOf(${of}) !== ofLists || ${isOther}) ${OTHER}`);
    this.met.push(of);
  }

  private inputAt(place: number, of: string): string {
    const origin = this.origins[place];
    if (origin.tells !== undefined) throw new NotStraight();
    const { type } = origin;
    this.parameter(place, of);
    if (!isInput(origin)) {
      // An array that holds no reals is no such array as gradients are made of.
      if (isArray(type)) throw new NotStraight();
      return of;
    }
    if (isArray(type) && !isFloats(type) && type.storage !== 'number[]') throw new NotStraight();
    this.places.push(place);
    return isArray(type) ? this.arrayGradient(type, place, of) : this.slope();
  }

  private slope(): string {
    const name = `g${++this.slopes}`;
    this.after.push(`const ${name} = found[${this.slopes}];`, asksForNaN(name));
    return name;
  }

  private arrayGradient(type: Type, place: number, of: string): string {
    const shadow = `z${place}`;
    this.shadows.push(shadow);
    this.add(`if (${of}.length === 0) ${OTHER}`);
    if (isFloats(type)) {
      this.add(`const ${shadow} = new Floats(${of}.length);`);
      this.after.push(`for (let k = 0; k < ${shadow}.length; k++) ${asksForNaN(`${shadow}[k]`)}`);
      return shadow;
    }
    this.add(`const ${shadow} = ${this.kept(of)};`);
    this.add(`for (let k = 0; k < ${shadow}.length; k++) ${shadow}[k] = 0;`);
    const gradient = `l${place}`;
    this.after.push(
      `const ${gradient} = new Array(${shadow}.length);`,
      `for (let k = 0; k < ${shadow}.length; k++) { const x = ${shadow}[k]; ${asksForNaN('x')} ${gradient}[k] = x; }`,
    );
    return gradient;
  }

  /** An array as long as a list, which is kept for the next call. A call that begins meanwhile finds none. */
  private kept(of: string): string {
    const name = `s${this.spare.length}`;
    this.spare.push(name);
    this.add(
      `const own_${name} = ${name} !== null && ${name}.length === ${of}.length ? ${name} : new Floats(${of}.length); ${name} = null;`,
    );
    return `own_${name}`;
  }

  /** A value of the type of a parameter. */
  private parameter(place: number, of: string): void {
    const { type, tells } = this.origins[place];
    if (tells !== undefined) throw new NotStraight();
    if (!isArray(type)) {
      this.add(`if (typeof ${of} !== '${type === 'bool' ? 'boolean' : 'number'}') ${OTHER}`);
      this.add(`const p${place} = ${of};`);
    } else if (type.storage === 'number[]') {
      this.list(of, `${of}.length > ${SHORT_LIST}`);
      this.add(`const p${place} = ${this.kept(of)};`);
      this.add(
        `for (let k = 0; k < p${place}.length; k++) { const x = ${of}[k]; if (typeof x !== 'number') ${OTHER} p${place}[k] = x; }`,
      );
    } else if (type.of === undefined) {
      this.add(`if (!isTyped(${of}, ${type.storage})) ${OTHER}`);
      this.met.push(of);
      this.add(`const p${place} = ${of};`);
    } else throw new NotStraight();
  }
}

const asksForNaN = (of: string): string => `if (${of} !== ${of}) ${OTHER}`;
