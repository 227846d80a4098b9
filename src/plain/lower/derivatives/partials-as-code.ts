/** The partials that the table's rows state, as code of the language. */
import * as rows from '../../../core/primitives/table.js';
import type { Partial, Partials } from '../../differentiate/operations/partials.js';
import type { TablePartials } from '../../front/table-partials.js';
import type { Term, Test } from '../../front/terms.js';
import { improved } from '../../improve/improved.js';
import { Builder, value } from '../../ir/build.js';
import type { Value } from '../../ir/ir.js';
import { arityOf } from '../../ir/rows.js';
import { written, type Text } from '../../ir/written.js';

const inputs = (count: number): Term[] =>
  Array.from({ length: count }, (_, k) => ({ tag: 'input', name: String(k) }));

/** What a row of some inputs is, if that is known. */
type Before = (row: string, inputs: readonly number[]) => Value | undefined;

const unknown = (): undefined => undefined;

/** A term of which input number k is value number k. */
function code(
  term: Term,
  valueOf: (k: number) => Value,
  builder: Builder,
  before: Before = unknown,
): Value {
  switch (term.tag) {
    case 'constant':
      return builder.constant(term.value);
    case 'input':
      return valueOf(Number(term.name));
    case 'apply': {
      const places = term.args.map((arg) => (arg.tag === 'input' ? Number(arg.name) : null));
      const known = places.includes(null) ? undefined : before(term.op, places as number[]);
      if (known !== undefined) return known;
      const args = term.args.map((arg) => code(arg, valueOf, builder, before));
      return builder.prim(term.op, args);
    }
    case 'choice': {
      const test = asked(term.test, valueOf, builder);
      const [then, otherwise] = [term.then, term.otherwise].map((side) =>
        code(side, valueOf, builder, before),
      );
      return builder.choose(test, then, otherwise);
    }
    case 'passive':
      throw new Error('the partial of a row has no code of a program');
  }
}

function asked(test: Test, valueOf: (k: number) => Value, builder: Builder): Value {
  if (test.tag === 'compare') {
    const [x, y] = test.args.map((arg) => code(arg, valueOf, builder));
    return builder.compare(test.op, x, y);
  }
  const [x, y] = test.sides.map((side) => asked(side, valueOf, builder));
  return test.tag === 'both'
    ? builder.choose(x, y, builder.constant(false))
    : builder.choose(x, builder.constant(true), y);
}

/**
 * Gives the partials of rows that can be code. A row that costs much in branches that are not taken, or calls other
 * rows with many arguments, stays a call.
 */
export const partialsOf =
  (table: TablePartials): Partials =>
  (row, by): Partial | null => {
    const terms = table.of(row);
    if (terms === null) return null;
    const values = inputs(terms.length);
    const term = terms[by](values, { tag: 'input', name: String(terms.length) });
    return (builder, args, output, need = (of) => of, found = unknown) => {
      const given = [...args, output];
      const before: Before = (row, places) => {
        const known = found(
          row,
          places.map((k) => given[k]),
        );
        return known && need(known);
      };
      return code(term, (k) => need(given[k]), builder, before);
    };
  };

/** Rows whose derivatives are written out (differentiate/operations/shares.ts, changes.ts). */
const known: readonly string[] = ['add', 'sub', 'neg', 'mul', 'div'];

/**
 * The partials of the table's rows as functions of the arguments and the output, as data; null where there is no code.
 * Scripts write it, and a test compares it: code that runs has no translator.
 */
export function allPartials(table: TablePartials): Record<string, (Text | null)[]> {
  const partials = partialsOf(table);
  const partial = (row: string, by: number): Text | null => {
    const made = partials(row, by);
    if (made === null) return null;
    const params = inputs(arityOf(row)! + 1).map(() => value('', 'f64'));
    const builder = new Builder();
    const region = builder.region(params, () => [
      made(builder, params.slice(0, -1), params[params.length - 1]),
    ]);
    return written(improved({ name: row, region }));
  };
  const found: Record<string, (Text | null)[]> = {};
  for (const row of Object.keys(rows).sort())
    if (!known.includes(row) && table.of(row) !== null)
      found[row] = Array.from({ length: arityOf(row) ?? 0 }, (_, by) => partial(row, by));
  return found;
}
