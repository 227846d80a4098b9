/** Whole Hessians, in blocks. */
import { List, Map as ImmutableMap } from 'immutable';
import fc from 'fast-check';
import {
  abs,
  add,
  derivative,
  exp,
  grad,
  hessian,
  hvp,
  jacobian,
  log,
  mul,
  sin,
  sum,
  type Options,
  type Real,
  type Reals,
} from 'delta-tape';
import { asFunction } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { claim, type Same } from '../support/types/claims.js';

const close = (x: number) => expect.closeTo(x, 12) as unknown;

describe('The Hessian', () => {
  test('is a matrix for functions of arrays.', () => {
    expect(hessian(([x, y]: Real[]) => exp(mul(x, y)))([1, 2])).toEqual([
      [close(29.5562243957226), close(22.16716829679195)],
      [close(22.16716829679195), close(7.38905609893065)],
    ]);
  });

  test('of one real is a number.', () => {
    expect(hessian((x: Real) => mul(x, mul(x, x)))(2)).toBe(12);
    expect(hessian((x) => mul(x, x))(5)).toBe(2);
    expect(hessian((x: Real) => x)(5)).toBe(0);
    expect(hessian((_: Real) => 7)(5)).toBe(0);
  });

  test('equals the Jacobian of the gradient, and is symmetric.', () => {
    fc.assert(
      fc.property(programs(3, 40), ({ term, point }) => {
        const f = asFunction(term);
        const found = hessian(f)(point);
        const nested = jacobian((x: Real[]) => grad(f)(x))(point);
        found.forEach((row, i) =>
          row.forEach((x, j) => {
            const scale = Math.max(1, Math.abs(x));
            expect(x / scale).toBeCloseTo(nested[i][j] / scale, 9);
            expect(x / scale).toBeCloseTo(found[j][i] / scale, 9);
          }),
        );
      }),
    );
  });

  test('has the shape of the argument in the place of each of its reals.', () => {
    const f = (p: { x: Real; name: string; v: Real[] }) => mul(p.x, mul(p.v[0], p.v[1]));
    expect(hessian(f)({ x: 2, name: 'leaf', v: [3, 5] })).toEqual({
      x: { x: 0, name: 'leaf', v: [5, 3] },
      name: 'leaf',
      v: [
        { x: 5, name: 'leaf', v: [0, 2] },
        { x: 3, name: 'leaf', v: [2, 0] },
      ],
    });
    const ofList = hessian((x: List<Real>) => mul(x.get(0)!, x.get(1)!))(List([3, 5]));
    expect(ofList).toEqual(List([List([0, 1]), List([1, 0])]));
    const ofMap = hessian((m: ImmutableMap<string, Real>) => sin(m.get('a')!));
    expect(
      ofMap(
        ImmutableMap([
          ['a', 0.5],
          ['b', 2],
        ]),
      ).toJS(),
    ).toEqual({
      a: { a: -Math.sin(0.5), b: 0 },
      b: { a: 0, b: 0 },
    });
    expect(hessian((x: Reals) => mul(x[0], x[1]))(new Float64Array([3, 5]))).toEqual([
      new Float64Array([0, 1]),
      new Float64Array([1, 0]),
    ]);
  });

  test('has a block for each two arguments in wrt.', () => {
    const f = (x: Real, s: string, y: Real[]) => mul(mul(x, x), mul(y[0], s === '+' ? y[1] : 0));
    expect(hessian(f, { wrt: 2 })(2, '+', [3, 5])).toEqual([
      [0, 4],
      [4, 0],
    ]);
    expect(hessian(f, { wrt: [2, 0] })(2, '+', [3, 5])).toEqual([
      [
        [
          [0, 4],
          [4, 0],
        ],
        [20, 12],
      ],
      [[20, 12], 30],
    ]);
    expect(hessian(f, { wrt: [] })(2, '+', [3, 5])).toEqual([]);
  });

  test('has hvp as its products.', () => {
    const f = ([x, y, z]: Real[]) => sin(mul(x, add(y, exp(z))));
    const rows = hessian(f)([0.3, 0.5, 0.7]);
    const v = [1, 10, 100];
    const products = rows.map((row) => row.reduce((total, x, k) => total + x * v[k], 0));
    hvp(f)([0.3, 0.5, 0.7], v).forEach((x, k) => expect(x).toBeCloseTo(products[k], 10));
  });

  test('inside another derivative is differentiated, and contains others.', () => {
    const trace = (t: Real) => {
      const rows = hessian(([x, y]: Real[]) => mul(t, mul(x, mul(x, mul(y, y)))))([t, 1]);
      return add(rows[0][0], rows[1][1]);
    };
    // 2t + 2t³
    expect(grad(trace)(3)).toBe(2 + 6 * 9);
    expect(derivative((t: Real) => grad(trace)(t))(3)).toBe(36);
    const inner = (x: Real) => hessian((y: Real) => mul(mul(y, y), mul(y, x)))(x);
    expect(hessian((x: Real) => inner(x))(3)).toBe(12);
  });

  test('follows the conventions at edges, and keeps NaN where it belongs.', () => {
    expect(hessian(([x, y]: Real[]) => add(abs(x), log(y)))([0, 0])).toEqual([
      [0, 0],
      [0, -Infinity],
    ]);
    expect(hessian(([x, y]: Real[]) => add(sin(x), mul(y, y)))([NaN, 1])).toEqual([
      [NaN, 0],
      [0, 2],
    ]);
  });

  test('of no reals has none.', () => {
    expect(hessian((_: Real[]) => 3)([])).toEqual([]);
    // @ts-expect-error -- a text is no real
    expect(() => hessian((_: Real[]) => 'a')([])).toThrow(/one real/);
  });

  test('refuses what grad refuses.', () => {
    // @ts-expect-error -- a list is no real
    expect(() => hessian((x: Real) => [x])(1)).toThrow(/one real/);
    // @ts-expect-error -- there is one parameter
    expect(() => hessian((x: Real) => x, { wrt: 1 })(1)).toThrow(/argument 1/);
    expect(() => hessian((s: string) => s.length)('a')).toThrow(/holds no real/);
    expect(() => hessian((x: Real) => (x as number) * 2)(1)).toThrow(/native operator/);
    const failing = (): Real => {
      throw new Error('own');
    };
    expect(() => hessian((_: Real) => failing())(1)).toThrow('own');
    expect(hessian((x: Real) => mul(x, x))(3)).toBe(2);
  });
});

