/** Strict functions of programs that are not strict: their versions are strict, too, wherever they stand. */
import { valueAndGrad } from 'delta-tape';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: number[]) => number;

const inLoops = (statement: string): string => `let s = 0;
  for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) { ${statement}; s += x[0] * x[1] * i + one.a; }
  return s;`;
const frozen = `const one = Object.freeze({ a: 1, list: Object.freeze([1, 2]) });`;
const strict = `'use strict';`;

test.each([
  ['a function that says so', (body: string) => `exports.f = function (x) { ${strict} ${body} };`],
  [
    'a function inside of one',
    (body: string) => `exports.f = (() => { ${strict} return (x) => { ${body} }; })();`,
  ],
  [
    'a method',
    (body: string) => `class A { f(x) { ${body} } } const a = new A(); exports.f = (x) => a.f(x);`,
  ],
  [
    'a static method with rest',
    (body: string) =>
      `class A { static f(...rest) { const [x] = rest; ${body} } } exports.f = (x) => A.f(x);`,
  ],
  [
    'a method with arrays of floats',
    (body: string) =>
      `class A { static f(/** @type {Float64Array} */ x, k = 2) { ${body} } } exports.f = (x) => A.f(x);`,
  ],
])('In %s, what cannot be written throws.', (_, made) => {
  for (const statement of ['one.a = i', 'one.list[j] = i', 'delete one.a']) {
    const { f } = load<{ f: F }>(`${frozen}\n${made(inLoops(statement))}`, 'program.cjs');
    let error: unknown;
    try {
      f([2, 3]);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    const { message } = error as TypeError;
    expect(() => valueAndGrad(f)([2, 3])).toThrow(message);
    expect(() => withoutCompiled(() => valueAndGrad(f)([2, 3]))).toThrow(message);
  }
  const { f } = load<{ f: F }>(`${frozen}\n${made(inLoops('0'))}`, 'program.cjs');
  expect(valueAndGrad(f)([2, 3])).toEqual({ value: f([2, 3]), gradient: [6, 4] });
});

test('A function that is not strict may do all that.', () => {
  const { f } = load<{ f: F }>(
    `${frozen}\nexports.f = (x) => { ${inLoops('one.a = i')} };`,
    'program.cjs',
  );
  expect(withoutCompiled(() => valueAndGrad(f)([2, 3])).value).toBe(f([2, 3]));
});
