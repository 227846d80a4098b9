/**
 * The partials of rows as code of the language. Translated modules bring those that their functions use, since only
 * the translator can read them.
 */
import {
  partialBy,
  type Partial,
  type Partials,
} from '../../../differentiate/operations/partials.js';
import type { Func } from '../../../ir/ir.js';
import { read, type Text } from '../../../ir/written.js';

/** By row: for each argument, from the arguments and the output to the partial; null where there is no code. */
type WrittenPartials = Readonly<Record<string, readonly (Text | null)[]>>;

const texts = new Map<string, readonly (Text | null)[]>();
const known = new Map<Text, Func>();

/** Takes what a module brings. All modules of one version bring the same. */
export function partials(text: string): void {
  for (const [row, list] of Object.entries(JSON.parse(text) as WrittenPartials))
    texts.set(row, list);
}

export const partialsOfRows: Partials = (row, by): Partial | null => {
  const text = texts.get(row)?.[by] ?? null;
  if (text === null) return null;
  let func = known.get(text);
  if (func === undefined) known.set(text, (func = read(text)));
  return partialBy(func);
};
