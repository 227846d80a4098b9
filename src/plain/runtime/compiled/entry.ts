/**
 * What compiled code asks on entry: whether each parameter of a lowered function is what lowering took it for.
 * Nothing of it runs code of others, but for proxies, which are read as they would be elsewhere.
 */
import { holdsReals, isArray } from '../../ir/ir.js';
import type { Origin, Tells } from '../../ir/origin.js';
import { checked, type Read } from './checked.js';
import { areAlike, isLeaf, noneOf, partsOf, type Inside, type Part } from './entry-parts.js';
import { heldBy, holds, keysIn, NONE, type Held } from './records.js';

/** Some of the places of inputs that stand side by side. */
export type Group = readonly [from: number, to: number];

const isNumberAt = ({ of, path, type, tells }: Origin, k: number): boolean =>
  of === 'argument' && path.length === 1 && path[0] === k && type === 'f64' && !tells;

export class Entry {
  private readonly args: Inside;
  private readonly captures: Inside;
  /** Whether each parameter is an argument that is a number. */
  private readonly isOfNumbers: boolean;
  /** What was named last, and the places. */
  private last: { readonly wrt: unknown; readonly places: readonly number[] } | null = null;
  private latest: readonly number[] = [];
  /**
   * Which of the places that were asked for last belong to arrays of objects: from one to another. The reals of an
   * object stand side by side in the arguments, and in parameters those of one field.
   */
  groups: readonly Group[] = [];

  constructor(private readonly origins: readonly Origin[]) {
    this.args = partsOf(origins, 'argument');
    this.captures = partsOf(origins, 'capture');
    this.isOfNumbers = origins.every(isNumberAt);
  }

  /**
   * The values of all parameters, or null if any is not what it must be.
   *
   * @param writes whether the function writes into any of them: then none may share anything with another one
   */
  values(
    args: readonly unknown[],
    captured: readonly unknown[],
    writes: boolean,
  ): readonly unknown[] | null {
    if (this.isOfNumbers && areNumbers(args, this.origins.length)) return args;
    this.otherTexts.length = 0;
    const values = new Array<unknown>(this.origins.length);
    const seen: object[] = [];
    if (!this.readAll(this.args, args, values, seen, checked)) return null;
    // What is given twice is one thing to derivatives. A captured variable is none of the arguments.
    if (!writes && isAnyTwice(seen)) return null;
    if (!this.readAll(this.captures, captured, values, writes ? seen : [], checked)) return null;
    return writes && (isAnyTwice(seen) || overlap(seen)) ? null : values;
  }

  /** The same as another reader takes them. What is given twice is two things. */
  valuesBy(read: Read, args: readonly unknown[], captured: readonly unknown[]): unknown[] | null {
    // Runs answer where it depends on what is there which code answers.
    if (this.origins.some(({ tells }) => tells !== undefined)) return null;
    const values = new Array<unknown>(this.origins.length);
    const areRead =
      this.readAll(this.args, args, values, [], read) &&
      this.readAll(this.captures, captured, values, [], read);
    return areRead ? values : null;
  }

  private readAll(
    { each }: Inside,
    given: readonly unknown[],
    values: unknown[],
    seen: object[],
    read: Read,
  ): boolean {
    for (const [position, part] of each)
      if (!this.read(part, given[position as number], values, seen, read)) return false;
    return true;
  }

  private read(part: Part, of: unknown, values: unknown[], seen: object[], read: Read): boolean {
    if (typeof part === 'number') {
      const { type, usual, tells } = this.origins[part];
      const given = of === undefined ? usual : of;
      const value = tells === undefined ? read(given, type, seen, part) : this.told(given, tells);
      values[part] = value;
      return value !== undefined;
    }
    const { presence } = part;
    if (presence !== undefined) {
      const isThere = this.isThere(presence, of);
      values[presence] = isThere;
      const inner = part.at(true)!;
      if (isThere) return this.read(inner, of, values, seen, read);
      this.fill(inner, values, 0);
      return true;
    }
    if (typeof of === 'object' && of !== null) seen.push(of);
    const { element, each, isTuple } = part;
    if (element !== undefined) {
      const isList = Array.isArray(of) && Object.getPrototypeOf(of) === Array.prototype;
      return isList && this.readColumns(element, [...(of as unknown[])], values, seen, read);
    }
    if (!holds(of, isTuple, each.length)) return false;
    for (const [step, inner] of each) {
      const child = this.held(of, step as string | number, inner);
      if (child === NONE || !this.read(inner, child, values, seen, read)) return false;
    }
    return true;
  }

