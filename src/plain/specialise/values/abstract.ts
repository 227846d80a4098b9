/**
 * Abstract values: what is known of a value while a function is specialised. All that changes stands in
 * cells, so that what one side of a branch did can be taken back, and joined with what the other did.
 */
import type { ArrayType, Value } from '../../ir/ir.js';
import type { Class, Fn } from '../../core/core.js';
import type { Alias } from './alias.js';
import { Names } from './scope.js';
import type { Given } from './given.js';
import type { Kind } from './object-kinds.js';

export type { Kind } from './object-kinds.js';
export { Refusal, TooLarge } from './refusals.js';
export { allOwners, type Given } from './given.js';

export type Abstract =
  | Known
  | Dynamic
  | Obj
  | Element
  | Free
  | Arr
  | Closure
  | ClassValue
  | Accessor
  | Host
  | Choice
  | Foreign
  | Lost
  | Unset
  | Rep
  | Arena;

/** A primitive. */
export interface Known {
  readonly tag: 'known';
  readonly value: unknown;
}
/** A number or a bool that code computes. */
interface Dynamic {
  readonly tag: 'dynamic';
  readonly value: Value;
  /** The facts about choices that follow where a bool is true, and where it is false. */
  readonly yes?: readonly Fact[];
  readonly no?: readonly Fact[];
  /** The array and the index of an element that may be missing. */
  readonly at?: readonly [array: Value, index: Value];
}
/** Which option a choice is, or is not. */
export interface Fact {
  readonly which: Value;
  readonly option: number;
  readonly is: boolean;
}
/** One of several values: `which` is the number of the option; of two, a bool that is true for the first. */
export interface Choice {
  readonly tag: 'choice';
  readonly which: Value;
  readonly options: readonly Abstract[];
}
/** A function that specialised code makes. */
export interface Closure {
  readonly tag: 'closure';
  readonly f: Fn;
  readonly scope: Scope;
  /** The object that it is a method of, for `super`. */
  readonly home?: Abstract;
  /** The fields that it is given. */
  readonly own?: Obj;
  readonly isLibrary?: boolean;
}
/** A class that specialised code makes, or one of the program whose core is known. */
export interface ClassValue {
  readonly tag: 'class';
  readonly made: Class;
  readonly scope: Scope;
}
/** Stands in a slot of an object whose field has a getter or a setter; null where there is none. */
export interface Accessor {
  readonly tag: 'accessor';
  readonly get: Closure | Host | null;
  readonly set: Closure | Host | null;
}
/** True if a getter or a setter captures what was made at or after a mark. */
export const isAccessorYounger = ({ get, set }: Accessor, mark: number): boolean =>
  [get, set].some((f) => f?.tag === 'closure' && f.scope.isYounger(mark));
/** A value of the program by its identity: a function, a class, a namespace. */
export interface Host {
  readonly tag: 'host';
  readonly value: object;
}
/** A value of the program that code hands on, such as an array of NumPy. */
export interface Foreign {
  readonly tag: 'foreign';
  readonly value: Value;
}
/** A value that is refused where it is used. */
interface Lost {
  readonly tag: 'lost';
  readonly why: string;
}
/** A value that nothing asks for. */
interface Unset {
  readonly tag: 'unset';
}

/** The representation of an array. */
export type Rep = Tuple | Dense;
/** Elements that are values of their own. */
interface Tuple {
  readonly tag: 'tuple';
  readonly items: readonly Abstract[];
}
/** Arrays of the language: a column for each leaf of an element. */
export interface Dense {
  readonly tag: 'dense';
  readonly of: Shape;
  readonly columns: readonly Value[];
  /** Of an array that grows: behind its elements there is room. */
  readonly length: Value | null;
  /** True if others hold the same arrays of the language, so that they have to stay these. */
  readonly isPinned: boolean;
}

/**
 * An object by reference: its place in the arena of its kind. Two elements of one kind are the same object if their
 * indices are equal.
 */
export interface Element {
  readonly tag: 'element';
  readonly kind: Kind;
  readonly index: Value;
  /** The array and the index of an element that may be missing. */
  readonly at?: readonly [array: Value, index: Value];
}
/** The home of an object that stands in no arena. */
interface Free {
  readonly tag: 'free';
  readonly of: Obj;
}
/** The objects of a kind that stand in lists: columns for each field. They never move, and none is taken away. */
export interface Arena {
  readonly tag: 'arena';
  readonly kind: Kind;
  /** The shapes of the fields, and of whether an object is one that is given. */
  readonly slots: readonly Shape[];
  readonly columns: readonly Value[];
  /** Null while it is empty. */
  readonly length: Value | null;
}

