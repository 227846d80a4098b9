/** Meanings that hold no other ones, and what meanings are about. */
import type { Binding } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { Lasting } from '../shapes/lessons.js';
import type { Pattern } from '../syntax/patterns-used.js';

/** A variable, or a field of a record: what it holds now is in the state. */
export interface Slot {
  readonly name: string;
  readonly lasting?: Lasting | undefined;
}

/** A function that stands for a row: of `Math`, of the library, or of the module itself. */
export interface RowMeaning {
  readonly tag: 'row';
  readonly name: string;
  /** Whether it refuses what is no number, as functions of `Math` do not. */
  readonly isStrict: boolean;
}

/** How the module names a function that is known when it is linked. */
export interface ImportedName {
  readonly binding: Binding;
  /** The member that it is of what the variable holds, which may be a whole module. */
  readonly member?: string;
  readonly isModule?: boolean;
}

/** What the option `wrt` names. */
export interface Chosen {
  /** Arguments, or keys of the first one. */
  readonly of: readonly (number | string)[];
  readonly isList: boolean;
}

/** A regular expression that is written down; where one that remembers goes on. */
export interface PatternMeaning {
  readonly tag: 'pattern';
  readonly of: Pattern;
  readonly next: Slot | null;
}

/** A function of the language on numbers and texts, such as `Number`, that is given to another function. */
export interface GlobalMeaning {
  readonly tag: 'global';
  readonly name: string;
}

/** What a pattern found, by its place among all that was found (ir/text-matches.ts); and a list of such. */
export interface MatchMeaning {
  readonly tag: 'match' | 'matches';
  readonly code: Value;
  readonly of: Pattern;
}
