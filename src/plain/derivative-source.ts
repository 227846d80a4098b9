/** The text of derivative versions, for people to read. */
import { versionsOf } from '../functions/translated-functions.js';
import { onLargeStack } from './large-stack.js';
import { notAFunction, notTranslated, outOfSight } from './errors.js';
import { innerVersion, printedFunction } from './from-text/inner-version.js';
import { functionText } from './from-text/function-text.js';

/**
 * The text of the derivative version of a translated function. This version runs in the place of the function
 * while a derivative is in progress. If there is a recording version, which a gradient of numeric code prefers,
 * its text follows. A function without another version is shown as it is. Names that begin with a dollar sign
 * are functions of `delta-tape/runtime`. O(length of the text).
 *
 * @throws DeltaTapeError if the function has no derivative version, or one that only its module sees.
 * @example
 * derivativeSource(plain((x: number) => x * x)).includes('$mul(x, x)') // true
 */
export function derivativeSource(f: (...args: never[]) => unknown): string {
  if (typeof f !== 'function') throw notAFunction('derivativeSource', f);
  const attached = versionsOf(f);
  if (attached !== undefined && attached.length > 0)
    return attached
      .map((version) => onLargeStack('print', printedFunction, functionText(version)))
      .join('\n\n');
  const shown = onLargeStack('innerVersion', innerVersion, functionText(f));
  // A translated function without an entry guard is its own version.
  if (shown.tag === 'none' && attached !== undefined)
    return onLargeStack('print', printedFunction, functionText(f));
  if (shown.tag === 'none') throw notTranslated('derivativeSource', f.name);
  if (shown.tag === 'secret') throw outOfSight(f.name, shown.name);
  return shown.text;
}
