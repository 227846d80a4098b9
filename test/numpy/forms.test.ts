/** Pullbacks of 1-forms on arrays, and beside functions. */
import { mul, pullbackForm, type Real } from 'delta-tape';
import { array, flat, gradOf, P, sum, type Array_ } from './support.js';

type Form = (
  f: unknown,
  options?: unknown,
) => (omega: (value: unknown) => unknown) => (...args: unknown[]) => unknown;
const formOf = pullbackForm as unknown as Form;
const v = array([1, 2, 3]);

test('Arrays are pulled back to arrays.', () => {
  const squares = (x: Array_) => P.multiply(x, x);
  const pulled = formOf(squares)((y) => P.multiply(y as Array_, 2))(v);
  expect(flat(pulled)).toEqual([4, 32, 108]);
  const tree = ({ x, a }: { x: Array_; a: Real }) => [P.multiply(x, a), sum(x)];
  const both = formOf(tree)((value) => [(value as Array_[])[0], 1])({ x: v, a: 2 });
  const found = both as { x: Array_; a: number };
  expect([flat(found.x), found.a]).toEqual([[5, 9, 13], 28]);
  const nested = gradOf((x: Array_) => sum(formOf(squares)((y) => y)(x)));
  expect(flat(nested(v))).toEqual([6, 24, 54]);
});

test('Beside functions, too.', () => {
  const applied = (g: (a: Real) => Real, x: Array_) => g(sum(P.multiply(x, x)));
  const [dg, dx] = formOf(applied, { wrt: [0, 1] })(() => 1)((a: Real) => mul(a, a), v) as [
    (h: (a: Real) => Real) => Real,
    Array_,
  ];
  expect(flat(dx)).toEqual([56, 112, 168]);
  expect(dg((a) => mul(a, 10))).toBe(140);
  const scaling = (x: Array_) => (a: Real) => mul(a, sum(P.multiply(x, x)));
  const along = (change: unknown) => (change as (a: Real) => Real)(5);
  expect(flat(formOf(scaling)(() => along)(v))).toEqual([10, 20, 30]);
});
