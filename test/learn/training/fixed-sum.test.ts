/** Sums of a row, of which others know parts: the bits do not depend on who added what. */
import fc from 'fast-check';
import { partsWithin, sumOf, type Part } from '../../../src/learn/training/fixed-sum.js';

const add = (one: string, other: string) => `(${one}${other})`;
const letters = (part: Part) =>
  part.to - part.from === 1 ? String.fromCharCode(97 + part.from) : undefined;

test('Pairs are added first, then pairs of pairs.', () => {
  const sums = [1, 2, 3, 4, 5, 7, 8].map((to) => sumOf({ from: 0, to }, letters, add));
  expect(sums).toEqual([
    ...['a', '(ab)', '((ab)c)', '((ab)(cd))', '(((ab)(cd))e)'],
    ...['(((ab)(cd))((ef)g))', '(((ab)(cd))((ef)(gh)))'],
  ]);
});

test('The sum of a row is the same, whoever adds which range of it, and each sends few sums.', () => {
  const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), cuts, (to, inner) => {
      const whole = { from: 0, to };
      const ends = [...new Set([0, to, ...inner.filter((cut) => cut < to)])].sort((a, b) => a - b);
      const known = ends.slice(1).flatMap((end, k) => {
        const parts = partsWithin({ from: ends[k], to: end }, whole);
        expect(parts.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(to + 1)));
        return parts.map((part) => ({ part, sum: sumOf(part, letters, add) }));
      });
      const among = ({ from, to: end }: Part) =>
        known.find(({ part }) => part.from === from && part.to === end)?.sum;
      expect(sumOf(whole, among, add)).toBe(sumOf(whole, letters, add));
    }),
  );
});
