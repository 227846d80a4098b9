/** Partials without lists have the bits of those that the table states. */
import { atan2, hypot } from 'delta-tape';
import { knownPartials } from '../../../src/plain/ir/known-partials.js';
import { partialOf } from '../../../src/plain/ir/rows.js';

const numbers = [0, -0, 1, -3, 0.1, 1e-8, 1e200, 1e-300, Infinity, NaN];
type Partial = (...args: readonly unknown[]) => number;

test('hypot', () => {
  const all = hypot.primitive.row.partials as unknown as (xs: number[], z: number) => number[];
  for (const x of numbers)
    for (const y of numbers)
      for (const more of [[], [0.3], [x, 2]]) {
        const xs = [x, y, ...more];
        const z = Math.hypot(...xs);
        const found = xs.map((_, k) => knownPartials['hypot'](k)(...xs, z));
        expect(found).toEqual(all(xs, z));
      }
});

test('atan2', () => {
  const [first, second] = atan2.primitive.row.partials as unknown as Partial[];
  for (const y of numbers)
    for (const x of numbers) {
      expect(knownPartials['atan2'](0)(y, x)).toBe(first(y, x));
      expect(knownPartials['atan2'](1)(y, x)).toBe(second(y, x));
    }
});

test('What is missing counts as NaN in any partial.', () => {
  for (const [row, args] of [
    ['hypot', [undefined, 1, NaN]],
    ['atan2', [undefined, 1, NaN]],
    ['sin', [undefined, NaN]],
    ['pow', [undefined, 2, NaN]],
  ] as const)
    expect((partialOf(row, 0) as Partial)(...args)).toBeNaN();
});