test('The options of every derivative are obeyed, by whole and sparse Hessians.', () => {
  const f = (x: Real[]) => mul(x[0], abs(x[1]));
  const known = { rows: [0], columns: [1] };
  const ways = [
    (x: number[], options: Options) => hessian(f, options)(x),
    (x: number[], options: Options) => hessian(f, { ...options, sparse: true })(x),
    (x: number[], options: Options) => hessian(f, { ...options, sparse: known })(x),
  ];
  for (const way of ways) {
    expect(() => way([1, 0], { onKink: 'throw' })).toThrow(/abs/);
    expect(() => way([1, 2], { maxOperations: 1 })).toThrow(
      /the limit maxOperations: 1 is reached/,
    );
    expect(way([1, 2], { onKink: 'throw', maxOperations: 2 })).toEqual(way([1, 2], {}));
  }
});

test('The passes of a whole Hessian are one for each input.', () => {
  let calls = 0;
  hessian((x: Real[]) => {
    calls++;
    return sum(x.map((y) => mul(y, y)));
  })([1, 2, 3, 4]);
  expect(calls).toBe(4);
});

test('Types are blocks.', () => {
  const f = (x: Real, y: { a: Real[]; s: string }) => mul(x, y.a[0]);
  const number = hessian(f)(1, { a: [2], s: '' });
  const tree = hessian(f, { wrt: 1 })(1, { a: [2], s: '' });
  const blocks = hessian(f, { wrt: [0, 1] })(1, { a: [2], s: '' });
  type Tree = { a: number[]; s: string };
  claim<
    [
      Same<typeof number, number>,
      Same<typeof tree, { a: Tree[]; s: string }>,
      Same<typeof blocks, [[number, Tree], [Tree, { a: Tree[]; s: string }]]>,
    ]
  >();
  expect([number, tree, blocks]).toEqual([
    0,
    { a: [{ a: [0], s: '' }], s: '' },
    [
      [0, { a: [1], s: '' }],
      [
        { a: [1], s: '' },
        { a: [{ a: [0], s: '' }], s: '' },
      ],
    ],
  ]);
});
