/**
 * Operators that run a function several times give it the same arguments each time, and leave behind what one run
 * wrote, as the single call does on numbers.
 */
import { add, grad, hessian, jacobian, mul, trace, type Real } from 'delta-tape';
import { load } from '../support/plain.js';

interface Notes {
  calls: number;
  seen: number[];
}
const notes = (): Notes => ({ calls: 1, seen: [] });

/** 2 x² y, where each call sees `calls` as it is at first. */
const f = ([x, y]: Real[], own: Notes): Real => {
  own.calls++;
  own.seen.push(own.calls);
  return mul(own.calls, mul(mul(x, x), y));
};
const both = (xs: Real[], own: Notes): Real[] => [f(xs, own), mul(xs[0], own.seen.length)];
const pattern = { rows: [0, 0, 1, 1], columns: [0, 1, 0, 1] };

const hessianOfF = [
  [12, 8],
  [8, 0],
];
const jacobianOfBoth = [
  [24, 8],
  [1, 0],
];
const dense = (found: {
  rows: ArrayLike<number>;
  columns: ArrayLike<number>;
  values: ArrayLike<unknown>;
}) => {
  const rows = [
    [0, 0],
    [0, 0],
  ];
  for (let k = 0; k < found.rows.length; k++) {
    rows[found.rows[k]][found.columns[k]] = Number(found.values[k]);
  }
  return rows;
};

const operators: readonly (readonly [
  name: string,
  run: (own: Notes) => unknown,
  expected: unknown,
])[] = [
  ['hessian', (own) => hessian(f)([2, 3], own), hessianOfF],
  ['sparse hessian', (own) => dense(hessian(f, { sparse: true })([2, 3], own)), hessianOfF],
  ['jacobian', (own) => jacobian(both)([2, 3], own), jacobianOfBoth],
  ['jacobian forwards', (own) => jacobian(both, { plan: 'forward' })([2, 3], own), jacobianOfBoth],
  [
    'sparse jacobian',
    (own) => dense(jacobian(both, { sparse: true })([2, 3], own)),
    jacobianOfBoth,
  ],
  [
    'sparse jacobian by a pattern',
    (own) => dense(jacobian(both, { sparse: pattern })([2, 3], own)),
    jacobianOfBoth,
  ],
  ['trace', (own) => trace(f)([2, 3], own).value, 24],
];

describe('A function that writes into other arguments', () => {
  test.each(operators)('is run by %s as on numbers.', (_, run, expected) => {
    const [own, plain] = [notes(), notes()];
    const found = run(own);
    f([2, 3], plain);
    expect(found).toEqual(expected);
    expect(own).toEqual(plain);
  });

  test('is run so inside of another derivative, where there is a pass for each direction.', () => {
    const own = notes();
    const outer = (t: Real): Real =>
      jacobian((xs: Real[], n: Notes) => both([mul(t, xs[0]), xs[1]], n), { plan: 'forward' })(
        [2, 3],
        own,
      )[0][0];
    // ∂/∂t of 24 t².
    expect(grad(outer)(1)).toBe(48);
    expect(own).toEqual({ calls: 2, seen: [2] });
  });

  test('is run so if it is translated, where trace looks twice.', () => {
    const { f } = load<{ f: (x: number, own: { calls: number }) => number }>(
      `exports.f = (x: number, own: { calls: number }) => {
        own.calls++;
        const y = x > 0 ? x * x * own.calls + x : 0;
        return y * x + y * y - x;
      };`,
    );
    const own = { calls: 1 };
    expect(trace(f)(2, own).value).toBe(118);
    expect(own).toEqual({ calls: 2 });
  });

  test('may write into the reals that it is differentiated by.', () => {
    const g = (xs: Real[]): Real[] => {
      xs[0] = mul(xs[0], xs[1]);
      return [xs[0], add(xs[0], xs[1])];
    };
    const expected = [
      [3, 2],
      [3, 3],
    ];
    const xs = [2, 3];
    expect(jacobian(g)(xs)).toEqual(expected);
    expect(dense(jacobian(g, { sparse: pattern })(xs))).toEqual(expected);
    expect(xs).toEqual([2, 3]);
  });

  test('must not write into a part of those that holds no reals.', () => {
    const g = ({ x, log }: { x: Real[]; log: string[] }): Real => {
      log.push('called');
      return mul(mul(x[0], x[1]), log.length);
    };
    const message = /wrote into a part of its argument that holds no reals/;
    expect(() => hessian(g)({ x: [2, 3], log: [] })).toThrow(message);
    expect(grad(g)({ x: [2, 3], log: [] })).toMatchObject({ x: [3, 2] });
  });
});
