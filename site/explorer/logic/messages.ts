/** The questions of the page to the worker, and the answers. All of it is plain data. */
import type { Why } from 'delta-tape/plain';
import type { Argument, Choice } from './choice.js';

/** A place in the code of the user, or in its translation. Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A sentence about what went wrong, with its place in the user's code where that is known. */
export interface Failure {
  readonly text: string;
  readonly place?: Place;
  /** The lines that a module printed before it failed. */
  readonly printed?: readonly string[];
}

/** A real of the arguments. */
export interface Input {
  /** As the user writes it: `x`, `weights[2]`, `spring.stiffness`. */
  readonly name: string;
  readonly value: number;
  /** Its value where no other is given. */
  readonly start: number;
  /** True if it is a part of an argument that stays as it is. */
  readonly isHeld: boolean;
}

/** A module, with the function and the arguments that are chosen. */
export interface Asked {
  readonly code: string;
  readonly name?: string;
  /** The reals of the arguments. */
  readonly at?: readonly number[];
  readonly choice?: Choice;
}

/** The facts about code before its function runs. */
export interface Opened {
  /** The functions at the top of the module. */
  readonly functions: readonly string[];
  /** The one that is shown; null if there is none. */
  readonly name: string | null;
  /** The reals of all arguments. */
  readonly inputs: readonly Input[];
  readonly parameters: readonly Argument[];
  readonly printed: readonly string[];
  /** The translated module, as people read it. */
  readonly module: string;
}

export interface BindingShown {
  readonly id: number;
  /** `x3`, or the name of an input. */
  readonly name: string;
  /** As `explain` prints it. */
  readonly text: string;
  readonly primal: number;
  readonly edges: readonly { readonly arg: number; readonly partial: number }[];
  /** A function of arrays: its arguments. */
  readonly call?: { readonly args: readonly number[]; readonly shape: readonly number[] };
  readonly place?: Place;
  readonly modulePlace?: Place;
}

/** An input of the run, as the tape has it: a real, or a whole array of NumPy. */
export interface TapeInput {
  readonly id: number;
  readonly name: string;
  readonly primal: number;
  readonly shape?: readonly number[];
}

export interface KinkShown {
  readonly operation: string;
  readonly values: readonly number[];
  readonly distance: number;
  readonly place?: Place;
}

/** The run as a list of Let-bindings. */
export interface Listing {
  readonly inputs: readonly TapeInput[];
  readonly bindings: readonly BindingShown[];
  readonly output: number;
  readonly kinks: readonly KinkShown[];
  readonly counts: {
    readonly inputs: number;
    readonly bindings: number;
    readonly edges: number;
    readonly bytes: number;
  };
}

export interface Answer {
  readonly value: number;
  /** By each real of the arguments, in order; null for those that stay as they are. */
  readonly gradient: readonly (number | null)[];
  /** A failure where the run is too long to be listed. */
  readonly listing: Listing | Failure;
}

export interface Sources {
  readonly why: Why | Failure;
  /** The gradient as a file of its own. */
  readonly file: string | Failure;
  /** The function as a program of the monad. */
  readonly monadic: string | Failure;
  /** The recording version and the general version. */
  readonly versions: string | Failure;
}

/** A stretch of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An operation of the gradient as a file, with the numbers that it computed. */
export interface Computed extends Span {
  readonly values: readonly number[];
}

export interface Curve {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Values over a grid of two inputs, row by row from the least second input, with arrows on a coarser grid. */
export interface Field {
  readonly size: number;
  readonly values: readonly number[];
  readonly arrows: readonly { readonly at: Pair; readonly gradient: Pair }[];
  /** From the point downhill. */
  readonly descent: readonly Pair[];
}

export type Pair = readonly [number, number];

export interface Times {
  /** Milliseconds for one call of the function, and of its value with its gradient. */
  readonly value: number;
  readonly gradient: number;
}

/** The questions that the page may ask, with the answers. */
export interface Questions {
  readonly open: {
    readonly ask: Asked;
    readonly answer: Opened;
  };
  readonly answer: {
    readonly ask: {
      readonly at: readonly number[];
      /** True if each operation has a binding of its own. */
      readonly byOperation: boolean;
    };
    readonly answer: Answer;
  };
  readonly sources: { readonly ask: object; readonly answer: Sources };
  readonly computed: {
    readonly ask: { readonly at: readonly number[] };
    readonly answer: readonly Computed[];
  };
  readonly curve: {
    readonly ask: {
      readonly at: readonly number[];
      readonly input: number;
      readonly range: Pair;
    };
    readonly answer: Curve;
  };
  readonly field: {
    readonly ask: {
      readonly at: readonly number[];
      readonly inputs: Pair;
      readonly ranges: readonly [Pair, Pair];
    };
    readonly answer: Field;
  };
  readonly times: { readonly ask: { readonly at: readonly number[] }; readonly answer: Times };
}
export type Question = keyof Questions;

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure };

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'text' in value;
