/** Large functions lower: how much of others they may hold depends on how much they are written with. */
import { statementCount } from '../../../src/plain/ir/ir.js';
import { disagreements } from '../../support/agreement.js';
import { funcOf, loweredText } from '../../support/numeric.js';
import { range } from '../../support/range.js';
import { testInTurn } from '../../support/sample.js';

const point = [0.7, -1.3, 2.1, 0.4];

/** A chain of statements; the second kind calls a function. */
const chain = (from: number, to: number): string =>
  range(to - from)
    .map((k) => k + from + 1)
    .map((k) =>
      k % 5 === 0
        ? `  const a${k} = mix(a${k - 1}, x[${k % 4}]);`
        : `  const a${k} = a${k - 1} * x[${k % 4}] * 0.3 + Math.sin(a${Math.max(from, k - 9)});`,
    )
    .join('\n');
const mix = 'const mix = (a: number, b: number): number => 0.5 * a + Math.sin(b) * a;\n';
const straight = (count: number): string =>
  `${mix}function f(x: Float64Array) {\n  const a0 = x[0];\n${chain(0, count)}\n  return a${count};\n}`;

testInTurn(1, 3)(
  'A thousand statements in a row have the value of the source, and the gradient of a run.',
  () => {
    expect(disagreements(straight(1000), point)).toEqual([]);
  },
  120_000,
);

test('Two thousand in eight functions are eight functions of the language.', () => {
  const part = (k: number): string =>
    `const part${k} = (x: Float64Array, a${250 * k}: number): number => {\n${chain(250 * k, 250 * (k + 1))}\n  return a${250 * (k + 1)};\n};`;
  const parts = range(8).map(part).join('\n');
  const calls = range(8).map((k) => `  s = part${k}(x, s);`);
  const f = funcOf(
    `${mix}${parts}\nfunction f(x: Float64Array) {\n  let s = x[0];\n${calls.join('\n')}\n  return s;\n}`,
  );
  expect(f.functions).toHaveLength(8);
  expect(statementCount(f.region)).toBeLessThan(20);
});

test('What small functions write by calling each other has an end.', () => {
  const double = (k: number): string =>
    `const g${k + 1} = (v: number): number => g${k}(v) + g${k}(v + 1);`;
  const text = `const g0 = (v: number): number => Math.sin(v);\n${range(16).map(double).join('\n')}`;
  const { size } = loweredText(`${text}\nfunction f(x: Float64Array) { return g16(x[0]); }`);
  expect(size).toBeLessThan(100_000);
});
