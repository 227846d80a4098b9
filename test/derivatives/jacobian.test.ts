/** Whole Jacobians, by either plan. */
import { List } from 'immutable';
import {
  add,
  checkpoint,
  exp,
  grad,
  jacobian,
  mul,
  sin,
  sub,
  sum,
  type JacobianOptions,
  type Real,
} from 'delta-tape';
import { TOP, columns, head } from '../../src/tape/columns.js';
import { claim, type Same } from '../support/types/claims.js';

const plans = ['forward', 'reverse', undefined] as const;
const options = (plan: (typeof plans)[number]) => (plan === undefined ? {} : { plan });

describe.each(plans)('The Jacobian by the %s plan', (plan) => {
  test('is a matrix for functions of arrays.', () => {
    const f = ([x, y, z]: Real[]) => [mul(x, sin(y)), sub(z, x)];
    expect(jacobian(f, options(plan))([2, 0, 5])).toEqual([
      [0, 2, 0],
      [-1, 0, 1],
    ]);
  });

  test('has a gradient in the place of each real of the result.', () => {
    const f = (p: { x: Real; v: Real[] }) => ({ a: [mul(p.x, p.v[0]), 3], b: 'leaf' });
    expect(jacobian(f, options(plan))({ x: 2, v: [5] })).toEqual({
      a: [
        { x: 5, v: [2] },
        { x: 0, v: [0] },
      ],
      b: 'leaf',
    });
    const toList = jacobian((x: Real) => List([x, mul(x, x)]), options(plan))(3);
    expect([...(toList as unknown as Iterable<number>)]).toEqual([1, 6]);
  });

  test('of one real is its gradient, or a column.', () => {
    expect(jacobian((x: Real) => mul(x, x), options(plan))(3)).toBe(6);
    expect(jacobian((x: Real) => [x, mul(x, x), 1], options(plan))(3)).toEqual([1, 6, 0]);
    expect(jacobian((x: Real[]) => sum(x), options(plan))([1, 2])).toEqual([1, 1]);
  });

  test('is by arguments for every form of wrt.', () => {
    const f = (x: Real, s: string, y: Real[]) => [mul(x, y[0]), s === '+' ? add(x, y[1]) : 0];
    const all = { ...options(plan), wrt: [2, 0] as const };
    expect(jacobian(f, options(plan))(2, '+', [3, 5])).toEqual([3, 1]);
    expect(jacobian(f, { ...options(plan), wrt: 2 })(2, '+', [3, 5])).toEqual([
      [2, 0],
      [0, 1],
    ]);
    expect(jacobian(f, all)(2, '+', [3, 5])).toEqual([
      [[2, 0], 3],
      [[0, 1], 1],
    ]);
  });

  test('of a gradient is the Hessian.', () => {
    const f = ([x, y]: Real[]) => exp(mul(x, y));
    const hessian = jacobian((p: Real[]) => grad(f)(p), options(plan))([1, 2]);
    const close = (x: number) => expect.closeTo(x, 12) as unknown;
    expect(hessian).toEqual([
      [close(29.5562243957226), close(22.16716829679195)],
      [close(22.16716829679195), close(7.38905609893065)],
    ]);
  });

  test('inside another derivative is differentiated.', () => {
    const trace = (x: Real) => {
      const rows = jacobian(([a, b]: Real[]) => [mul(a, mul(a, x)), mul(b, x)], options(plan));
      const matrix = rows([x, 1]);
      return add(matrix[0][0], matrix[1][1]);
    };
    expect(grad(trace)(3)).toBe(4 * 3 + 1);
  });

  test('keeps Float64Arrays.', () => {
    const f = (x: ArrayLike<Real>) => [mul(x[0], x[1])];
    expect(jacobian(f, options(plan))(new Float64Array([2, 3]))).toEqual([
      new Float64Array([3, 2]),
    ]);
  });

  test('refuses what grad refuses.', () => {
    // @ts-expect-error -- there is one parameter
    expect(() => jacobian((x: Real) => x, { ...options(plan), wrt: 1 })(1)).toThrow(/argument 1/);
    expect(() => jacobian((s: string) => s, options(plan))('a')).toThrow(/holds no real/);
    expect(() => jacobian(async (x: Real) => Promise.resolve(x), options(plan))(1)).toThrow(
      /promise/,
    );
  });
});

