/** Calls of functions of other modules in lowered functions. They are linked when derivatives are wanted. */
import type { Type } from './ir.js';
import type { Step, Tells } from './origin.js';
import type { ResultForm } from './result-form.js';

/** A function that the program calls by a name. */
export interface Import {
  readonly name: string;
  /** Which of the functions that the lowered function imports. */
  readonly which: number;
  /** For each argument its type, and where it stands in what the function takes, as for origins (origin.ts). */
  readonly params: readonly {
    readonly path: readonly Step[];
    readonly type: Type;
    readonly tells?: Tells;
    /**
     * The fields that an object has beside the arguments behind it: its own, or those of one that was
     * spread.
     */
    readonly rest?: 'own' | 'copy';
    /** True if it is a part of an argument that the lowered function only passes on. */
    readonly isPassedOn?: true;
  }[];
  /** The values that the call takes from the result, and their types; one number if they are left out. */
  readonly result?: ResultForm;
  readonly types?: readonly Type[];
}

/** The name of a function in its module: names in a program may have a number behind a colon. */
export const writtenName = (name: string): string => name.split(':', 1)[0];
