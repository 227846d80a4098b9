/**
 * Decides how the reverse sweep gets a value of the augmented primal (the to-be-recorded analysis of
 * Tapenade). A value of the function's own region is still in its variable, and so is a value of a loop
 * whose steps are taken back at once. Of a function that is called, only what its reverse sweep is given is
 * in variables. Every other value is computed again where that is cheap, or read again where its array is as
 * it was. What is left is kept at the end of its region, and taken at the start of the region's reverse
 * sweep.
 */
import type { Definitions } from '../../analyse/definitions.js';
import type { Stores } from '../../analyse/stores.js';
import {
  isList,
  regionsOf,
  statementsIn,
  type ArrayType,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../../ir/ir.js';

/** Rows that cost less than keeping their results. */
const cheap: readonly string[] = [
  'add',
  'sub',
  'mul',
  'neg',
  'abs',
  'floor',
  'ceil',
  'trunc',
  'fround',
  'max',
  'min',
];

export const isCheap = (row: string): boolean => cheap.includes(row);

/** The values that are kept at the end of a region, and their block. */
export interface KeptBlock {
  readonly block: number;
  readonly values: readonly Value[];
}

/** A region in the reverse sweep. */
export interface Mirror {
  /** The region in the augmented primal. */
  readonly region: Region;
  readonly again: Map<Value, Value>;
  /** The values that are taken, and the names that they get. */
  readonly kept: Value[];
  readonly taken: Value[];
  /** The statements that are computed again, before anything else. */
  readonly prologue: Stmt[];
  /** Hands a value out in another way than by keeping it. */
  readonly hand?: ((value: Value) => Value) | undefined;
}

export const mirrorOf = (region: Region, hand?: Mirror['hand']): Mirror => ({
  region,
  again: new Map(),
  kept: [],
  taken: [],
  prologue: [],
  hand,
});

const copyOf = ({ kept, taken, prologue, again }: Mirror) => ({
  kept: [...kept],
  taken: [...taken],
  prologue: [...prologue],
  again: new Map(again),
});

/** The facts about the functions of a program, and the notes of their reverse sweeps. */
export interface Facts {
  readonly definitions: Definitions;
  /** Where values live that the augmented primal has in addition. */
  readonly added: { readonly get: (of: Value) => Region | undefined };
  /** The operation that reads the shadow of a part from the shadow of the whole. */
  readonly parts: ReadonlyMap<Value, Op>;
  /** The arrays of shadows. */
  readonly originals: ReadonlyMap<Value, Value>;
  readonly handedOn: ReadonlySet<Value>;
  readonly stores: Stores;
  /** Takes what is read again: in the reverse sweep the arrays must become again what they were there. */
  readonly reads: Set<Stmt>;
  /** Arrays that are never read again. */
  readonly isLoose: (array: Value) => boolean;
  /** Takes what is kept in each region. */
  readonly keeps: Map<Region, KeptBlock>;
  /** The number of another block. */
  readonly nextBlock: () => number;
}

export class Kept {
  /** The regions whose reverse sweep is being written. */
  private readonly open = new Map<Region, Mirror>();
  /** The regions whose values are still in their variables. */
  private readonly present: Set<Region>;

  constructor(
    /** The region whose values are in variables. */
    top: Region | null,
    /** Arrays that the reverse sweep of the function is given. */
    private readonly given: ReadonlySet<Value>,
    private readonly of: Facts,
  ) {
    this.present = new Set(top === null ? [] : [top]);
  }

  /** Notes that the reverse sweep of a region follows it at once. */
  stay(region: Region): void {
    this.present.add(region);
  }

  isPresent = (region: Region): boolean => this.present.has(region);

  /**
   * True if a value of the augmented primal is in sight before a statement of a region that is present.
   */
  isBefore(value: Value, region: Region, stmt: Stmt): boolean {
    const home = this.of.definitions.get(value);
    if (home === undefined || !this.present.has(home.region)) return false;
    return home.region !== region || home.index < region.body.indexOf(stmt);
  }

  /** Opens the reverse sweep of a region. */
  enter(mirror: Mirror): void {
    this.open.set(mirror.region, mirror);
  }

  /** Closes it again. The result is the block that it takes. */
  leave({ region, kept }: Mirror): number {
    this.open.delete(region);
    const block = this.of.keeps.get(region)?.block ?? this.of.nextBlock();
    this.of.keeps.set(region, { block, values: kept });
    return block;
  }

  homeOf = (value: Value): Region =>
    this.of.definitions.get(value)?.region ?? this.of.added.get(value)!;

  /** A value of the augmented primal, in the reverse sweep. */
  need = (value: Value): Value => {
    const home = this.homeOf(value);
    if (this.present.has(home)) return value;
    const mirror = this.open.get(home)!;
    let again = mirror.again.get(value);
    if (again === undefined) {
      again = this.computed(value, mirror) ?? this.take(value, mirror);
      mirror.again.set(value, again);
    }
    return again;
  };

  /** The number that a value always is. */
  constantOf = (value: Value): number | undefined => {
    const stmt = this.of.definitions.get(value)?.stmt;
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'const') return undefined;
    return typeof stmt.op.value === 'number' ? stmt.op.value : undefined;
  };

  /**
   * Writes the reverse sweep of statements in a region, of which nothing may be kept. If `write` gives null,
   * or something would be kept, all is as it was before, and the result is null.
   */
  attempt<T>(region: Region, write: () => T | null): T | null {
    const { keeps } = this.of;
    const before = [...this.open.values()].map((mirror) => ({ mirror, was: copyOf(mirror) }));
    const inside = [region, ...[...statementsIn(region)].flatMap(regionsOf)];
    const known = inside.map((one) => keeps.get(one));
    const made = write();
    const isKept = inside.some((one) => (keeps.get(one)?.values.length ?? 0) > 0);
    inside.forEach((one, k) => {
      if (known[k] === undefined) keeps.delete(one);
      else keeps.set(one, known[k]);
    });
    if (made !== null && !isKept) return made;
    for (const { mirror, was } of before) {
      mirror.kept.length = was.kept.length;
      mirror.taken.length = was.taken.length;
      mirror.prologue.length = was.prologue.length;
      for (const of of mirror.again.keys()) if (!was.again.has(of)) mirror.again.delete(of);
    }
    return null;
  }

  private take(value: Value, mirror: Mirror): Value {
    if (mirror.hand !== undefined) return mirror.hand(value);
    const taken = { name: value.name, type: value.type === 'i32' ? 'f64' : value.type } as const;
    mirror.kept.push(value);
    mirror.taken.push(taken);
    return taken;
  }

  private computed(value: Value, mirror: Mirror): Value | null {
    const definition = this.of.definitions.get(value);
    const stmt = definition?.stmt;
    const shadow = this.newShadow(value);
    const op = shadow ?? (stmt?.tag === 'let' ? stmt.op : this.of.parts.get(value));
    const isMade = shadow !== undefined;
    if (op === undefined) return null;
    if (!isMade && !this.isCheap(op, value, mirror.region, definition?.index ?? -1)) return null;
    if (stmt !== null && stmt !== undefined && op.tag === 'load') this.of.reads.add(stmt);
    const args = op.args.map(this.need);
    const again = { name: value.name, type: value.type };
    mirror.prologue.push({ tag: 'let', value: again, op: { ...op, args } as Op });
    return again;
  }

  /**
   * The shadow of an array that its region makes and does not hand on holds nothing before the reverse sweep
   * of the region: it is made there.
   */
  private newShadow(value: Value): Op | undefined {
    const original = this.of.originals.get(value);
    if (original === undefined || isList(original.type) || this.of.handedOn.has(original))
      return undefined;
    const stmt = this.of.definitions.get(original)?.stmt;
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'alloc') return undefined;
    return { tag: 'alloc', type: value.type as ArrayType, args: stmt.op.args };
  }

  /**
   * True if the element of a list is in its place for good. The shadow of a list changes where the list
   * does.
   */
  private isSteady(list: Value, element: Value): boolean {
    const { region, index } = this.of.definitions.get(this.of.originals.get(element) ?? element)!;
    return this.of.stores.isComplete(this.of.originals.get(list) ?? list, region, index);
  }

  /** True if the reverse sweep has an array, or asked for it already. */
  isInReach(array: Value): boolean {
    return this.isAtHand(array) || this.open.get(this.homeOf(array))?.again.has(array) === true;
  }

  /** True if an array is in a variable, or an element of a list that is. */
  private isAtHand(array: Value): boolean {
    if (this.present.has(this.homeOf(array)) || this.given.has(array)) return true;
    const stmt = this.of.definitions.get(array)?.stmt;
    const op = stmt?.tag === 'let' ? stmt.op : this.of.parts.get(array);
    return op?.tag === 'load' && this.isAtHand(op.args[0]) && this.isSteady(op.args[0], array);
  }

  private isCheap(op: Op, value: Value, region: Region, index: number): boolean {
    switch (op.tag) {
      case 'const':
      case 'not':
      case 'stop':
        return true;
      case 'compare':
        // What an array has not is equal to itself; the NaN that is kept for it is not.
        return op.by !== 'eq' && op.by !== 'ne';
      case 'prim':
        return isCheap(op.row);
      case 'length':
        return this.isAtHand(op.args[0]);
      case 'load': {
        const [list] = op.args;
        // A list from around the region is kept once there, where its elements would be at each step.
        if (isList(list.type))
          return (
            (this.isAtHand(list) || this.homeOf(list) !== region) && this.isSteady(list, value)
          );
        return (
          !this.of.isLoose(op.args[0]) && !this.of.stores.isWrittenAfter(region, index, op.args[0])
        );
      }
      default:
        return false;
    }
  }
}