describe('The function is called', () => {
  const calls = (inputs: number, outputs: number, options: JacobianOptions = {}) => {
    let count = 0;
    const f = (x: Real[]) => {
      count++;
      return Array.from({ length: outputs }, (_, k) => mul(k, x[0]));
    };
    const jacobianOf = jacobian(f, options);
    const x = new Array<number>(inputs).fill(1);
    jacobianOf(x);
    const once = count;
    count = 0;
    grad((y: Real) => {
      jacobianOf(x);
      return y;
    })(1);
    return { once, nested: count };
  };

  test('once, whatever the plan.', () => {
    const counts = [
      calls(50, 3),
      calls(3, 50),
      ...plans.flatMap((plan) => [calls(7, 2, options(plan)), calls(2, 7, options(plan))]),
    ];
    for (const { once } of counts) expect(once).toBe(1);
  });

  test('inside another derivative once for the reverse plan, else for each input, and once to choose.', () => {
    expect(calls(50, 3).nested).toBe(2);
    expect(calls(3, 50).nested).toBe(4);
    expect(calls(3, 50, { plan: 'forward' }).nested).toBe(3);
    expect(calls(3, 50, { plan: 'reverse' }).nested).toBe(1);
  });

  test('for each input where a rule has no edges to push along.', () => {
    let calls = 0;
    const f = (x: Real[]) => {
      calls++;
      const square = checkpoint((y: Real) => mul(y, y))(x[0]);
      return [square, mul(square, x[1]), x[1]];
    };
    const rows = [
      [6, 0],
      [30, 9],
      [0, 1],
    ];
    for (const plan of plans) expect(jacobian(f, options(plan))([3, 5])).toEqual(rows);
    calls = 0;
    jacobian(f, { plan: 'reverse' })([3, 5]);
    expect(calls).toBe(1);
  });
});

describe('Where the tape is full', () => {
  const almostFull = <T>(body: () => T): T => {
    const top = head[TOP];
    head[TOP] = columns().capacity - 10;
    try {
      return body();
    } finally {
      head[TOP] = top;
    }
  };
  const long = (x: Real[]) => {
    let y = x[0];
    for (let k = 0; k < 20; k++) y = mul(y, 2);
    return [y, x[0], x[1]];
  };

  test('forward passes do without it.', () => {
    const rows = [
      [2 ** 20, 0],
      [1, 0],
      [0, 1],
    ];
    expect(almostFull(() => jacobian(long)([1, 1]))).toEqual(rows);
    expect(almostFull(() => jacobian(long, { plan: 'forward' })([1, 1]))).toEqual(rows);
    const sparse = almostFull(() => jacobian(long, { plan: 'forward', sparse: true })([1, 1]));
    expect(sparse.values).toEqual(Float64Array.of(2 ** 20, 1, 1));
  });

  test('the reverse plan is refused.', () => {
    expect(() => almostFull(() => jacobian(long, { plan: 'reverse' })([1, 1]))).toThrow(/full/);
    expect(() => almostFull(() => jacobian(long)([1, 1, 1]))).toThrow(/full/);
  });
});

test.each(plans)('Without inputs or outputs nothing is swept by the %s plan.', (plan) => {
  const f = (x: Real[]) => [...x, 1];
  expect(jacobian(f, options(plan))([])).toEqual([[]]);
  expect(jacobian((_: Real[]): Real[] => [], options(plan))([1, 2])).toEqual([]);
  expect(jacobian((_: Real) => 'leaf', options(plan))(1)).toBe('leaf');
});

test('Rows are arrays of their own.', () => {
  const f = (x: ArrayLike<Real>) => [x[0], x[1], mul(x[0], x[1])];
  const rows = jacobian(f)(Float64Array.of(2, 3));
  expect(rows.map(({ buffer }) => buffer.byteLength)).toEqual([16, 16, 16]);
  rows[0][0] = 7;
  expect(rows[1]).toEqual(Float64Array.of(0, 1));
});

test('Types have a gradient for each real.', () => {
  const matrix = jacobian((x: Real[]) => [x[0]])([1]);
  const toFunction: (x: number[]) => number[][] = jacobian((x: Real[]) => [x[0]]);
  const mixed = jacobian((x: Real, y: Real[]) => ({ a: mul(x, y[0]) }), { wrt: [0, 1] })(1, [2]);
  claim<[Same<typeof matrix, number[][]>, Same<typeof mixed, { a: [number, number[]] }>]>();
  expect([matrix, toFunction([1]), mixed]).toEqual([[[1]], [[1]], { a: [2, [1]] }]);
});
