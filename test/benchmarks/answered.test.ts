/** The word for the version that answers, as tables of benchmarks say it. */
import { mul, type Real } from 'delta-tape';
import { answering } from '../../benchmarks/answered.js';
import { load } from '../support/plain.js';

test('Functions of operators are called that, and translated ones by the version that answers.', () => {
  const { f } = load<{ f: (x: number) => number }>(
    'exports.f = f; function f(x: number): number { return x * x; }',
  );
  expect(answering(f)).toBe('compiled');
  expect(answering((x: Real) => mul(x, x))).toBe('operators');
});

test('What is no function is an error.', () => {
  expect(() => answering(3 as never)).toThrow();
});
