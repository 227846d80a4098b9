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
}
export interface Env {
  readonly scope: Scope;
  readonly frame: Frame;
}

/** Code of one side, and what it changed. */
export interface Side {
  readonly body: readonly Stmt[];
  readonly changes: ReadonlyMap<Cell, Abstract>;
  readonly isDead: boolean;
  readonly facts: readonly Fact[];
}
