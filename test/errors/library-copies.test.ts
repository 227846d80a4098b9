/** Two copies of the library in one program. */
import * as one from 'delta-tape';

const messageOf = (f: () => unknown): string => {
  try {
    f();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
};

test('Errors that another copy may cause say that there is one.', () => {
  const copies = /loaded 2 copies of delta-tape.*npm dedupe/;
  const native = () => one.grad((x: one.Real) => (x as number) * 2)(1);
  expect(messageOf(native)).not.toMatch('copies of');

  let other = one;
  jest.isolateModules(() => (other = jest.requireActual<typeof one>('delta-tape')));
  expect(other.grad).not.toBe(one.grad);
  expect(messageOf(native)).toMatch(copies);
  expect(messageOf(() => one.grad((x: one.Real) => other.sin(x))(1))).toMatch(copies);
  const inner = (x: one.Real) => other.grad((y: one.Real) => other.mul(y, y))(x);
  expect(messageOf(() => one.grad(inner)(1))).toMatch(copies);
});
