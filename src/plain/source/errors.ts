/** Errors of writing derivatives as source. */
import { DeltaTapeError } from '../../errors/errors.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { wordOf, type SourceKind } from './options.js';

export const noSuchFunction = (name: string | undefined, names: readonly string[]) =>
  new DeltaTapeError(
    'no-such-function',
    `the text has ${name === undefined ? 'not exactly one function' : `no function ${name}`} at its top. ` +
      (names.length === 0 ? 'Write one.' : `Give the option name: ${names.join(', ')}.`),
  );

export const notAsSource = (kind: SourceKind, name: string, { what, instead, line }: Reason) =>
  new DeltaTapeError(
    'not-as-source',
    `the ${wordOf(kind)} of ${name} cannot be written as source: ${what}` +
      `${line === undefined ? '' : ` (line ${line})`}. To change that, ${instead}.`,
  );
