/** Functions of the rooms above the machine, which it calls. */
import type { Value } from '../../ir/ir.js';
import type { Core } from '../../core/core.js';
import type { Abstract, Foreign, Arena, Arr, Cell, Kind, Obj } from '../values/abstract.js';
import type { Shape } from '../values/shapes.js';
import type { Args, Env, Side } from './in-progress.js';

/** The functions that the machine receives from the modules above it. */
export interface Meanings<Machine> {
  readonly evaluate: (m: Machine, core: Core, env: Env) => Abstract;
  readonly get: (m: Machine, of: Abstract, key: Abstract, isSure?: boolean) => Abstract;
  readonly put: (m: Machine, of: Abstract, key: Abstract, to: Abstract, isSure?: boolean) => void;
  /** Gives an object a field: a value, or a getter or a setter beside the other one that it may have. */
  readonly define: (
    m: Machine,
    of: Obj,
    key: Abstract,
    kind: 'value' | 'get' | 'set',
    to: Abstract,
  ) => void;
  /** A method of a value of the program that code hands on. */
  readonly methodCalled: (m: Machine, of: Foreign, key: Abstract, args: Args) => Abstract;
  readonly call: (m: Machine, f: Abstract, self: Abstract, args: Args) => Abstract;
  /** A call with one array that is spread. */
  readonly apply: (m: Machine, f: Abstract, self: Abstract, list: Arr) => Abstract;
  readonly construct: (m: Machine, f: Abstract, args: Args) => Abstract;
  readonly classOf: (m: Machine, core: Extract<Core, { tag: 'class' }>, env: Env) => Abstract;
  readonly library: (name: string) => Abstract;
  /** Questions about the program that calls ask again. */
  readonly property: (of: object, key: PropertyKey) => Abstract;
  /** Asks that elements are gone through as those of any array, or of any text. */
  readonly goneThrough: (m: Machine, of: Abstract) => void;
  /** The way through an iterator, a map or a set; null for anything else. */
  readonly wayOf: (
    m: Machine,
    of: Abstract,
  ) => { readonly of: Abstract; readonly step: Abstract; readonly taken: Abstract } | null;
  /** The elements of such, as an array. */
  readonly gathered: (m: Machine, of: Abstract) => Arr | null;
  /** The getter that an object has by a name, or inherits; null if it has none. */
  readonly getter: (of: object, key: string) => Abstract | null;
  readonly setter: (of: object, key: string) => Abstract | null;
  /** The object that instances of a function have for a prototype. */
  readonly prototype: (of: object) => object;
  /** A property of `super`. */
  readonly superOf: (m: Machine, key: Abstract, env: Env) => Abstract;
  /** The time of a date of the program, which calls ask for. */
  readonly time: (of: Date) => number;
  /** The prototype of an object of the program. */
  readonly parent: (of: object) => object | null;
  /** The objects of a kind in lists of the program. */
  readonly givenArena: (kind: Kind) => Arena | undefined;
  /** True if no two of these are one object, which calls ask for from now on. */
  readonly areDistinct: (kind: Kind) => boolean;
  /** A value of the program that code is given as it is. */
  readonly foreign: (of: object) => Value;
  readonly global: (name: string) => Abstract | undefined;
  readonly shapeOf: (m: Machine, of: Abstract, mark: number, merges: boolean) => Shape;
  readonly flatten: (m: Machine, of: Abstract, shape: Shape) => readonly Value[];
  readonly build: (m: Machine, shape: Shape, leaves: readonly Value[]) => Abstract;
  /** The values of cells where two sides meet. */
  readonly joined: (
    m: Machine,
    sides: Side[],
    mark: number,
    meet: (shape: Shape, leaves: readonly (readonly Value[])[]) => readonly Value[],
  ) => ReadonlyMap<Cell, Abstract>;
}
