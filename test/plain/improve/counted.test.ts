/** A number that a loop counts beside its counter is the counter plus a constant. */
import { counted } from '../../../src/plain/improve/counted.js';
import type { Func, Stmt } from '../../../src/plain/ir/ir.js';
import { compiled, funcOf, verify } from '../../support/numeric.js';

const text = (loop: string) => `function f(x: number, n: number) {
  let s = 0;
  let c = 3;
  ${loop}
  return s * 100 + c;
}`;

/** The count of numbers that the first loop carries. */
const carried = (f: Func): number => {
  const loop = f.region.body.find((stmt): stmt is Stmt & { tag: 'for' } => stmt.tag === 'for')!;
  return loop.body.params.length;
};

const values = (f: Func): unknown[] => [0, 1, 4, -2].map((n) => compiled(f)(2, n));

test.each([
  ['for (let i = 0; i < n; i++) { s += c * x; c = c + 1; }', 1],
  ['for (let i = 3; i <= n; i++) { s += c; c++; }', 1],
  ['for (let i = 5; i < n + 6; i++) { s += x; c += 1; }', 1],
  ['for (let i = 0; i < n; i++) { s += c * x; c = c + 2; }', 2],
  ['for (let i = 0; i < n; i += 2) { s += c; c++; }', 2],
  ['for (let i = n; i > 0; i--) { s += c; c++; }', 2],
  ['c = x; for (let i = 0; i < n; i++) { s += c; c++; }', 2],
  ['c = 0.5; for (let i = 0; i < n; i++) { s += c; c++; }', 2],
  ['for (let i = 0; i < n; i++) { if (i > 1) c++; s += c; }', 2],
])('%s carries %d numbers, and gives the same.', (loop, count) => {
  const f = funcOf(text(loop));
  const made = counted(f);
  expect(verify(made)).toEqual([]);
  expect(carried(made)).toBe(count);
  expect(values(made)).toEqual(values(f));
});

test('A count that comes to where one more is nothing counts for itself.', () => {
  const f = funcOf(
    text(
      'c = 9007199254740990; for (let i = 0; i < n + 6; i++) { s += c - 9007199254740990; c++; }',
    ),
  );
  expect(carried(counted(f))).toBe(2);
  expect(values(counted(f))).toEqual(values(f));
});

test('A loop that is left early counts for itself.', () => {
  const loop = 'for (let i = 0; i < 9; i++) { s += c; c++; if (s > n) break; }';
  const f = funcOf(text(loop));
  expect(values(counted(f))).toEqual(values(f));
});

test('A count that is taken for the counter is noticed.', () => {
  const f = funcOf(text('for (let i = 0; i < n; i++) { s += c * x; c = c + 1; }'));
  const made = counted(f);
  /** Begins two steps later. */
  const wrong: Func = {
    ...made,
    region: {
      ...made.region,
      body: made.region.body.map((stmt) =>
        stmt.tag === 'for' ? { ...stmt, from: stmt.step } : stmt,
      ),
    },
  };
  expect(values(wrong)).not.toEqual(values(f));
});
