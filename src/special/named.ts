/**
 * All operators of the library by their names, for callers that have only a name. This file brings every row
 * with it.
 */
import type { AnyOperator } from '../core/primitives/row.js';
import * as special from './special.js';
import * as table from '../core/primitives/table.js';

export const namedOperators: ReadonlyMap<string, AnyOperator> = new Map(
  Object.entries({ ...table, ...special }).filter(
    (entry): entry is [string, AnyOperator] => 'primitive' in entry[1],
  ),
);
