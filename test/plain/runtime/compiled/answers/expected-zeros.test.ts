import { valueAndGrad } from 'delta-tape';
import { Derivatives } from '../../../../../src/plain/runtime/compiled/answers/derivatives.js';
import { ExpectedZeros } from '../../../../../src/plain/runtime/compiled/answers/expected-zeros.js';
import { compiled } from '../../../../../src/plain/runtime/compiled/lowered.js';
import { load } from '../../../../support/plain.js';
import { answer } from '../../../../support/tiers.js';

const text = `exports.tax = tax;
function tax(scale: number, bounds: number[], income: number): number {
  let lower = 0;
  let due = 0;
  for (const bound of bounds) {
    const upper = bound * scale;
    if (income > lower) due += (Math.min(income, upper) - lower) * 0.1;
    lower = upper;
  }
  return due;
}`;

const LAST_IS_INFINITE = [1, 2, Infinity];
const slopes = new Map([
  [LAST_IS_INFINITE, 0],
  [[1, 2, 3], 0.3],
]);

beforeEach(() => {
  compiled.answer = answer;
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The number of times that code ran that does not ask, and that asks. */
function counted(work: () => void): [number, number] {
  const of = jest.spyOn(Derivatives.prototype, 'of');
  work();
  const asked = of.mock.calls.map(([, , , asksForZeros]) => asksForZeros);
  return [asked.filter((asks) => !asks).length, asked.filter(Boolean).length];
}

test('Where zeros matter in succession, code that asks for them runs at once.', () => {
  const { tax } = load<{ tax: (scale: number, bounds: number[], income: number) => number }>(text);
  const both = valueAndGrad(tax);
  const calls = 300;
  const [without, asking] = counted(() => {
    for (let k = 0; k < calls; k++)
      expect(both(1, LAST_IS_INFINITE, 5)).toEqual({ value: 0.5, gradient: 0 });
  });
  expect(asking).toBe(calls);
  expect(without).toBeLessThan(calls / 20);
});

test('Answers do not depend on what was expected.', () => {
  const { tax } = load<{ tax: (scale: number, bounds: number[], income: number) => number }>(text);
  const both = valueAndGrad(tax);
  for (const repeats of [1, 3, 70, 2])
    for (const [bounds, slope] of slopes)
      for (let k = 0; k < repeats; k++) expect(both(1, bounds, 5).gradient).toBeCloseTo(slope, 15);
});

test('One gradient without NaN ends the expectation; it grows to 64 calls.', () => {
  const zeros = new ExpectedZeros(true);
  const asked = () => {
    let calls = 0;
    while (zeros.areExpected()) calls++;
    return calls;
  };
  expect(asked()).toBe(0);
  const found = Array.from({ length: 8 }, () => [zeros.matterIn([1, NaN]), asked()]);
  expect(found.map(([, calls]) => calls)).toEqual([1, 3, 7, 15, 31, 63, 64, 64]);
  expect([zeros.matterIn([1, 2]), asked()]).toEqual([false, 0]);
  expect([zeros.matterIn([NaN]), asked()]).toEqual([true, 1]);
});

test('Nothing is expected of code that cannot ask.', () => {
  const zeros = new ExpectedZeros(false);
  expect(zeros.matterIn([NaN])).toBe(true);
  expect(zeros.areExpected()).toBe(false);
});
