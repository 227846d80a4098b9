/**
 * What compiled code asks on entry: whether each parameter of a lowered function is what lowering took it for.
 * Nothing of it runs code of others, but for proxies, which are read as they would be elsewhere.
 */
import { holdsReals, isArray } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { checked } from './checked.js';
import { heldBy, keysIn, NONE, type Held } from './records.js';

/**
 * The place of a parameter among all, or what is inside: of an object by name, of a tuple by position, of all objects
 * in an array under null.
 */
type Part = number | ReadonlyMap<string | number | null, Part>;

function partsOf(origins: readonly Origin[], of: Origin['of']): ReadonlyMap<number, Part> {
  const parts = new Map<string | number | null, Part>();
  origins.forEach((origin, place) => {
    if (origin.of !== of) return;
    const { path } = origin;
    let around = parts;
    for (const step of path.slice(0, -1)) {
      const inner =
        (around.get(step) as typeof parts | undefined) ?? new Map<string | number | null, Part>();
      around.set(step, inner);
      around = inner;
    }
    around.set(path.at(-1)!, place);
  });
  return parts as ReadonlyMap<number, Part>;
}

export class Entry {
  private readonly args: ReadonlyMap<number, Part>;
  private readonly parts: readonly (readonly [position: number, part: Part])[];
  private readonly captures: readonly (readonly [position: number, part: Part])[];

  constructor(private readonly origins: readonly Origin[]) {
    this.args = partsOf(origins, 'argument');
    this.parts = [...this.args];
    this.captures = [...partsOf(origins, 'capture')];
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
  ): unknown[] | null {
    const values = new Array<unknown>(this.origins.length);
    const seen: object[] = [];
    for (const [k, part] of this.parts) if (!this.read(part, args[k], values, seen)) return null;
    // What is given twice is one thing to derivatives. A captured variable is none of the arguments.
    if (!writes && isAnyTwice(seen)) return null;
    for (const [k, part] of this.captures)
      if (!this.read(part, captured[k], values, writes ? seen : [])) return null;
    return writes && (isAnyTwice(seen) || overlap(seen)) ? null : values;
  }

  private read(part: Part, of: unknown, values: unknown[], seen: object[]): boolean {
    if (typeof part === 'number') {
      const value = checked(of, this.origins[part].type, seen);
      values[part] = value;
      return value !== undefined;
    }
    if (typeof of === 'object' && of !== null) seen.push(of);
    const element = part.get(null);
    if (element !== undefined) {
      const isList = Array.isArray(of) && Object.getPrototypeOf(of) === Array.prototype;
      return isList && this.readColumns(element, [...(of as unknown[])], values, seen);
    }
    const held = heldBy(of, part);
    if (held === null) return false;
    for (const [key, inner] of part) {
      const child = key === null ? NONE : held(key);
      if (child === NONE || !this.read(inner, child, values, seen)) return false;
    }
    return true;
  }

  /** Reads a part of each of some objects: a column for each parameter. */
  private readColumns(part: Part, of: unknown[], values: unknown[], seen: object[]): boolean {
    if (typeof part === 'number') {
      // A column is a list of arrays, or else one array of numbers.
      const { type } = this.origins[part];
      const isOfArrays = isArray(type) && type.of !== undefined;
      const column = checked(of, isOfArrays ? type : { storage: 'number[]' }, seen);
      values[part] = column;
      return column !== undefined;
    }
    for (const one of of) if (typeof one === 'object' && one !== null) seen.push(one);
    const held = of.map((one) => heldBy(one, part));
    return [...part].every(([key, inner]) => {
      const children = held.map((read) => (read === null || key === null ? NONE : read(key)));
      return !children.includes(NONE) && this.readColumns(inner, children, values, seen);
    });
  }

  /**
   * The places of the parameters that `wrt` names, in the order in which their reals stand in the arguments; null
   * if it names anything else, or if there are other reals beside them.
   */
  inputs(args: readonly unknown[], wrt: unknown): number[] | null {
    const places: number[] = [];
    if (typeof wrt === 'number')
      return this.inputsIn(this.args.get(wrt), args[wrt], null, places) ? places : null;
    const names: readonly unknown[] = Array.isArray(wrt) ? wrt : [wrt];
    if (new Set(names).size < names.length || names.length === 0) return null;
    if (names.every((name) => typeof name === 'string')) {
      const part = this.args.get(0);
      if (typeof part !== 'object' || !names.every((name) => part.has(name))) return null;
      return this.inputsIn(part, args[0], names, places) ? places : null;
    }
    const isKnown = names.every(
      (position) =>
        typeof position === 'number' &&
        this.inputsIn(this.args.get(position), args[position], null, places),
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
      return true;
    }
    // Reals of objects in an array stand in another order than those in columns.
    const keys = part.has(null) ? null : keysIn(of as object);
    if (keys === null) return false;
    return keys.every((key) => {
      if (only !== null && !only.includes(key as string)) return true;
      const inner = part.get(key);
      const child = (of as Held)[key];
      return inner === undefined ? isLeaf(child) : this.inputsIn(inner, child, null, places);
    });
  }
}

const isAnyTwice = (seen: readonly object[]): boolean =>
  seen.length > 1 && new Set(seen).size < seen.length;

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
