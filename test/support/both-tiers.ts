/**
 * The answer of compiled code for a function `f` of a list that a module exports, beside a run and the
 * function itself.
 */
import { valueAndGrad } from 'delta-tape';
import { load } from './plain.js';
import { answer, withoutCompiled } from './tiers.js';

type F = (x: number[]) => number;

const attempt = <T>(work: () => T): T | string => {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
};

/**
 * True if compiled code answers; expects the value of the source, and the gradient of a run. Errors are
 * compared.
 */
export function bothTiers(text: string, at: readonly number[]): boolean {
  const { f } = load<{ f: F }>(text);
  const found = attempt(() => answer(f, [[...at]], 0));
  const expected = attempt(() => withoutCompiled(() => valueAndGrad(f)([...at])));
  const value = attempt(() => f([...at]));
  if (typeof expected === 'string') {
    expect(found).toBeNull();
    expect(value).toBe(expected);
    return false;
  }
  expect(expected.value).toBe(value);
  if (found === null) return false;
  if (typeof found === 'string') throw new Error(found);
  expect(found.value).toBe(value);
  const size = Math.max(1, ...expected.gradient.map(Math.abs));
  found.cotangents.forEach((slope, k) => {
    if (!Object.is(slope, expected.gradient[k]))
      expect(Math.abs(slope - expected.gradient[k]) / size).toBeLessThan(1e-9);
  });
  return true;
}
