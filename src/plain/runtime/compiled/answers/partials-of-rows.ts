/** The partials of rows as code of the language. Only the translator can read them, so they are written beside. */
import { partialBy, type Partials } from '../../../differentiate/operations/partials.js';
import type { Func } from '../../../ir/ir.js';
import { read, type Text } from '../../../ir/written.js';
import { writtenPartials } from './written-partials.js';

const known = new Map<string, readonly (Func | null)[]>();

/** Those of a row by its arguments; nothing of a row that has no code. */
function partialsOf(row: string): readonly (Func | null)[] {
  let found = known.get(row);
  if (found === undefined) {
    const texts = JSON.parse(writtenPartials[row] ?? '[]') as readonly (Text | null)[];
    known.set(row, (found = texts.map((text) => text && read(text))));
  }
  return found;
}

export const partialsOfRows: Partials = (row, by) => {
  const func = partialsOf(row)[by] ?? null;
  return func && partialBy(func);
};
