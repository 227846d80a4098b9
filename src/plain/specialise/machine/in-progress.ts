/** The calls and the sides of branches that are in progress while a function is specialised. */
import type { Stmt } from '../../ir/ir.js';
import type { Abstract, Cell, Fact, Scope } from '../values/abstract.js';

/** A list of arguments; one that is spread is not counted. */
export type Args = readonly Abstract[];

/** The call that is in progress. */
interface Frame {
  /** The exit that was taken, as a text; '' if none was. */
  readonly exit: Cell;
  readonly result: Cell;
  readonly isLibrary: boolean;
  /** Of the body of a generator: who goes through it. */
  readonly taker?: Taker;
}
/** Takes what a generator hands on. */
export interface Taker {
  readonly take: (of: Abstract) => void;
  /** True as long as more is wanted: a known value, or a bool that is computed. */
  readonly stays: () => Abstract;
}
export interface Env {
  readonly scope: Scope;
  readonly frame: Frame;
  /** The names that the block around counts with. */
  readonly counters?: ReadonlySet<string>;
}

/** Code of one side, and what it changed. */
export interface Side {
  readonly body: readonly Stmt[];
  readonly changes: ReadonlyMap<Cell, Abstract>;
  readonly isDead: boolean;
  readonly facts: readonly Fact[];
}

/** Ways that are tried where a function is refused without them. */
export interface Modes {
  /** Objects that meet others are elements of arenas. */
  readonly isPooled: boolean;
  /** Arrays that others hold may grow: they stand in arenas, too. */
  readonly isGrowing: boolean;
  /** True where types promise what there is: elements that are read are not asked for. */
  readonly promises?: boolean;
}
