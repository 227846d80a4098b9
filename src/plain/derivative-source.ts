/** The text of derivative versions, for people to read. */
import { versionsOf } from '../core/translated-functions.js';
import { onLargeStack } from './large-stack.js';
import { notAFunction, notTranslated, outOfSight } from './errors.js';
import { innerVersion, printedFunction } from './from-text/inner-version.js';
import { functionText } from './from-text/function-text.js';

/**
 * The text of the derivative version of a translated function: what runs instead of it while a
 * derivative is in progress. The recording version, which a gradient of numeric code prefers, follows
 * if there is one beside it. A function that has no other version is shown as it is. Functions with
 * a dollar sign in front are those of `delta-tape/runtime`. O(length of the text).
 *
 * @throws DeltaTapeError if the function has no derivative version, or one that is its module's secret.
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
  const shown = onLargeStack('show', innerVersion, functionText(f));
  // What is known to be translated, and asks nothing, is its own version.
  if (shown.tag === 'none' && attached !== undefined)
    return onLargeStack('print', printedFunction, functionText(f));
  if (shown.tag === 'none') throw notTranslated(f.name);
  if (shown.tag === 'secret') throw outOfSight(f.name, shown.name);
  return shown.text;
}
