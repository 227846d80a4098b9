/** Functions whose calls are too deep for the stack of a derivative. */
import { add, derivative, grad, hvp, jvp, mul, vjp, type Real } from 'delta-tape';
import { load } from '../support/plain.js';

const endless = (x: Real): Real => add(1, endless(mul(x, x)));
const says =
  /^Maximum call stack size exceeded: the calls of the function go too deep for its derivative.*--stack-size/;

test.each([
  ['grad', () => grad(endless)(2)],
  ['jvp', () => jvp(endless)([2], [1])],
  ['vjp', () => vjp(endless)(2)],
  ['hvp', () => hvp(endless)(2, 1)],
])('%s throws a RangeError that says what to do.', (_, work) => {
  expect(work).toThrow(RangeError);
  expect(work).toThrow(says);
  expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
});

test('Derivatives within derivatives say it once.', () => {
  const inner = (x: Real): Real => derivative(endless)(x);
  let message = '';
  try {
    derivative(inner)(2);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.match(/Maximum/g)).toHaveLength(1);
  expect(message).toMatch(says);
});

test('A function that is compiled says it, too; one that catches the overflow itself goes on.', () => {
  const { sum, caught } = load<Record<'sum' | 'caught', (x: number) => number>>(
    `exports.sum = sum; exports.caught = caught; function sum(x: number): number { return down(x, 1e6); }
     function down(x: number, n: number): number { return n === 0 ? x : x * 0.5 + down(x, n - 1); }
     function caught(x: number): number { try { return down(x, 1e6); } catch (error) { return error instanceof RangeError ? 3 * x : 0; } }`,
  );
  expect(() => grad(sum)(1)).toThrow(says);
  expect(grad(caught)(1)).toBe(3);
});
