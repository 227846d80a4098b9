/** Pullbacks: linear, repeatable, of any shape. */
import { List } from 'immutable';
import {
  DeltaTapeError,
  add,
  customGradient,
  exp,
  grad,
  mul,
  sin,
  sub,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';

const f = ({ x, y }: { x: Real; y: Real[] }) => ({
  p: mul(x, y[0]),
  q: [sin(x), mul(y[1], y[1]), 7],
  label: 'result',
});
const point = { x: 2, y: [3, 5] };
const cotangent = { p: 1, q: [10, 100, 1000], label: '' };

test('A pullback transposes the Jacobian, in the shapes of result and argument.', () => {
  const { value, pullback } = vjp(f)(point);
  expect(value).toEqual({ p: 6, q: [Math.sin(2), 25, 7], label: 'result' });
  expect(pullback(cotangent)).toEqual({ x: 3 + 10 * Math.cos(2), y: [2, 1000] });
});

test('A pullback can be called again and again, and counts nothing twice.', () => {
  const { pullback } = vjp(f)(point);
  const first = pullback(cotangent);
  grad((x: Real) => exp(mul(x, x)))(3);
  const none = pullback({ p: 0, q: [0, 0, 0], label: '' });
  expect(pullback(cotangent)).toEqual(first);
  expect(none).toEqual({ x: 0, y: [0, 0] });
  expect(pullback({ p: NaN, q: [0, 0, 0], label: '' })).toEqual({ x: NaN, y: [NaN, 0] });
  expect(pullback(cotangent)).toEqual(first);
});

test('Two pullbacks know nothing of each other.', () => {
  const one = vjp((x: Real) => mul(x, x))(3);
  const other = vjp((x: Real) => mul(x, mul(x, x)))(2);
  expect([one.pullback(1), other.pullback(1), one.pullback(2)]).toEqual([6, 12, 12]);
});

test('A pullback may be called by a rule on its own tape, while it is called.', () => {
  let depth = 0;
  const inner: number[] = [];
  const rule = customGradient((x: Real) => ({
    value: mul(x, x),
    pullback: (c: Real) => {
      if (depth++ === 0) inner.push(pullback(1), pullback(10));
      return [mul(6, c)];
    },
  }));
  const { pullback } = vjp((x: Real) => mul(rule(x), sin(x)))(3);
  const expected = 6 * Math.sin(3) + 9 * Math.cos(3);
  expect(pullback(1)).toBeCloseTo(expected, 12);
  expect(inner[0]).toBeCloseTo(expected, 12);
  expect(inner[1]).toBeCloseTo(10 * expected, 11);
  expect(pullback(1)).toBeCloseTo(expected, 12);
});

test('A pullback is linear, also in reals of a derivative in progress.', () => {
  const { pullback } = vjp((x: Real) => [mul(x, x), sin(x)])(3);
  expect(pullback([2, 5])).toBe(2 * pullback([1, 0]) + 5 * pullback([0, 1]));
  expect(grad((c: Real) => pullback([c as never, 1]))(4)).toBe(6);
});

test('An output that occurs twice, or is an input, receives all its cotangents.', () => {
  const twice = (x: Real) => {
    const y = mul(x, 3);
    return [y, y, x, x];
  };
  expect(vjp(twice)(1).pullback([1, 10, 100, 1000])).toBe(33 + 1100);
});

test('A value that does not depend on the argument has no cotangent.', () => {
  const { value, pullback } = vjp((_: Real) => ({ a: 3, none: null }))(2);
  expect(value).toEqual({ a: 3, none: null });
  expect(pullback({ a: 1, none: null })).toBe(0);
});

test('Several arguments give a tuple of cotangents.', () => {
  const g = (x: Real, y: Real[]) => [sub(x, y[0]), mul(x, y[1])];
  expect(vjp(g, { wrt: [1, 0] })(2, [3, 5]).pullback([1, 10])).toEqual([[-1, 20], 51]);
  expect(vjp(g, { wrt: 1 })(2, [3, 5]).pullback([1, 10])).toEqual([-1, 20]);
});

test('The cotangent must have the shape of the value.', () => {
  const { pullback } = vjp(f)(point) as unknown as { pullback: (cotangent: unknown) => unknown };
  const wrong: [unknown, RegExp][] = [
    [undefined, /the output it must be an object with the keys p, q, label.*undefined/],
    [1, /the output it must be an object/],
    [{ ...cotangent, q: [1, 2] }, /the output\.q it must be an array of length 3/],
    [{ ...cotangent, p: null }, /the output\.p it must be a real.*null/],
    [{ ...cotangent, p: '1' }, /the output\.p it must be a real.*string "1"/],
  ];
  for (const [shape, message] of wrong) {
    expect(() => pullback(shape)).toThrow(DeltaTapeError);
    expect(() => pullback(shape)).toThrow(message);
  }
});

test('A pullback of a nested run ends with the reals it holds, and not before.', () => {
  const kept: ((cotangent: number) => unknown)[] = [];
  grad((x: Real) => {
    const ofConstants = vjp((y: Real) => mul(3, y))(2);
    const ofOuter = vjp((y: Real) => mul(x, y))(2);
    kept.push(ofConstants.pullback, ofOuter.pullback);
    return ofOuter.pullback(1);
  })(5);
  expect(kept[0](2)).toBe(6);
  expect(() => kept[1](2)).toThrow(/after its derivative had ended/);
});

test('Cost is that of the function, whatever the size of the value.', () => {
  const many = (x: Real) => Array.from({ length: 1000 }, (_, k) => mul(x, k));
  expect(trace(many)(2).counts).toMatchObject({ bindings: 1000, edges: 999 });
  const { pullback } = vjp(many)(2);
  expect(pullback(new Array<number>(1000).fill(1))).toBe((999 * 1000) / 2);
});

test('Types are those of value and argument.', () => {
  const typed = vjp(f)(point);
  const ofList = vjp((x: Real) => List([mul(x, x), add(x, 1)]))(3);
  claim<
    [
      Same<typeof typed.value, { p: number; q: number[]; label: string }>,
      Same<ReturnType<typeof typed.pullback>, { x: number; y: number[] }>,
      Same<typeof ofList.value, List<number>>,
    ]
  >();
  expect(typed.value.label).toBe('result');
  expect(ofList.value.toArray()).toEqual([9, 4]);
  expect(ofList.pullback(List([1, 10]))).toBe(16);
});
