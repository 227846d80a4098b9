/** Partials of rows as code of the language. */
import type { Builder } from '../../ir/build.js';
import type { Func, Value } from '../../ir/ir.js';

/** Adds the code of a partial at arguments and the output; `need` gives those that it uses. */
export type Partial = (
  builder: Builder,
  args: readonly Value[],
  output: Value,
  need?: (of: Value) => Value,
) => Value;

/** The partial of a row by an argument, or null where it is only known as a function. */
export type Partials = (row: string, by: number) => Partial | null;

/** The code of a function without statements but `let`, in the place of a call. */
export const partialBy =
  ({ region: { params, body, yields } }: Func): Partial =>
  (builder, args, output, need = (value) => value) => {
    const stands = new Map<Value, Value>();
    const of = (value: Value): Value => {
      const place = params.indexOf(value);
      return place < 0 ? stands.get(value)! : need(place < args.length ? args[place] : output);
    };
    for (const stmt of body)
      if (stmt.tag === 'let')
        stands.set(
          stmt.value,
          builder.let({ ...stmt.op, args: stmt.op.args.map(of) } as typeof stmt.op),
        );
    return of(yields[0]);
  };
