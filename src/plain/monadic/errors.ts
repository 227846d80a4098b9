/** The refusal of what has no monadic program. */
import { DeltaTapeError } from '../../errors/errors.js';
import type { Node } from '../front/syntax.js';

/** A construct outside of the translation, with what to write in its place. */
export class Outside extends Error {
  constructor(
    readonly node: Node,
    readonly what: string,
    readonly instead: string,
  ) {
    super(what);
  }
}

export const notAsMonadic = (name: string, { node, what, instead }: Outside) =>
  new DeltaTapeError(
    'not-as-monadic',
    `the monadic program of ${name} cannot be written: ${what}` +
      `${node.loc == null ? '' : ` (line ${node.loc.start.line})`}. To change that, ${instead}.`,
  );

export const translatedAlready = (name: string) =>
  new DeltaTapeError(
    'already-translated',
    `the monadic program of ${name} cannot be written: it is translated, which leaves nothing of its types. ` +
      'To change that, give the text of its module, and the option name.',
  );