  /** What an object has by a name, or NONE; a part that may be missing may have no name. */
  private held(of: Held, step: string | number, part: Part): unknown {
    const found = heldBy(of, step);
    const mayBeMissing = typeof part === 'object' && part.presence !== undefined;
    return found === NONE && mayBeMissing && !(step in of) ? undefined : found;
  }

  /** Texts that the code does not know. */
  private readonly otherTexts: string[] = [];

  /** What a parameter tells of something; undefined if it cannot tell. */
  private told(of: unknown, tells: Tells): number | undefined {
    if (!('texts' in tells)) return typeof of === 'boolean' ? Number(of) : undefined;
    if (typeof of !== 'string') return undefined;
    const known = tells.texts.indexOf(of);
    if (known >= 0) return known;
    const before = this.otherTexts.indexOf(of);
    return tells.texts.length + (before >= 0 ? before : this.otherTexts.push(of) - 1);
  }

  private isThere(presence: number, of: unknown): boolean {
    const { tells } = this.origins[presence];
    if (tells === undefined || !('absent' in tells)) return true;
    return of !== (tells.absent === 'null' ? null : undefined);
  }

  /** Gives the parts of what is missing values that nobody reads; in columns, to so many objects. */
  private fill(part: Part, values: unknown[], length: number): void {
    if (typeof part === 'number') values[part] = noneOf(this.origins[part].type, length);
    else for (const [, inner] of part.each) this.fill(inner, values, length);
  }

  /** Reads a part of each of some objects: a column for each parameter. */
  private readColumns(
    part: Part,
    of: unknown[],
    values: unknown[],
    seen: object[],
    read: Read,
  ): boolean {
    if (typeof part === 'number') {
      // A column is a list of arrays, or else one array of numbers.
      const { type, tells } = this.origins[part];
      if (tells !== undefined) {
        const numbers = of.map((one) => Number(this.told(one, tells)));
        values[part] = Int32Array.from(numbers);
        return !numbers.some(Number.isNaN);
      }
      const isOfArrays = isArray(type) && type.of !== undefined;
      const column = read(of, isOfArrays ? type : { storage: 'number[]' }, seen, part);
      values[part] = column;
      return column !== undefined;
    }
    const { presence } = part;
    if (presence !== undefined) {
      const isThere = of.map((one) => this.isThere(presence, one));
      values[presence] = Int32Array.from(isThere, Number);
      const like: unknown = of.find((_, k) => isThere[k]);
      const inner = part.at(true)!;
      if (like === undefined) this.fill(inner, values, of.length);
      // Nobody reads what stands for what is missing.
      const all = of.map((one, k) => (isThere[k] ? one : like));
      return like === undefined || this.readColumns(inner, all, values, seen, read);
    }
    for (const one of of) if (typeof one === 'object' && one !== null) seen.push(one);
    const { each, isTuple } = part;
    return each.every(([step, inner]) => {
      const children = of.map((one) =>
        holds(one, isTuple, each.length) ? this.held(one, step as string | number, inner) : NONE,
      );
      return !children.includes(NONE) && this.readColumns(inner, children, values, seen, read);
    });
  }

  /**
   * The places of the parameters that `wrt` names, in the order in which their reals stand in the arguments; null
   * if it names anything else, or if there are other reals beside them.
   */
  inputs(args: readonly unknown[], wrt: unknown): readonly number[] | null {
    const { last } = this;
    this.groups = [];
    if (last !== null && isSameChoice(last.wrt, wrt)) return last.places;
    const places = this.inputsBy(args, wrt);
    if (places === null) return null;
    if (this.isOfWholes(wrt))
      this.last = { wrt: Array.isArray(wrt) ? [...(wrt as unknown[])] : wrt, places };
    // Equal places are one list: by that, those who are asked again know them.
    if (!isSameChoice(this.latest, places)) this.latest = places;
    return this.latest;
  }

