/**
 * The texts of the partials of a row. A bundler may rename the operators in them. So the build writes the texts of the
 * table down, and this module has them as data there (scripts/row-texts.js).
 */
import type { AnyOperator } from '../../core/primitives/row.js';

/** One text for each argument; null for a row of any number of arguments. */
export const partialTexts = ({
  partials,
}: AnyOperator['primitive']['row']): readonly string[] | null =>
  Array.isArray(partials) ? partials.map(String) : null;