/** The common form of values that meet (shapes.ts). */
export type Shape =
  | { readonly tag: 'number' | 'bool' | 'unset' | 'foreign' }
  | { readonly tag: 'known'; readonly value: unknown }
  /** A value by reference, and its shape by value where it may be merged with others. */
  | { readonly tag: 'same'; readonly of: Abstract; readonly as?: Shape }
  | {
      readonly tag: 'object';
      readonly proto: object | null;
      readonly slots: readonly (readonly [string, Shape])[];
      readonly from: readonly Obj[];
    }
  /** An object in the arena of its kind; `place` is one whose index is that of what holds it. */
  | { readonly tag: 'element' | 'place'; readonly kind: Kind }
  /** An array in the arena of its kind, where it grows. */
  | { readonly tag: 'row'; readonly kind: Kind }
  | { readonly tag: 'free'; readonly of: Free }
  | { readonly tag: 'arena'; readonly kind: Kind; readonly slots: readonly Shape[] }
  | { readonly tag: 'tuple'; readonly items: readonly Shape[]; readonly from: readonly Arr[] }
  | {
      readonly tag: 'list';
      readonly of: Shape;
      readonly storage: ArrayType['storage'];
      readonly grows: boolean;
      readonly isPinned: boolean;
      /** The arrays of the program that it may be, or be in; none if the code made it. */
      readonly owners: readonly Given[];
      readonly from: readonly Arr[];
    }
  /** The representation of an array that stays the same array. */
  | { readonly tag: 'rep'; readonly of: ListLike }
  | { readonly tag: 'choice'; readonly options: readonly Shape[] }
  | { readonly tag: 'lost'; readonly why: string };
export type List = Extract<Shape, { tag: 'list' }>;
export type ListLike = Extract<Shape, { tag: 'tuple' | 'list' }>;

export const UNSET: Unset = { tag: 'unset' };
export const known = (value: unknown): Known => ({ tag: 'known', value });
export const NOTHING = known(undefined);
export const dynamic = (value: Value): Dynamic => ({ tag: 'dynamic', value });
export const lost = (why: string): Lost => ({ tag: 'lost', why });

const mark = (name: string): Known => known(Symbol(name));
/** Stands in a slot of an object that has no such field. */
export const ABSENT = mark('absent');
/** Stands in a name before its declaration. */
export const EARLY = mark('early');
/** Stands in an array for an element that it was made without. */
export const HOLE = mark('hole');
const marks = new Map([ABSENT, EARLY, HOLE].map((one) => [one.value, one]));

/** The abstract value of a known one: a primitive, or one of the marks above. */
export const knownAs = (value: unknown): Known => marks.get(value) ?? known(value);

let reads: Set<Cell> | null = null;

/** A place that changes; `birth` tells whether it was there before a branch or a loop. */
export class Cell {
  /** The object that has the place for a field, or the array that has it for its elements, once it is written. */
  owner: { readonly of: Obj; readonly key: string } | Arr | null = null;
  constructor(
    private held: Abstract,
    readonly birth: number,
  ) {}

  get value(): Abstract {
    reads?.add(this);
    return this.held;
  }
  set value(to: Abstract) {
    this.held = to;
  }
}

/** The cells that something reads. */
export function readBy(work: () => void): ReadonlySet<Cell> {
  const outer = reads;
  const own = new Set<Cell>();
  reads = own;
  try {
    work();
  } finally {
    reads = outer;
    for (const cell of own) outer?.add(cell);
  }
  return own;
}

/** An object: fields in cells, and the prototype that it has for good. */
export class Obj {
  readonly tag = 'object';
  readonly slots = new Map<string, Cell>();
  /** Gives a field of an object of the program when it is first asked for. */
  lift: ((key: string) => Abstract | undefined) | null = null;
  /** Notes that a field of an object of the program is about to be written. */
  write: ((key: string, cell: Cell) => void) | null = null;
  /** The keys of an object of the program, which are asked for. */
  keys: (() => readonly string[]) | null = null;
  /** The keys as a text, in the order in which they were given. */
  readonly order: Cell;
  /** The element that it is since it was put into a list. */
  readonly home: Cell;
  constructor(
    readonly proto: object | null,
    readonly birth: number,
    readonly alias: Alias<Obj>,
  ) {
    alias.members.add(this);
    this.order = new Cell(known('[]'), birth);
    this.home = new Cell({ tag: 'free', of: this }, birth);
  }
}

export class Arr {
  readonly tag = 'array';
  /** Properties beside the elements, such as the place that a pattern was found at. */
  more: ReadonlyMap<string, Abstract> | null = null;
  /** The arrays of the program that it may be, or be in; none if the code made it. */
  owners: readonly Given[] = [];
  /** The place of the program that makes it, where arrays that others hold may grow; null elsewhere. */
  site: object | null = null;
  constructor(
    readonly storage: ArrayType['storage'],
    readonly rep: Cell,
    readonly birth: number,
    readonly alias: Alias<Arr>,
  ) {
    alias.members.add(this);
  }

  /** True if it is given, and code has no copy of it. */
  get isInput(): boolean {
    return this.owners.some(({ isCopied }) => isCopied !== true);
  }
}

export class Scope extends Names<Cell, Abstract> {}