  /** Whether it names arguments that are one parameter each: then arguments do not matter. */
  private isOfWholes = (wrt: unknown): boolean =>
    Array.isArray(wrt)
      ? wrt.every((one) => typeof one === 'number' && this.isOfWholes(one))
      : typeof wrt === 'number' && typeof this.args.at(wrt) === 'number';

  private inputsBy(args: readonly unknown[], wrt: unknown): number[] | null {
    const places: number[] = [];
    if (typeof wrt === 'number')
      return this.inputsIn(this.args.at(wrt), args[wrt], null, places) ? places : null;
    const names: readonly unknown[] = Array.isArray(wrt) ? wrt : [wrt];
    if (new Set(names).size < names.length || names.length === 0) return null;
    if (names.every((name) => typeof name === 'string')) {
      const part = this.args.at(0);
      if (typeof part !== 'object' || !names.every((name) => part.at(name) !== undefined))
        return null;
      return this.inputsIn(part, args[0], names, places) ? places : null;
    }
    const isKnown = names.every(
      (position) =>
        typeof position === 'number' &&
        this.inputsIn(this.args.at(position), args[position], null, places),
    );
    return isKnown ? places : null;
  }

  /** The inputs in objects of an array, which must be alike. */
  private inputsOfEach(part: Part, of: readonly object[], places: number[]): boolean {
    const [first, ...others] = of;
    const from = places.length;
    if (first === undefined || !this.inputsIn(part, first, null, places)) return false;
    if (!others.every((one) => areAlike(part, one, first))) return false;
    if (places.length > from) this.groups = [...this.groups, [from, places.length]];
    return true;
  }

  /** @param only the fields that are looked into; null for all */
  private inputsIn(
    part: Part | undefined,
    of: unknown,
    only: readonly string[] | null,
    places: number[],
  ): boolean {
    if (part === undefined) return false;
    if (typeof part === 'number') {
      const { type, tells } = this.origins[part];
      if (tells === undefined && holdsReals(type)) places.push(part);
      return of !== undefined;
    }
    const { presence } = part;
    if (presence !== undefined)
      return this.isThere(presence, of)
        ? this.inputsIn(part.at(true), of, only, places)
        : of === undefined || of === null;
    const { element } = part;
    if (element !== undefined) return this.inputsOfEach(element, of as readonly object[], places);
    const keys = keysIn(of as object);
    if (keys === null) return false;
    for (const key of keys) {
      if (only !== null && !only.includes(key as string)) continue;
      const inner = part.at(key);
      const child = (of as Held)[key];
      const isKnown =
        inner === undefined ? isLeaf(child) : this.inputsIn(inner, child, null, places);
      if (!isKnown) return false;
    }
    return true;
  }
}

/** Whether there are so many arguments, and all are numbers. */
function areNumbers(args: readonly unknown[], count: number): boolean {
  if (args.length !== count) return false;
  for (const of of args) if (typeof of !== 'number') return false;
  return true;
}

const isSameChoice = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((name, k) => name === other[k]));

const isAnyTwice = (seen: readonly object[]): boolean =>
  seen.length === 2 ? seen[0] === seen[1] : seen.length > 2 && new Set(seen).size < seen.length;

/** Whether any two typed arrays have elements in common. O(n log n). */
function overlap(seen: readonly object[]): boolean {
  const views = seen.filter((of): of is ArrayBufferView => ArrayBuffer.isView(of));
  const ends = new Map<ArrayBufferLike, number>();
  views.sort((one, other) => one.byteOffset - other.byteOffset);
  return views.some(({ buffer, byteOffset, byteLength }) => {
    const end = ends.get(buffer) ?? 0;
    ends.set(buffer, Math.max(end, byteOffset + byteLength));
    return byteLength > 0 && byteOffset < end;
  });
}
