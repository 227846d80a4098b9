/**
 * Writes what reads small inputs as JavaScript, which are numbers, arrays of numbers, and objects and tuples of these, and what makes
 * gradients in their shape. All that entry asks is asked.
 */
import { isArray, type Type } from '../../../ir/ir.js';
import { isInput, type Origin } from '../../../ir/origin.js';
import { CodeLines } from './code-lines.js';
import { isFloats, placesIn, type Inside, type Part } from './entry-parts.js';
import { ownMethods } from './own-methods.js';
import { hidesAny, keysOf, type Held } from './records.js';
import { NotStraight, OTHER } from './straight-cotangents.js';

/** Longer lists are left to the usual way. */
const SHORT_LIST = 64;

/** So many objects and arrays are compared with each other. */
const MOST_OBJECTS = 6;

export abstract class InputWriter extends CodeLines {
  /** The code after the call: cotangents are read, and asked for NaN. */
  protected readonly after: string[] = [];
  protected readonly spare: string[] = [];
  protected readonly places: number[] = [];
  /** Objects and arrays in arguments that the gradient is taken by. */
  private readonly met: string[] = [];

  /** @param asked the parameters that the gradient is taken by, as code takes their shadows and gives their cotangents */
  constructor(
    protected readonly origins: readonly Origin[],
    private readonly methods: readonly string[],
    protected readonly asked: readonly number[],
  ) {
    super();
  }

  /** No input may be given twice. */
  protected compared(): void {
    const { met } = this;
    if (met.length > MOST_OBJECTS) throw new NotStraight();
    const pairs = met.flatMap((one, k) => met.slice(k + 1).map((other) => `${one} === ${other}`));
    if (pairs.length > 0) this.add(`if (${pairs.join(' || ')}) ${OTHER}`);
  }

  /** Reads a part that the gradient is taken by; gives the text of its gradient. */
  protected input(part: Part, of: string, sample: unknown): string {
    if (typeof part === 'number') return this.inputAt(part, of);
    if (typeof sample !== 'object' || sample === null) throw new NotStraight();
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

  /** The value of a data property. */
  private field(of: string, key: string): string {
    const name = this.name();
    this.add(`let ${name} = getOwnPropertyDescriptor(${of}, ${JSON.stringify(key)});`);
    this.add(`if (${name} === undefined || !('value' in ${name}) || !${name}.enumerable) ${OTHER}`);
    this.add(`${name} = ${of}[${JSON.stringify(key)}];`);
    return name;
  }

  private list(of: string, isOther: string): void {
    const own = ownMethods(of, 'ofLists', this.methods).map((one) => ` || !(${one})`);
    this.add(
      `if (!isArray(${of}) || getPrototypeOf(${of}) !== ofLists || hasOwn(${of}, iterator) || ${isOther}${own.join('')}) ${OTHER}`,
    );
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
    return isArray(type) ? this.arrayGradient(type, place, of) : this.slope(place);
  }

  /** The cotangent of a number. */
  protected readonly slopeOf = (place: number): string => {
    const before = this.asked.slice(0, this.asked.indexOf(place));
    return `found[${1 + before.filter((one) => !isArray(this.origins[one].type)).length}]`;
  };

  private slope(place: number): string {
    const name = `g${place}`;
    this.after.push(`const ${name} = ${this.slopeOf(place)};`, asksForNaN(name));
    return name;
  }

  /** True if a part has lists of lists, as matrices are. */
  protected holdsRows = (part: Part): boolean =>
    placesIn(part).some((place) => {
      const { type } = this.origins[place];
      return isArray(type) && type.of !== undefined;
    });

  /** The shadow of an array that was read; one of numbers is kept for the next call. */
  protected shadowOf(place: number): void {
    const { type } = this.origins[place];
    if (!isArray(type)) return;
    if (type.of !== undefined) {
      this.add(`const z${place} = zerosOf(p${place}, types[${place}], 1, room);`);
      return;
    }
    this.add(`const z${place} = ${this.kept(`p${place}`)};`);
    this.add(`for (let k = 0; k < z${place}.length; k++) z${place}[k] = 0;`);
  }

  private arrayGradient(type: Type, place: number, of: string): string {
    const shadow = `z${place}`;
    this.add(`if (${of}.length === 0) ${OTHER}`);
    if (isFloats(type)) {
      this.add(`const ${shadow} = new Floats(${of}.length);`);
      this.after.push(`if (floatsHoldNaN(${shadow})) ${OTHER}`);
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
