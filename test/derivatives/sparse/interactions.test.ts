/** The arguments that partials depend on, read off from the rules of the table. */
import * as dt from 'delta-tape';
import { definePrimitive, mul, sin, type Real } from 'delta-tape';
import type { AnyOperator } from '../../../src/core/primitives/row.js';
import { influences, interactionsOf } from '../../../src/derivatives/sparse/interactions.js';

const pairs = ({ primitive }: AnyOperator, point: readonly number[], active?: boolean[]) =>
  interactionsOf(primitive, point, active ?? point.map(() => true))
    .flatMap(({ left, right }) => left.flatMap((i) => right.map((j) => `${i}${j}`)))
    .filter((pair, k, all) => all.indexOf(pair) === k)
    .sort()
    .join(' ');

describe('The partials of', () => {
  test.each([
    ['add', dt.add, [1, 2], ''],
    ['neg', dt.neg, [1], ''],
    ['sum', dt.sum, [1, 2, 3], ''],
    ['fround', dt.fround, [1], ''],
    ['mul', dt.mul, [0, 0], '01 10'],
    ['fma', dt.fma, [1, 2, 3], '01 10'],
    ['div', dt.div, [1, 2], '01 10 11'],
    ['pow', dt.pow, [2, 3], '00 01 10 11'],
    ['pow where x is 0', dt.pow, [0, 0], '00 01 10 11'],
    ['atan2 at the origin', dt.atan2, [0, 0], '00 01 10 11'],
    ['exp', dt.exp, [1], '00'],
    ['sin', dt.sin, [0], '00'],
    ['tanh', dt.tanh, [0], '00'],
    ['sqrt', dt.sqrt, [4], '00'],
    ['lgamma', dt.lgamma, [4], '00'],
    ['abs', dt.abs, [1], ''],
    ['relu', dt.relu, [-1], ''],
    ['max', dt.max, [1, 2], ''],
    ['floor', dt.floor, [1.5], ''],
    ['rem', dt.rem, [5, 3], ''],
    ['logSumExp', dt.logSumExp, [1, 2], '00 01 10 11'],
    ['hypot', dt.hypot, [3, 4], '00 01 10 11'],
    ['an empty sum', dt.sum, [], ''],
  ])('%s depend on what they are computed from.', (_, operator, point, expected) => {
    expect(pairs(operator as AnyOperator, point)).toBe(expected);
  });

  test('constant arguments interact with nothing.', () => {
    expect(pairs(dt.mul, [2, 3], [true, false])).toBe('');
    expect(pairs(dt.div, [2, 3], [false, true])).toBe('11');
    expect(pairs(dt.logSumExp, [1, 2, 3], [true, false, true])).toBe('00 02 20 22');
  });

  test('a row of a user are found in the same way.', () => {
    const row = { domain: { text: 'all', points: [] }, conventions: [] };
    const shared = definePrimitive({
      ...{ ...row, name: 'shared', formula: ['cos'] },
      value: (xs) => xs.reduce((total, x) => total + Math.sin(x), 0),
      partials: (xs) => xs.map((x) => dt.cos(x)),
    });
    expect(pairs(shared, [1, 2, 3])).toBe('00 11 22');
    const clipped = definePrimitive({
      ...{ ...row, name: 'clipped', formula: ['x < 1 ? 2x : 0'] },
      value: (x) => Math.min(x, 1) ** 2,
      partials: [(x: Real) => (dt.lt(x, 1) ? mul(2, x) : 0)],
    });
    expect(pairs(clipped, [3])).toBe('');
    expect(pairs(clipped, [0])).toBe('00');
    expect(influences(clipped.primitive, 0)).toBe(true);
  });
});

test('Only steps are without influence, and no partial that is 0 by chance.', () => {
  const answers = (operator: AnyOperator, count: number) =>
    Array.from({ length: count }, (_, k) => influences(operator.primitive, k));
  for (const step of [dt.floor, dt.sign, dt.round]) expect(answers(step, 1)).toEqual([false]);
  expect(answers(dt.imul, 2)).toEqual([false, false]);
  for (const operator of [sin, dt.relu, dt.abs, dt.fround]) {
    expect(answers(operator, 1)).toEqual([true]);
  }
  for (const operator of [mul, dt.pow, dt.max, dt.rem]) {
    expect(answers(operator as AnyOperator, 2)).toEqual([true, true]);
  }
});
