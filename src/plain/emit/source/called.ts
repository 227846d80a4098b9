/** A function of a file as other functions of the file call it. */
import type { Roots } from '../../analyse/roots.js';

export interface Called {
  readonly name: string;
  /** The names of its results in the object that it returns, if there are several. */
  readonly keys: readonly string[];
  /** For each parameter, whether a readonly array will do. */
  readonly takesReadonly: readonly boolean[];
}

/** The data that functions of a program have in common. */
export interface Program {
  readonly roots: Roots;
  readonly called: (of: string) => Called;
  /**
   * The number of stacks that keep something for reverse sweeps, and whether others than the entry use
   * the first.
   */
  readonly stacks: number;
  readonly isShared: boolean;
  /** The lines that empty the stacks: an error may have left something. */
  readonly emptied: () => readonly string[];
  /** A list of the file for arrays of a type that are kept. */
  readonly listOf: (type: string) => string;
  /** The function of a row that the module defines; undefined for rows of the library. */
  readonly rowNamed: (row: string) => string | undefined;
}
