/** Duals: refused by native operators, and once their run is over; visible to people. */
import 'delta-tape/methods';
import { inspect } from 'node:util';
import {
  Dual,
  DeltaTapeError,
  add,
  derivative,
  exp,
  fma,
  grad,
  jvp,
  lt,
  mul,
  primalOf,
  sin,
  stopGradient,
  sum,
  taylor,
  tower,
  vjp,
  type Real,
} from 'delta-tape';
import { escaped, expectError, modes, untyped } from '../support/untyped.js';

describe.each(Object.entries(modes))('In %s, a dual is refused by', (_, run) => {
  const native: { readonly [name: string]: (x: number) => unknown } = {
    'x * 2': (x) => x * 2,
    '2 - x': (x) => 2 - x,
    'x + 1': (x) => x + 1,
    "x + ' m'": (x) => `${x} m`,
    'x ** 2': (x) => x ** 2,
    'x % 2': (x) => x % 2,
    '-x': (x) => -x,
    '+x': (x) => +x,
    '~x': (x) => ~x,
    'x | 0': (x) => x | 0,
    'x++': (x) => [x++, x],
    'x < 1': (x) => x < 1,
    '1 >= x': (x) => 1 >= x,
    'x == 2': (x) => x == 2, // eslint-disable-line eqeqeq
    'Math.sin(x)': (x) => Math.sin(x),
    'Math.max(x, 1)': (x) => Math.max(x, 1),
    'Number(x)': (x) => Number(x),
    'parseFloat(x)': (x) => parseFloat(x as never),
    'isNaN(x)': (x) => isNaN(x),
    'String(x)': (x) => String(x),
    'array[x]': (x) => [1, 2, 3][x],
    '[x, x].join()': (x) => [x, x].join(),
    'new Float64Array([x])': (x) => new Float64Array([x]),
    'Array.from({ length: x })': (x) => Array.from({ length: x }),
    '[x, x].sort()': (x) => [x, x].sort(),
    'a sum by reduce': (x) => [x, x].reduce((s, y) => s + y, 0),
  };

  test.each(Object.entries(native))('%s.', (_name, operation) => {
    expectError(() => run(operation), /native operator.*mul\(x, 2\).*primalOf\(x\)/);
  });

  test('JSON.stringify.', () => {
    expectError(() => run((x) => JSON.stringify({ x })), /serialised.*primalOf\(x\)/);
  });
});

describe('A dual that escaped from its run is refused', () => {
  const message =
    /after its derivative had ended.*Return it from the function, or keep primalOf\(x\)/;
  const origins: [string, () => Real][] = [
    ['grad', () => escaped()],
    ['jvp', () => escaped((f) => jvp(f)([2], [1]))],
    ['taylor', () => escaped((f) => taylor(f, 2)(2))],
    ['a nested grad', () => escaped((f) => grad((y: Real) => grad(f)(y))(1))],
    [
      'a run that failed',
      () => {
        const outside: Real[] = [];
        expect(() => untyped.grad((x: Real) => outside.push(x) && null)(1)).toThrow(DeltaTapeError);
        return outside[0];
      },
    ],
  ];

  test.each(origins)('of %s, wherever it is used.', (_, origin) => {
    const x = origin();
    const uses: (() => unknown)[] = [
      () => mul(x, 2),
      () => mul(2, x),
      () => sin(x),
      () => sum([1, x]),
      () => fma(1, 2, x),
      () => lt(x, 1),
      () => primalOf(x),
      () => (x as Dual).mul(2),
      () => stopGradient([x]),
      () => grad((y: Real) => mul(x, y))(1),
      () => grad((y: Real) => mul(y, x))(1),
      () => grad((y: Real) => sum([y, x]))(1),
      () => grad((y: Real) => fma(y, y, x))(1),
      () => grad((_: Real) => x)(1),
      () => vjp((_: Real) => ({ a: [x] }))(1),
      () => jvp((_: Real) => x)([1], [1]),
      () => grad((y: Real) => y)(x),
      () => grad((y: Real) => y, { wrt: 0 })(x),
      () => grad((y: Real, data: { x: Real }) => mul(y, data.x))(1, { x }),
      () => grad((y: Real) => grad((z: Real) => mul(mul(z, y), x))(y))(1),
      () => jvp((y: Real) => mul(y, y))([1], [x as never]),
      () => derivative((y: Real) => mul(y, x))(1),
      () => taylor((y: Real) => mul(y, x), 2)(1),
      () => taylor((_: Real) => x, 0)(1),
      () => tower((y: Real) => y)(x).at(0),
    ];
    for (const use of uses) expectError(use, message);
  });

  test('even if a later run has given its id to another.', () => {
    const old = escaped();
    const laterRuns = [
      (y: Real) => mul(mul(y, y), old),
      (y: Real) => add(old, mul(y, y)),
      (y: Real) => (mul(y, y), exp(old)),
    ];
    for (const f of laterRuns) expectError(() => grad(f)(5), message);
    expectError(() => grad((y: Real) => (mul(y, y), old))(5), message);
  });

  test('so a cache filled by one run cannot spoil the next.', () => {
    const cache = new Map<string, Real>();
    const f = (x: Real) => {
      if (!cache.has('twice')) cache.set('twice', mul(x, 2));
      return mul(cache.get('twice')!, x);
    };
    expect(grad(f)(3)).toBe(12);
    expectError(() => grad(f)(4), message);
  });
});

test('A dual shows its primal and its id, or its tangent, or that its run is over.', () => {
  const seen: string[] = [];
  const look = (x: Real) => {
    seen.push(inspect({ x: mul(x, 2) }));
    return x;
  };
  grad(look)(3);
  derivative(look)(3);
  grad((x: Real) => grad(look)(x))(3);
  seen.push(inspect(escaped()));
  expect(seen).toEqual([
    '{ x: Dual(6, id 2) }',
    '{ x: Dual(6, tangent 2) }',
    '{ x: Dual(6, id 2 at level 2) }',
    'Dual(of a finished run)',
  ]);
});
