/**
 * Reads what a function is given at each call. While a function is specialised, each look at a value of the program becomes
 * a line of code: it fetches the value again, asks what was relied on, or takes a number or an array as a parameter. What
 * nobody looked at is never asked. Fields are read as data, so that no getter runs.
 */

import type { Value } from '../../ir/ir.js';
import type { Holder } from './holders.js';
import { areApart } from './separate-memory.js';

/** The name of a value in the code. */
export type Slot = string;

/** A parameter: the argument that it is in, or −1, and whether code works on a copy. */
export interface Param {
  readonly value: Value;
  readonly argument: number;
  readonly isCopied: boolean;
  readonly within: readonly Holder[];
}

/** The line that gives no answer. */
const OTHER = 'return null;';

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols } = Object;
const { getPrototypeOf, hasOwn, is, keys } = Object;
const { isArray } = Array;
const helpers: Readonly<Record<string, unknown>> = {
  $descriptor: getOwnPropertyDescriptor,
  $protoOf: getPrototypeOf,
  $hasOwn: hasOwn,
  $names: getOwnPropertyNames,
  $visible: keys,
  $symbols: getOwnPropertySymbols,
  $is: is,
  $isArray: isArray,
  $isView: (of: unknown) => ArrayBuffer.isView(of),
  $indices: indices,
  $copied: copied,
  $areApart: areApart,
  $isExtensible: Object.isExtensible,
};

/** A copy of an array of numbers, or of such arrays. O(size). */
function copied(of: unknown): unknown {
  if (isArray(of)) return of.map(copied);
  const type = (of as object).constructor as new (of: unknown) => unknown;
  return ArrayBuffer.isView(of) ? new type(of) : of;
}

const NONE = new Int32Array(0);
/** The numbers from one up to another. */
function indices(from: number, to: number): Int32Array {
  if (from === to) return NONE;
  const made = new Int32Array(to - from);
  for (let k = 0; k < made.length; k++) made[k] = from + k;
  return made;
}

export class Reader {
  private readonly lines: (string | (() => string))[] = [];
  /** The values of the program that the code names. */
  private readonly values: unknown[] = [];
  private readonly names = new Map<unknown, Slot>();
  private readonly known = new Map<string, Slot>();
  private readonly asked = new Set<string>();
  private readonly params: Slot[] = [];
  private next = 0;

  /** @param count how many arguments there are */
  constructor(private readonly count: number) {}

  name = (): Slot => `s${this.next++}`;

  /** The value of an expression. */
  slot(text: string): Slot {
    const name = this.name();
    this.lines.push(`const ${name} = ${text};`);
    return name;
  }

  slotOnce = (text: string): Slot => this.once(text, () => this.slot(text));

  argument = (k: number): Slot => this.once(`argument ${k}`, () => this.slot(`args[${k}]`));

  /** A value that is the same for good. */
  constant(of: unknown): Slot {
    let name = this.names.get(of);
    if (name === undefined) {
      this.names.set(of, (name = `k${this.values.length}`));
      this.values.push(of);
    }
    return name;
  }

  /** A value that the program gives. */
  called(read: () => unknown): Slot {
    const name = this.name();
    this.lines.push(`let ${name}; try { ${name} = ${this.constant(read)}(); } catch { ${OTHER} }`);
    return name;
  }

  key = (key: PropertyKey): string =>
    typeof key === 'symbol' ? this.constant(key) : JSON.stringify(key);

  /** A property as data, the object's own. Elements of arrays are read as they are. */
  field(of: Slot, key: PropertyKey, isElement = false): Slot {
    const text = this.key(key);
    return this.once(`${of} ${text}`, () => {
      if (isElement) {
        const slot = this.slot(`${of}[${text}]`);
        this.ask(`${slot} !== undefined || $hasOwn(${of}, ${text})`);
        return slot;
      }
      const found = this.descriptor(of, key);
      const slot = this.slot(`${found}.value`);
      this.ask(`${slot} !== undefined || 'value' in ${found}`);
      return slot;
    });
  }

