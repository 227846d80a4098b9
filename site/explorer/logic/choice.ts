/** The reader's choice of the arguments: which of them are inputs, and how long their arrays are. */

export interface Choice {
  /** The positions of arguments that are not inputs, but stay as they are. */
  readonly held?: readonly number[];
  /** Lengths of arrays by their names: `m[]` stands for each row of `m`, and `a.shape[0]` for an axis of an array of NumPy. */
  readonly lengths?: Readonly<Record<string, number>>;
}

/** An array whose length can be chosen. */
export interface ArrayFound {
  readonly name: string;
  readonly length: number;
}

/** A parameter that holds numbers. */
export interface Argument {
  readonly position: number;
  readonly name: string;
  readonly isInput: boolean;
  readonly arrays: readonly ArrayFound[];
}

/** Longer arrays would have more inputs than a page can show. */
export const LONGEST = 1000;
