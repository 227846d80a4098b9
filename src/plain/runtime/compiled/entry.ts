/**
 * What compiled code asks on entry: whether each parameter of a lowered function is what lowering took it for.
 * Nothing of it runs code of others, but for proxies, which are read as they would be elsewhere.
 */
import { holdsReals, isArray } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { checked, type Read } from './checked.js';
import { heldBy, holds, keysIn, NONE, type Held } from './records.js';

/** The place of a parameter among all, or what is inside. */
type Part = number | Inside;
type Step = string | number | null;
type Parts = ReadonlyMap<Step, number | Parts>;

/** What is inside: of an object by name, of a tuple by position, of all objects in an array under null. */
class Inside {
  readonly each: readonly (readonly [step: Step, part: Part])[];
  readonly isTuple: boolean;
  private readonly byStep: ReadonlyMap<Step, Part>;

  constructor(parts: Parts) {
    this.each = [...parts].map(([step, part]) => [
      step,
      typeof part === 'number' ? part : new Inside(part),
    ]);
    this.isTuple = typeof this.each[0]?.[0] === 'number';
    this.byStep = new Map(this.each);
  }

  at = (step: Step): Part | undefined => this.byStep.get(step);

  get element(): Part | undefined {
    return this.byStep.get(null);
  }
}

function partsOf(origins: readonly Origin[], of: Origin['of']): Inside {
  const parts = new Map<Step, number | Parts>();
  origins.forEach((origin, place) => {
    if (origin.of !== of) return;
    const { path } = origin;
    let around = parts;
    for (const step of path.slice(0, -1)) {
      const inner =
        (around.get(step) as typeof parts | undefined) ?? new Map<Step, number | Parts>();
      around.set(step, inner);
      around = inner;
    }
    around.set(path.at(-1)!, place);
  });
  return new Inside(parts);
}

export class Entry {
  private readonly args: Inside;
  private readonly captures: Inside;
  /** Whether each parameter is an argument that is a number. */
  private readonly isOfNumbers: boolean;
  /** What was named last, and the places. */
  private last: { readonly wrt: unknown; readonly places: readonly number[] } | null = null;

  private latest: readonly number[] = [];

  constructor(private readonly origins: readonly Origin[]) {
    this.args = partsOf(origins, 'argument');
    this.captures = partsOf(origins, 'capture');
    this.isOfNumbers = origins.every(
      ({ of, path, type }, k) =>
        of === 'argument' && path.length === 1 && path[0] === k && type === 'f64',
    );
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
      const { type, usual } = this.origins[part];
      const value = read(of === undefined ? usual : of, type, seen, part);
      values[part] = value;
      return value !== undefined;
    }
    if (typeof of === 'object' && of !== null) seen.push(of);
    const { element, each, isTuple } = part;
    if (element !== undefined) {
      const isList = Array.isArray(of) && Object.getPrototypeOf(of) === Array.prototype;
      return isList && this.readColumns(element, [...(of as unknown[])], values, seen, read);
    }
    if (!holds(of, isTuple, each.length)) return false;
    for (const [step, inner] of each) {
      const child = heldBy(of, step!);
      if (child === NONE || !this.read(inner, child, values, seen, read)) return false;
    }
    return true;
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
      const { type } = this.origins[part];
      const isOfArrays = isArray(type) && type.of !== undefined;
      const column = read(of, isOfArrays ? type : { storage: 'number[]' }, seen, part);
      values[part] = column;
      return column !== undefined;
    }
    for (const one of of) if (typeof one === 'object' && one !== null) seen.push(one);
    const { each, isTuple } = part;
    return each.every(([step, inner]) => {
      const children = of.map((one) =>
        step !== null && holds(one, isTuple, each.length) ? heldBy(one, step) : NONE,
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

  /** @param only the fields that are looked into; null for all */
  private inputsIn(
    part: Part | undefined,
    of: unknown,
    only: readonly string[] | null,
    places: number[],
  ): boolean {
    if (part === undefined) return false;
    if (typeof part === 'number') {
      if (holdsReals(this.origins[part].type)) places.push(part);
      return of !== undefined;
    }
    // Reals of objects in an array stand in another order than those in columns.
    const keys = part.element !== undefined ? null : keysIn(of as object);
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

/** Whether a value is certainly no real and holds none. */
const isLeaf = (value: unknown): boolean =>
  value === null || (typeof value !== 'number' && typeof value !== 'object');