  /** The descriptor of a property that an object has itself. */
  private descriptor(of: Slot, key: PropertyKey): Slot {
    const text = this.key(key);
    return this.once(`descriptor ${of} ${text}`, () => {
      const found = this.slot(`$descriptor(${of}, ${text})`);
      this.ask(`${found} !== undefined`);
      return found;
    });
  }

  askWritable = (of: Slot, key: string): void => this.ask(`${this.descriptor(of, key)}.writable`);

  /** Asks whether an object has some keys in their order, all of which can be seen, and no others but symbols. */
  askKeys(of: Slot, keys: readonly string[]): void {
    this.ask(areKeys(this.slot(`$names(${of})`), keys));
    for (const key of keys) this.ask(`${this.descriptor(of, key)}.enumerable`);
  }

  /** A property of something by its identity, whose getter may run: it is asked for the same identity. */
  property(of: Slot, key: PropertyKey): Slot {
    const text = this.key(key);
    return this.once(`${of}[${text}]`, () => this.slot(`${of}[${text}]`));
  }

  /** A global name. */
  global = (name: string): Slot =>
    this.once(`global ${name}`, () =>
      /^[a-zA-Z_]\w*$/.test(name)
        ? this.slot(name)
        : this.slot(`globalThis[${JSON.stringify(name)}]`),
    );

  private once(name: string, make: () => Slot): Slot {
    let slot = this.known.get(name);
    if (slot === undefined) this.known.set(name, (slot = make()));
    return slot;
  }

  /** Goes on only where a condition holds. */
  ask(condition: string): void {
    if (this.asked.has(condition)) return;
    this.asked.add(condition);
    this.lines.push(`if (!(${condition})) ${OTHER}`);
  }

  /** Adds lines of code of its own, such as loops; those that are functions are written at last. */
  add = (...lines: readonly (string | (() => string))[]): void => void this.lines.push(...lines);

  /** The condition that a value is the same as now. */
  isSame(of: Slot, value: unknown): string {
    if (Object(value) === value || typeof value === 'symbol' || typeof value === 'bigint')
      return `${of} === ${this.constant(value)}`;
    if (typeof value === 'number')
      return value === 0 || value !== value
        ? `$is(${of}, ${this.constant(value)})`
        : `${of} === ${value}`;
    return `${of} === ${value === undefined ? 'undefined' : JSON.stringify(value)}`;
  }

  /** Takes a value as the next parameter. */
  take(of: Slot): number {
    this.params.push(of);
    return this.params.length - 1;
  }

  /** The name of a parameter. */
  param = (k: number): Slot => this.params[k];

  /**
   * A function of a list of arguments: it reads these, and goes on with some code, unless they are of another kind; then it gives null.
   * O(code).
   */
  code<T>(
    rest: readonly string[],
    more: Readonly<Record<string, unknown>> = {},
  ): (args: readonly unknown[]) => T | null {
    const given = { ...helpers, ...more };
    const names = this.values.map((_, k) => `k${k}`);
    const text = [
      'return (args) => {',
      `if (args.length !== ${this.count}) ${OTHER}`,
      ...this.lines.map((line) => (typeof line === 'string' ? line : line())),
      ...rest,
      '};',
    ].join('\n');
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text above
    const make = new Function(...Object.keys(given), ...names, text) as (
      ...values: unknown[]
    ) => (args: readonly unknown[]) => T | null;
    return make(...Object.values(given), ...this.values);
  }
}

/** The condition that a list is that of some keys. */
export const areKeys = (list: string, keys: readonly string[]): string =>
  [
    `${list}.length === ${keys.length}`,
    ...keys.map((key, k) => `${list}[${k}] === ${JSON.stringify(key)}`),
  ].join(' && ');
