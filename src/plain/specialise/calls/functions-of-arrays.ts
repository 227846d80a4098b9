/** Functions of arrays, of NumPy and for networks: calls of them stay as they are, inside of a run that records them. */
import { arrayFunctionName } from '../../../functions/array-functions.js';
import { isCounting, isKnownFunction } from '../../../functions/known-array-functions.js';
import { foreignApplied } from '../things/foreign-members.js';
import type { Native } from './calls.js';

/** Such a function, by its identity; null for all others. Only what changes nothing is called, since code may leave. */
export function arrayFunction(of: object): Native | null {
  const name = arrayFunctionName(of);
  if (name === undefined) return null;
  return (m, _, args) =>
    isKnownFunction(name)
      ? foreignApplied(m, '#', [m.meaning.foreign(of)], args, isCounting(name))
      : m.refuse(`${name}, which is not known to change nothing and to draw no numbers`);
}
