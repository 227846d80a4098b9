/** Calls that leave arguments out are refused where the function needs them, by runs and by compiled code. */
import {
  explain,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { load } from '../../support/plain.js';

type Fn = (x: number, ...others: never[]) => number;

const { product, first, optional, asked, total } = load<Record<string, Fn>>(`
  exports.product = (x: number, y: number) => x * y;
  exports.first = (x: number, y: number) => x * x;
  exports.optional = (x: number, y?: number) => x * (y ?? 3);
  exports.asked = (x: number, y?: number) => (y === undefined ? x * x : x * y);
  exports.total = (x: number, ys: number[]) => ys.reduce((sum, y) => sum + x * y, 0);
`);

const operators: Record<string, (f: Fn) => unknown> = {
  grad: (f) => grad(f)(2),
  valueAndGrad: (f) => valueAndGrad(f)(2).gradient,
  vjp: (f) => vjp(f)(2).pullback(1),
  jvp: (f) => jvp(f)([2], [1]).tangent,
  linearize: (f) => linearize(f)(2).pushforward(1),
  jacobian: (f) => jacobian(f)(2),
  hessian: (f) => hessian(f)(2),
  hvp: (f) => hvp(f)(2, 1),
  trace: (f) => trace(f)(2).value,
  explain: (f) => explain(f)(2),
};

describe.each(Object.entries(operators))('%s', (_, operator) => {
  test('names what is missing where the result is NaN.', () => {
    const told = /has 2 parameters, but the call gave it 1 argument, and its result is NaN/;
    expect(() => operator(product)).toThrow(told);
  });

  test('says so where the function fails by it.', () => {
    expect(() => operator(total)).toThrow(
      /gave it 1 argument, and it failed: .*undefined.*give undefined/,
    );
  });

  test('passes calls that leave out what is not needed, each time.', () => {
    for (const f of [first, optional, asked]) expect(operator(f)).toEqual(operator(f));
  });
});

test('What is left out has the derivatives of undefined.', () => {
  expect([grad(first)(2), grad(optional)(2), grad(asked)(2), hessian(asked)(2)]).toEqual([
    4, 3, 4, 2,
  ]);
});

test('A function that did well with few arguments may give NaN later.', () => {
  const root = load<{ root: Fn }>('exports.root = (x, y) => Math.sqrt(x);').root;
  expect(grad(root)(4)).toBe(0.25);
  expect(grad(root)(-4)).toBeNaN();
});

test('Operators miss the argument, too.', () => {
  const f = (x: Real, y: Real) => mul(x, y);
  expect(() => grad(f as (x: Real) => Real)(2)).toThrow(/has 2 parameters/);
});

test('Undefined is given on purpose.', () => {
  expect(grad(product)(2, undefined as never)).toBeNaN();
});
