/** What expressions mean while they are lowered. A record is a slot for each field, and a function is inlined where it is called. */
import type { Binding, FunctionNode, Node, types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { HeldByKeys } from './held-by-keys.js';
import type { LinkShape, RecordShape } from '../shapes/shapes.js';
import type {
  Chosen,
  GlobalMeaning,
  ImportedName,
  MatchMeaning,
  PatternMeaning,
  RowMeaning,
  Slot,
} from './single-kinds.js';

export * from './single-kinds.js';

export interface RecordMeaning {
  readonly tag: 'record';
  readonly slots: ReadonlyMap<string, Slot>;
  readonly isTuple: boolean;
  /** Whether its fields may not be written, since copies of it count as the same object. */
  isFixed: boolean;
  /** Whether something else than one new object holds it, so that a copy would be another object; and whether that one does. */
  isNamed: boolean;
  isHeld: boolean;
  /** Whether it is an array that grows (growing.ts). */
  readonly isGrowing?: true;
  /** What objects in an array that grows are. */
  readonly elements?: RecordShape;
  /** Whether these are arrays that grow (rows-that-grow.ts). */
  readonly rows?: Rows;
  /** The variable, or the literal, that such an array was made for. */
  readonly madeFor?: Binding | Node;
  /** Whether it is a map, a set, or an object with any keys (containers/keyed.ts). */
  readonly keyed?: HeldByKeys;
  readonly literal?: Node;
  /** Whether it has no other fields: where it was made is in sight. */
  readonly isWhole: boolean;
  readonly from?: ClassMeaning;
  /** What is no field of it, but a getter or a setter. */
  readonly accessors?: ReadonlyMap<string, Accessors>;
  /** The fields that only other modules know, if it is passed on to these; and the literals, or calls of `new`, that may have made it. */
  readonly rest?: Rest | undefined;
  readonly sites?: readonly Node[];
}

/** The getter and the setter of a name, in the frame of their literal. */
export interface Accessors {
  readonly get?: FunctionNode;
  readonly set?: FunctionNode;
  readonly frame: Frame;
}

/** What arrays are that grow in an array. */
export interface Rows {
  /** What objects in them are. */
  readonly elements?: RecordShape;
  /** Whether they do not grow, since they may have other names. */
  readonly isSteady?: true;
  /** What the array of them was made for, or the literal that each of them is at first. */
  readonly madeFor: Binding | Node;
}

/** Lists of arrays that grow, and their counts, which are about to be made. */
export interface NewRows {
  readonly rows: Rows;
  readonly arrays: readonly Value[];
}

/** One of the arrays that grow in an array: it is known by its place. */
export interface GrownRowMeaning {
  readonly tag: 'grown';
  readonly of: RecordMeaning;
  readonly index: Value;
}

export interface Rest {
  readonly value: Value;
  /** Whether it is of the object that was spread to make this one. */
  readonly isCopy: boolean;
}

export interface ClassMeaning {
  readonly tag: 'class';
  readonly node: types.ClassDeclaration;
  readonly frame: Frame;
}

/** An array of objects: a column for each of their numbers and arrays. */
export interface ColumnsMeaning {
  readonly tag: 'columns';
  readonly shape: RecordShape;
  readonly arrays: readonly Value[];
  /** What holds the arrays as they are now, if they grow; and the pool that they are. */
  readonly grown?: readonly Slot[];
  readonly pool?: string;
}

/** One of the objects, or an object in it, whose columns begin at `at`. */
export interface ElementMeaning {
  readonly tag: 'element';
  readonly columns: ColumnsMeaning;
  readonly index: Value;
  readonly shape: RecordShape;
  readonly at: number;
}

/** An array of objects in one of some objects: a stretch of the columns of all that such arrays hold, which begin at `at`. */
export interface StretchMeaning {
  readonly tag: 'stretch';
  readonly columns: ColumnsMeaning;
  /** Links have one column, of places among the nodes. */
  readonly shape: RecordShape | LinkShape;
  readonly at: number;
  readonly from: Value;
  readonly length: Value;
}

/** A function of another module, under the name that the module has for it. */
interface ImportedMeaning {
  readonly tag: 'imported';
  readonly name: ImportedName;
}

/** What an operator of the library makes of a function (derived.ts). */
export interface DerivativeMeaning {
  readonly tag: 'derivative';
  readonly operator: string;
  readonly wrt: Chosen;
  /** Whether the function gives something beside its number, by the option `aux`. */
  readonly hasAux: boolean;
  /** What it is a derivative of, as what two of them have in common if they are the same. */
  readonly form: readonly unknown[];
  /** The parameters of that, as far as they are known. */
  readonly params: readonly Node[];
  readonly apply: (args: readonly Meaning[], node: Node) => Meaning;
}
/** A pullback or a pushforward of a function at arguments (maps.ts). */
interface MapMeaning {
  readonly tag: 'map';
  readonly apply: (change: Meaning, node: Node) => Meaning;
}
/** What a field holds that is written under several names: an array of that one number, or bool (cells.ts). */
export interface CellMeaning {
  readonly tag: 'cell';
  readonly array: Value;
  /** Where it stands in an array of more. */
  readonly at?: Value;
}

/** An array of functions that capture something, or of objects with such (listed-closures.ts). */
export interface ClosuresMeaning {
  readonly tag: 'closures';
  /** An array for each part of what they capture. */
  readonly arrays: readonly Value[];
  readonly made: Kept;
}

/** What may be missing; its parts hold anything where it is. */
interface OptionalMeaning {
  readonly tag: 'optional';
  readonly there: Value;
  readonly of: Meaning;
  /** Whether null says that it is missing, and not undefined. */
  readonly isNull: boolean;
}

/** One of some functions, by its place among them. */
export interface ChoiceMeaning {
  readonly tag: 'choice';
  readonly code: Value;
  readonly among: readonly Meaning[];
}

export type Meaning =
  | ChoiceMeaning
  | PatternMeaning
  | MatchMeaning
  | GlobalMeaning
  | CellMeaning
  | ClosuresMeaning
  | OptionalMeaning
  | { readonly tag: 'value'; readonly value: Value }
  | RecordMeaning
  | ColumnsMeaning
  | ElementMeaning
  | StretchMeaning
  | GrownRowMeaning
  | { readonly tag: 'function'; readonly node: FunctionNode; readonly frame: Frame }
  | RowMeaning
  | ImportedMeaning
  | DerivativeMeaning
  | MapMeaning
  | ClassMeaning
  /** A text that is known, such as a tag that is compared. */
  | { readonly tag: 'text'; readonly text: string }
  /** Another one: its place among those that the module compares (words.ts). */
  | { readonly tag: 'word'; readonly code: Value }
  /** Undefined, or null. */
  | { readonly tag: 'nothing'; readonly isNull?: true }
  /** What cannot be followed here, with the reason. */
  | {
      readonly tag: 'lost';
      readonly why: string;
      readonly instead: string;
      /** Whether it can be followed where loops take its slot for what may be missing. */
      readonly mayBeMissing?: boolean;
    };

export type FunctionMeaning = Meaning & { readonly tag: 'function' };

/** Something that is made anew for each element of an array. */
export type Kept =
  /** What is the same for all. */
  | { readonly tag: 'same'; readonly of: Meaning }
  | { readonly tag: 'function'; readonly of: FunctionMeaning; readonly frames: Frames }
  /** Values, each one that is the same for all, or the place of its array; one that changes stays in its array. */
  | {
      readonly tag: 'values';
      readonly parts: readonly (Value | number)[];
      readonly changes: boolean;
      readonly rebuilt: (values: readonly Value[]) => Meaning;
    }
  | KeptRecord;

export interface KeptRecord {
  readonly tag: 'record';
  readonly of: RecordMeaning;
  readonly fields: Map<string, Kept>;
  readonly frames: Frames;
}

export type Frames = Map<Frame, Map<Binding, Kept>>;

/** A member of something: what reads it, and what writes it. */
export interface Member {
  readonly get: () => Meaning;
  readonly set: (to: Meaning) => void;
  /** Puts something there where nothing was; what stands there then. */
  readonly put?: (to: Meaning) => Meaning;
}

/** The variables of one call of a function, inside those of the call that made it. */
export class Frame {
  private readonly slots = new Map<Binding, Slot>();
  private readonly named = new Map<string, Slot>();
  static last = 0;
  readonly id = ++Frame.last;
  /** What `this` is in a function that was bound to it, by `bind` or as an argument of `map`. */
  bound?: Slot;

  constructor(
    readonly around: Frame | null,
    /** What `this` is in its own code. */
    readonly ownReceiver?: Meaning,
  ) {}

  get hasNames(): boolean {
    return this.named.size > 0;
  }

  /** Without the frames around it. */
  ownSlot(binding: Binding): Slot | undefined {
    return this.slots.get(binding);
  }

  /** What `this` is. */
  get receiver(): Meaning | undefined {
    return this.ownReceiver ?? this.around?.receiver;
  }

  /** A new variable. A loop makes the variables of its body anew at each step. */
  declare(binding: Binding): Slot {
    const slot = { name: binding.identifier.name, lasting: binding };
    this.slots.set(binding, slot);
    return slot;
  }

  /** A parameter that is a field, too: Babel knows no variable of it. */
  name(name: string, slot: Slot = { name }): Slot {
    this.named.set(name, slot);
    return slot;
  }

  findName(name: string): Slot | undefined {
    return this.named.get(name) ?? this.around?.findName(name);
  }

  find(binding: Binding): Slot | undefined {
    return this.slots.get(binding) ?? this.around?.find(binding);
  }
}
