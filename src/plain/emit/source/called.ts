/** A function of a file as other functions of the file call it. */
import type { Roots } from '../../analyse/roots.js';

export interface Called {
  readonly name: string;
  /** What its results are called in the object that it gives, if there are several. */
  readonly keys: readonly string[];
  /** For each parameter, whether a readonly array will do. */
  readonly takesReadonly: readonly boolean[];
}

/** What functions of a program have in common. */
export interface Program {
  readonly roots: Roots;
  readonly called: (of: string) => Called;
  /** How many stacks keep something for ways back, and whether others than the entry use the first. */
  readonly stacks: number;
  readonly isShared: boolean;
  /** What empties what is kept: an error may have left something. */
  readonly emptied: () => readonly string[];
  /** A list of the file for arrays of a type that are kept. */
  readonly listOf: (type: string) => string;
  /** The function of a row that the module defines; undefined for rows of the library. */
  readonly rowNamed: (row: string) => string | undefined;
}
