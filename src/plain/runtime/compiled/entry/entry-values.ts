/**
 * The parameters of a lowered function, read from what it is given. Nothing of it runs code of others, but for proxies,
 * which are read as they would be elsewhere. O(size) of what is copied, and of objects.
 */
import { isArray, type ArrayType } from '../../../ir/ir.js';
import type { Origin, Tells } from '../../../ir/origin.js';
import { inCell, type Read } from './checked.js';
import { noneOf, type Inside, type Part } from './entry-parts.js';
import { linksOf, nodesFrom } from './nodes.js';
import { heldBy, holds, isPlainList, NONE, type Held } from './records.js';

const numbers: ArrayType = { storage: 'number[]' };

/** Whether anything is there for a parameter that may be missing. */
export function isThere({ tells }: Origin, of: unknown): boolean {
  if (tells === undefined || !('absent' in tells)) return true;
  return of !== (tells.absent === 'null' ? null : undefined);
}

export class EntryValues {
  readonly values: unknown[];
  /** Takes the objects and arrays that are met. */
  seen: object[] = [];
  /** Texts that the code does not know. */
  private otherTexts: string[] | null = null;
  /** The places of the nodes that are being read. */
  private places: ReadonlyMap<unknown, number> = new Map();

  constructor(
    private readonly origins: readonly Origin[],
    private readonly reader: Read,
  ) {
    this.values = new Array<unknown>(origins.length);
  }

  /** Reads a part of something; false if it is not what it must be. */
  read(part: Part, of: unknown): boolean {
    if (typeof part === 'number') return this.readParameter(part, of);
    const { presence } = part;
    if (presence !== undefined) {
      const isGiven = isThere(this.origins[presence], of);
      this.values[presence] = isGiven;
      const inner = part.at(true)!;
      if (isGiven) return this.read(inner, of);
      this.fill(inner, 0);
      return true;
    }
    if (part.nodes !== undefined) return this.readNodes(part.nodes, of);
    if (typeof of === 'object' && of !== null) this.seen.push(of);
    const { element, steps, parts, isTuple } = part;
    if (element !== undefined) return isPlainList(of) && this.readColumns(element, copyOf(of));
    if (!holds(of, isTuple, steps.length)) return false;
    for (let k = 0; k < steps.length; k++) {
      const child = held(of, steps[k] as string | number, parts[k]);
      if (child === NONE || !this.read(parts[k], child)) return false;
    }
    return true;
  }

  private readParameter(place: number, of: unknown): boolean {
    const { type, usual, tells } = this.origins[place];
    const given = of === undefined ? usual : of;
    const value =
      tells === undefined
        ? this.reader(given, type, this.seen, place)
        : 'isCell' in tells
          ? inCell(given, type)
          : this.told(given, tells);
    this.values[place] = value;
    return value !== undefined;
  }

  /** Reads the nodes of a tree. */
  private readNodes(part: Part, root: unknown): boolean {
    const nodes = nodesFrom(root, linksOf(part, this.origins), this.seen);
    this.places = new Map(nodes.map((node, k) => [node, k]));
    return nodes.length > 0 && this.readColumns(part, nodes);
  }

  /**
   * Reads a part of each of some objects: a column for each parameter.
   *
   * @param own where it holds 0, an object stands for one that is missing
   */
  private readColumns(part: Part, of: readonly unknown[], own?: Int32Array): boolean {
    if (typeof part === 'number') return this.readColumn(part, of);
    const { presence } = part;
    if (presence !== undefined) return this.readPresent(part, presence, of, own);
    const { seen } = this;
    const { steps, parts, isTuple } = part;
    for (let k = 0; k < of.length; k++) {
      const one = of[k];
      if (!holds(one, isTuple, steps.length)) return false;
      if (own?.[k] !== 0) seen.push(one);
    }
    for (let k = 0; k < steps.length; k++) {
      const children = new Array<unknown>(of.length);
      for (let j = 0; j < of.length; j++) {
        const child = held(of[j] as Held, steps[k] as string | number, parts[k]);
        if (child === NONE) return false;
        children[j] = child;
      }
      if (!this.readColumns(parts[k], children, own)) return false;
    }
    return true;
  }

  private readColumn(place: number, of: readonly unknown[]): boolean {
    const { type, tells } = this.origins[place];
    if (tells !== undefined) {
      const column = new Int32Array(of.length);
      this.values[place] = column;
      for (let k = 0; k < of.length; k++) {
        const told = 'isLink' in tells ? this.places.get(of[k]) : this.told(of[k], tells);
        if (told === undefined) return false;
        column[k] = told;
      }
      return true;
    }
    // A column is a list of arrays, or else one array of numbers.
    const isOfArrays = isArray(type) && type.of !== undefined;
    const column = this.reader(of, isOfArrays ? type : numbers, this.seen, place);
    this.values[place] = column;
    return column !== undefined;
  }

  /** Reads a column of what may be missing. */
  private readPresent(
    part: Inside,
    presence: number,
    of: readonly unknown[],
    own: Int32Array | undefined,
  ): boolean {
    const origin = this.origins[presence];
    const column = new Int32Array(of.length);
    this.values[presence] = column;
    const given = new Array<unknown>(of.length);
    let like: unknown = NONE;
    for (let k = 0; k < of.length; k++) {
      given[k] = of[k];
      if (!isThere(origin, of[k])) continue;
      column[k] = 1;
      if (like === NONE) like = of[k];
    }
    const inner = part.at(true)!;
    if (like === NONE) {
      this.fill(inner, of.length);
      return true;
    }
    // Nobody reads what stands for what is missing.
    for (let k = 0; k < of.length; k++) if (column[k] === 0) given[k] = like;
    return this.readColumns(
      inner,
      given,
      own === undefined ? column : column.map((is, k) => is * own[k]),
    );
  }

  /** What a parameter tells of something; undefined if it cannot tell. */
  private told(of: unknown, tells: Tells): number | undefined {
    if (!('texts' in tells)) return typeof of === 'boolean' ? Number(of) : undefined;
    if (typeof of !== 'string') return undefined;
    const known = tells.texts.indexOf(of);
    if (known >= 0) return known;
    const others = (this.otherTexts ??= []);
    const before = others.indexOf(of);
    return tells.texts.length + (before >= 0 ? before : others.push(of) - 1);
  }

  /** Gives the parts of what is missing values that nobody reads; in columns, to so many objects. */
  private fill(part: Part, length: number): void {
    if (typeof part === 'number') this.values[part] = noneOf(this.origins[part].type, length);
    else for (const inner of part.parts) this.fill(inner, length);
  }
}

/** What an object has by a name, or NONE; a part that may be missing may have no name. A tuple has all its elements. */
function held(of: Held, step: string | number, part: Part): unknown {
  // As elements of lists are read: a descriptor of an element takes long.
  if (typeof step === 'number') return of[step];
  const mayBeMissing = typeof part === 'object' && part.presence !== undefined;
  return mayBeMissing && !(step in of) ? undefined : heldBy(of, step);
}

/** The same elements, which stay while they are read several times. */
function copyOf(list: readonly unknown[]): readonly unknown[] {
  const { length } = list;
  const copy = new Array<unknown>(length);
  for (let k = 0; k < length; k++) copy[k] = list[k];
  return copy;
}
