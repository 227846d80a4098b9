import fc from 'fast-check';
import { leastAdvances, nextSnapshot } from '../../../src/derivatives/checkpointing/binomial.js';
import { sampled } from '../../support/sample.js';

/** The least number of advances by trying every place for the next state. */
const memo = new Map<string, number>();
function least(length: number, slots: number): number {
  if (length <= 1) return 0;
  if (slots === 1) return (length * (length - 1)) / 2;
  const key = `${length}/${slots}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  let best = Infinity;
  for (let m = 1; m < length; m++) {
    best = Math.min(best, m + least(length - m, slots - 1) + least(m, slots));
  }
  memo.set(key, best);
  return best;
}

/** The number of advances when states are kept where `nextSnapshot` says. */
function followed(length: number, slots: number): number {
  if (length <= 1) return 0;
  if (slots === 1) return (length * (length - 1)) / 2;
  const m = nextSnapshot(length, slots);
  expect(m).toBeGreaterThan(0);
  expect(m).toBeLessThan(length);
  return m + followed(length - m, slots - 1) + followed(m, slots);
}

const length = fc.integer({ min: 1, max: 70 });
const slots = fc.integer({ min: 1, max: 9 });

describe('The binomial schedule', () => {
  test('needs as few advances as any, and knows how many.', () => {
    fc.assert(
      fc.property(length, slots, (n, c) => {
        expect(leastAdvances(n, c)).toBe(least(n, c));
        expect(followed(n, c)).toBe(least(n, c));
      }),
      { numRuns: sampled(300) },
    );
  });

  test('needs one advance a step if there is a slot for each.', () => {
    expect(leastAdvances(1000, 1000)).toBe(999);
    expect(nextSnapshot(1000, 1000)).toBe(1);
  });

  test('copes with large numbers.', () => {
    expect(leastAdvances(1e9, 100)).toBeLessThan(6e9);
    expect(leastAdvances(1e9, 1e6)).toBeLessThan(2e9);
  });
});
