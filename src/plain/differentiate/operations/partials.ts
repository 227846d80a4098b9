/** Partials of rows as code of the language. */
import type { Builder } from '../../ir/build.js';
import type { Func, Op, Value } from '../../ir/ir.js';

/** A value that is a row of some of the arguments and the output, if there is one already. */
export type Found = (row: string, args: readonly Value[]) => Value | undefined;

/** Adds the code of a partial at arguments and the output; `need` gives those that it uses, and what is `found`. */
export type Partial = (
  builder: Builder,
  args: readonly Value[],
  output: Value,
  need?: (of: Value) => Value,
  found?: Found,
) => Value;

/** The partial of a row by an argument, or null where it is only known as a function. */
export type Partials = (row: string, by: number) => Partial | null;

/** The code of a function without statements but `let`, in the place of a call. */
export const partialBy =
  ({ region: { params, body, yields } }: Func): Partial =>
  (builder, args, output, need = (value) => value, found = () => undefined) => {
    const stands = new Map<Value, Value>();
    const given = (value: Value): Value | undefined => [...args, output][params.indexOf(value)];
    const of = (value: Value): Value => {
      const own = given(value);
      return own === undefined ? stands.get(value)! : need(own);
    };
    const before = (op: Op): Value | undefined => {
      const own = op.args.map(given);
      return op.tag === 'prim' && !own.includes(undefined)
        ? found(op.row, own as readonly Value[])
        : undefined;
    };
    for (const stmt of body)
      if (stmt.tag === 'let') {
        const { op } = stmt;
        const known = before(op);
        const made = () => builder.let({ ...op, args: op.args.map(of) } as Op);
        stands.set(stmt.value, known === undefined ? made() : need(known));
      }
    return of(yields[0]);
  };
