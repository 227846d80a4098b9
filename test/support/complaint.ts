/**
 * Says what is wrong with the value and the gradient of compiled code, beside those of the source and
 * of a run.
 */
import { valueAndGrad } from 'delta-tape';
import { outcome } from './outcome.js';
import { withoutCompiled } from './tiers.js';

/** A gradient with its keys, in their order, to ten digits. */
const told = (of: unknown): string =>
  JSON.stringify(of, (_, x: unknown) =>
    typeof x !== 'number' ? x : Number.isFinite(x) ? x.toPrecision(10) : String(x),
  );

/**
 * Null if nothing is wrong.
 *
 * @param args makes the arguments anew
 */
export function complaintAbout<A extends unknown[]>(
  f: (...args: A) => unknown,
  native: (...args: A) => unknown,
  args: () => NoInfer<[...A]>,
): string | null {
  const asked = () =>
    (valueAndGrad as unknown as (of: typeof f) => typeof f)(f)(...args()) as { value: number };
  const [found, expected] = [outcome(asked), withoutCompiled(() => outcome(asked))];
  if (told(found) !== told(expected)) return `${told(found)}, not ${told(expected)}`;
  const value = typeof found === 'string' ? null : native(...args());
  return value === null || Object.is((found as { value: number }).value, value)
    ? null
    : `another value than ${value as number}`;
}
