import fc from 'fast-check';
import { grad, lgamma, sin, type Real } from 'delta-tape';
import { Failure } from '../../../src/cli/failure.js';
import { readModel } from '../../../src/cli/fit/model.js';

const at = (text: string, values: Record<string, number>): Real => {
  const { names, value } = readModel(text);
  return value(names.map((name) => values[name]));
};

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** An expression, and what it is. */
const { expression } = fc.letrec<{ expression: [string, (x: number, y: number) => number] }>(
  (tie) => ({
    expression: fc.oneof(
      { maxDepth: 5 },
      fc
        .double({ min: 0, max: 9, noNaN: true })
        .map((c) => [String(c), () => c] as [string, () => number]),
      fc.constant(['x', (x: number) => x] as [string, (x: number) => number]),
      fc.constant(['y', (_: number, y: number) => y] as [string, (x: number, y: number) => number]),
      fc
        .tuple(fc.constantFrom(...Object.keys(operations)), tie('expression'), tie('expression'))
        .map(([operator, [s, f], [t, g]]): [string, (x: number, y: number) => number] => [
          `(${s}) ${operator} (${t})`,
          (x, y) => operations[operator](f(x, y), g(x, y)),
        ]),
      tie('expression').map(
        ([s, f]) =>
          [`-sin(${s})`, (x: number, y: number) => -Math.sin(f(x, y))] as [
            string,
            (x: number, y: number) => number,
          ],
      ),
    ),
  }),
);

test('A model has the value of its expression.', () => {
  fc.assert(
    fc.property(
      expression,
      fc.double({ noNaN: true }),
      fc.double({ noNaN: true }),
      ([text, f], x, y) => {
        expect(at(text, { x, y })).toBe(f(x, y));
      },
    ),
  );
});

test('Precedence is that of JavaScript, and pi is a number.', () => {
  expect(at('a - 2 * a ** 2 ** b / 4', { a: 2, b: 1 })).toBe(2 - (2 * 2 ** 2) / 4);
  expect(at('2 * pi', {})).toBe(2 * Math.PI);
});

test('Functions are those of the table, with special functions, and can be differentiated.', () => {
  const { names, value } = readModel('sin(w * t) + lgamma(w) + max(w, t)');
  expect(names).toEqual(['w', 't']);
  expect(value([2, 3])).toBe(sin(6) + lgamma(2) + 3);
  expect(grad((w: Real) => value([w, 1]))(2)).toBeCloseTo(Math.cos(2) + 0.42278433509846713 + 1);
});

test('A sum takes what it is given.', () => {
  expect(at('sum(a, 2, 3)', { a: 1 })).toBe(6);
});

describe('What is no such expression is refused, at its place:', () => {
  test.each([
    ['a +', 'cannot be read', 3],
    ['a ^ 2', 'has ^: powers are written **', 0],
    ['a; b', 'is not one expression', 3],
    ['{ a }', 'is not one expression', 0],
    ['"use strict"', 'is not one expression', 0],
    ['a) + (b', 'cannot be read', 1],
    ['process.exit(1)', 'calls what is no name', 0],
    ['globalThis', null, 0],
    ['a.b', 'takes numbers, names', 0],
    ['[1]', 'takes numbers, names', 0],
    ['a = 2', 'takes numbers, names', 0],
    ['foo(a)', 'has no function foo', 0],
    ['constructor(a)', 'has no function constructor', 0],
    ['sin(a, b)', 'gives sin 2 arguments, and it takes 1', 0],
    ['2 * sin(...a)', 'takes numbers, names', 8],
    ['a < 2', 'has no operator <', 0],
    ['!a', 'has no operator !', 0],
    ['`a`', 'takes numbers, names', 0],
    ['(() => 1)()', 'calls what is no name', 0],
    ['', 'is not one expression', 0],
    // Of long models the surroundings are shown.
    [`${'a + '.repeat(50)}foo(a)`, 'has no function foo', 60],
    ['a + '.repeat(2000), 'has more than 5000 characters', 0],
  ])('%s', (text, why, place) => {
    if (why === null) return expect(readModel(text).names).toEqual([text]);
    expect(() => readModel(text)).toThrow(Failure);
    try {
      readModel(text);
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      expect(lines[0]).toContain(why);
      expect(lines.at(-1)).toBe(`  ${' '.repeat(place)}^`);
    }
  });
});
