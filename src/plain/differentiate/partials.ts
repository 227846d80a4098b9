/** Partials of rows as code of the language. */
import type { Builder } from '../ir/build.js';
import type { Value } from '../ir/ir.js';

/** Adds the code of a partial at arguments and the output; `need` gives those that it uses. */
export type Partial = (
  builder: Builder,
  args: readonly Value[],
  output: Value,
  need?: (of: Value) => Value,
) => Value;

/** The partial of a row by an argument, or null where it is only known as a function. */
export type Partials = (row: string, by: number) => Partial | null;
