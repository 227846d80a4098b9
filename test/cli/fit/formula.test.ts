import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { lgamma, sin } from 'delta-tape';
import { Failure } from '../../../src/cli/failure.js';
import { readFormula } from '../../../src/cli/fit/formula.js';
import { FormulaColumns } from '../../../src/cli/fit/formula-columns.js';

/** The value of a formula where its names have these values. */
function at(text: string, values: Record<string, number>): number {
  const formula = readFormula(text);
  const sources = formula.names.map((name) => ({ constant: values[name] }));
  return new FormulaColumns(formula, sources, 1).values([])[0];
}

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
};

type Expression = [string, (x: number, y: number) => number];

/** An expression, and what it is. */
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    fc.double({ min: 0, max: 9, noNaN: true }).map((c): Expression => [String(c), () => c]),
    fc.constant<Expression>(['x', (x) => x]),
    fc.constant<Expression>(['`y (of it)`', (_, y) => y]),
    fc
      .tuple(fc.constantFrom(...Object.keys(operations)), tie('expression'), tie('expression'))
      .map(([operator, [s, f], [t, g]]): Expression => [
        `(${s}) ${operator} (${t})`,
        (x, y) => operations[operator](f(x, y), g(x, y)),
      ]),
    tie('expression').map(([s, f]): Expression => [`-sin(${s})`, (x, y) => -Math.sin(f(x, y))]),
  ),
}));

test('A formula has the value of its expression.', () => {
  fc.assert(
    fc.property(expression, fc.double(), fc.double(), ([text, f], x, y) => {
      expect(at(text, { x, 'y (of it)': y })).toBe(f(x, y));
    }),
  );
});

/** Flat chains of operators without parentheses, as JavaScript reads them where it takes them. */
const chain = fc.array(
  fc.tuple(fc.constantFrom('+', '-', '*', '/', '**'), fc.integer({ min: 1, max: 9 })),
  { maxLength: 8 },
);

test('Operators bind as in JavaScript.', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), chain, (first, others) => {
      const text = `${first}${others.map(([operator, x]) => operator + x).join('')}`;
      expect(at(text, {})).toBe(runInNewContext(text));
      expect(at(text.replaceAll('**', '^'), {})).toBe(at(text, {}));
    }),
  );
});

test.each<[string, number]>([
  ['-a^2', -9],
  ['(-a)^2', 9],
  ['2^-a', 1 / 8],
  ['2^3^2', 512],
  ['-2^-a^2', -(2 ** -9)],
  ['2*-a', -6],
  ['+a - -a', 6],
  ['1 - a - 1', -3],
  ['a/3/2', 0.5],
  ['.5e1*a', 15],
  ['ln(a)', Math.log(3)],
  ['sum(a, 2, 3)', 8],
  ['sin(a) + lgamma(a) + max(a, 4)', sin(3) + lgamma(3) + 4],
])('%s is %d where a is 3.', (text, value) => {
  expect(at(text, { a: 3 })).toBe(value);
});

test('Names may be words of programs, letters of any language, and anything in backticks.', () => {
  expect(readFormula('class*exp(-τ*`time [s]`) + class').names).toEqual(['class', 'τ', 'time [s]']);
});

describe('What is no formula is refused, at its place:', () => {
  test.each([
    ['', 'the model is empty', 0],
    ['a +', 'ends where a number, a name or ( is expected', 3],
    ['sin(a', 'ends where ) is expected', 5],
    ['a) + (b', 'cannot have ) here', 1],
    ['a; b', 'cannot have ; here', 1],
    ['y = a*x', 'cannot have = here: write the right side only', 2],
    ['a.b', 'cannot have . here', 1],
    ['[1]', 'cannot have [ here', 0],
    ['a < 2', 'cannot have < here', 2],
    ['!a', 'cannot have ! here', 0],
    ['"use strict"', 'cannot have " here', 0],
    ['`a', 'has a ` without its partner', 0],
    ['2x', 'has two values side by side in 2x: write * between factors', 1],
    ['a b', 'has two values side by side in a b', 2],
    ['2 (a)', 'has two values side by side', 2],
    ['sin a', 'write sin(a)', 4],
    ['0,5*a', 'has a comma outside of a function: write decimal points', 1],
    ['foo(a)', 'has no function foo; docs/primitives.md has all', 0],
    ['sine(a)', 'has no function sine; did you mean sin?', 0],
    ['constructor(a)', 'has no function constructor', 0],
    ['sin(a, b)', 'gives sin 2 arguments, and it takes 1', 0],
    ['1 * atan2(b)', 'gives atan2 1 argument, and it takes 2', 4],
    ['require("fs")', 'cannot have " here', 8],
    ['(() => 1)()', 'cannot have = here', 4],
    // Of long formulas the surroundings are shown.
    [`${'a + '.repeat(50)}foo(a)`, 'has no function foo', 60],
    ['a + '.repeat(2000), 'has more than 5000 characters', 0],
    ['('.repeat(300), 'is nested more than 200 deep', 60],
    ['-'.repeat(4000), 'is nested more than 200 deep', 60],
  ])('%s', (text, why, place) => {
    expect(() => readFormula(text)).toThrow(Failure);
    try {
      readFormula(text);
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      expect(lines[0]).toContain(why);
      expect(lines.at(-1)).toBe(`  ${' '.repeat(place)}^`);
    }
  });
});
