/** The second result of a function, beside its real output. */
import { List } from 'immutable';
import {
  add,
  customGradient,
  derivative,
  grad,
  jvp,
  loop,
  max,
  mul,
  primalOf,
  sin,
  sum,
  valueAndGrad,
  type Real,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';
import { expectError, untyped } from '../support/untyped.js';
import { load } from '../support/plain.js';

const aux = { aux: true } as const;

test('A tree comes back with the primals of its reals, and everything else as it is.', () => {
  const data = { when: new Date(0), name: 'n' };
  const print = () => 'text';
  const f = (p: { w: Real[]; b: Real }) => {
    const all = { sum: sum(p.w), list: List([p.b, 1]), map: new Map([['w', p.w]]), data, print };
    return [mul(all.sum, p.b), all] as const;
  };
  const found = valueAndGrad(f, aux)({ w: [1, 2], b: 5 });
  expect(found).toEqual({
    value: 15,
    gradient: { w: [5, 5], b: 3 },
    aux: { sum: 3, list: List([5, 1]), map: new Map([['w', [1, 2]]]), data, print },
  });
  expect(found.aux.data).toBe(data);
  claim<
    [
      Same<typeof found.value, number>,
      Same<typeof found.gradient, { w: number[]; b: number }>,
      Same<typeof found.aux.sum, number>,
      Same<typeof found.aux.list, List<number>>,
      Same<typeof found.aux.map, Map<string, number[]>>,
      Same<typeof found.aux.data, { when: Date; name: string }>,
    ]
  >();
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'text'],
  ['a number', 3],
  ['an empty list', []],
])('%s may be returned beside the output.', (_, beside) => {
  const { aux: found } = valueAndGrad((x: Real) => [mul(x, x), beside], aux)(3);
  expect(found).toBe(beside);
});

test('Without annotations parameters are reals, and the output may be constant.', () => {
  expect(valueAndGrad((x) => [mul(x, x), x], aux)(3)).toEqual({ value: 9, gradient: 6, aux: 3 });
  expect(valueAndGrad((x) => [4, mul(x, 2)], aux)(3)).toEqual({ value: 4, gradient: 0, aux: 6 });
});

test('At inner levels its duals are those of outer runs, which are differentiated on.', () => {
  const f = (x: Real): Real => {
    const inner = valueAndGrad((y: Real) => [mul(x, mul(y, y)), { at: mul(y, x) }], aux)(x);
    return add(mul(inner.gradient, inner.aux.at), inner.value);
  };
  // 2 x² · x² + x³
  expect(grad(f)(2)).toBe(8 * 8 + 3 * 4);
  expect(derivative(f)(2)).toBe(8 * 8 + 3 * 4);
  expect(jvp((x: Real) => derivative(f)(x))([2], [1]).tangent).toBe(24 * 4 + 6 * 2);
});

test('The other options keep working: those that watch look at the output alone.', () => {
  const f = (x: Real, y: Real) => [mul(x, y), { constant: 3, kink: 'none' }] as const;
  const options = { aux: true, onConstant: 'throw', onKink: 'throw', wrt: [1, 0] } as const;
  expect(valueAndGrad(f, options)(2, 5)).toEqual({
    value: 10,
    gradient: [2, 5],
    aux: { constant: 3, kink: 'none' },
  });
  const constant = (x: Real) => [3, x] as [Real, Real];
  expectError(
    () => valueAndGrad(constant, { aux: true, onConstant: 'throw' })(2),
    /constant|depend/,
  );
  const kink = (x: Real) => [max(x, 0), x] as [Real, Real];
  expectError(() => valueAndGrad(kink, { aux: true, onKink: 'throw' })(0), /a kink/);
});

test('Rules and loops inside, and what they run in the sweep, do not get in between.', () => {
  const rule = customGradient((x: Real) => ({
    value: mul(x, x),
    pullback: (c: Real) => {
      const inner = valueAndGrad((y: Real) => [mul(y, y), 'inner'], aux)(primalOf(x));
      return [mul(c, inner.gradient)];
    },
  }));
  const f = (x: Real) => {
    const y = loop(10, (z: Real) => sin(z), x, { memory: 100 });
    return [add(rule(x), y), { y, name: 'outer' }] as const;
  };
  const { gradient, aux: found } = valueAndGrad(f, aux)(2);
  expect(gradient).toBeCloseTo(derivative((x: Real) => f(x)[0])(2), 12);
  expect(found).toEqual({ y: f(2)[1].y, name: 'outer' });
});

test('Each call has its own, also where a function calls its own derivative.', () => {
  const f = (n: number, x: Real): [Real, { n: number; x: Real }] => {
    if (n === 0) return [x, { n, x }];
    const inner = valueAndGrad((y: Real) => f(n - 1, mul(y, 2)), aux)(x);
    return [mul(inner.value, x), { n, x: add(inner.aux.x, inner.gradient) }];
  };
  const found = valueAndGrad((x: Real) => f(2, x), aux)(3);
  expect(found.value).toBe(f(2, 3)[0]);
  expect(found.aux).toEqual(f(2, 3)[1]);
});

test('Plain functions return it as well, in numbers.', () => {
  const { loss } = load<{
    loss: (p: Float64Array, data: number[]) => [number, { worst: number; label: string }];
  }>(`exports.loss = (p: Float64Array, data: number[]): [number, object] => {
    let total = 0;
    let worst = 0;
    for (let k = 0; k < data.length; k++) {
      const miss = (p[0] * k + p[1] - data[k]) ** 2;
      total += miss;
      worst = Math.max(worst, miss);
    }
    return [total, { worst, label: 'fit' }];
  };`);
  const found = valueAndGrad(loss, aux)(new Float64Array([1, 2]), [2, 3, 6]);
  expect(found).toEqual({
    value: 4,
    gradient: new Float64Array([-8, -4]),
    aux: { worst: 4, label: 'fit' },
  });
});

test('Whatever is no pair is refused, and so is a tree that cannot be given back.', () => {
  for (const output of [3, [1], [1, 2, 3], 'ab', null, undefined, { 0: 1, 1: 2, length: 2 }]) {
    const f = untyped.valueAndGrad(() => output, aux);
    expectError(() => f(1), /must return \[real, aux\]/);
  }
  expectError(() => untyped.valueAndGrad(() => ['a', 1], aux)(1), /returned the string "a"/);
  expectError(() => untyped.valueAndGrad(async () => Promise.resolve([1, 2]), aux)(1), /promise/);
  const cyclic = (x: Real) => {
    const parts: unknown[] = [x];
    parts.push(parts);
    return [x, parts] as const;
  };
  expectError(() => valueAndGrad(cyclic, aux)(1), /cyclic/);
  expectError(() => untyped.grad((x: Real) => [x, 1], aux)(1), /grad has no option aux/);
});
