/** Whole Jacobians and Hessians of arrays: shapes as those of `jax.jacobian`, and the numbers of single derivatives. */
import { grad, hessian, hvp, jacobian, jvp, mul, type Real } from 'delta-tape';
import { array, draws, flat, like, P, type Array_ } from './support.js';

type Loose = (...args: unknown[]) => unknown;
const jacobianOf = jacobian as unknown as (f: unknown, options?: unknown) => Loose;
const hessianOf = hessian as unknown as (f: unknown, options?: unknown) => Loose;
const hvpOf = hvp as unknown as (f: unknown) => Loose;
const gradOf = grad as unknown as (f: unknown) => Loose;
const jvpOf = jvp as unknown as (f: unknown) => (...args: unknown[]) => { tangent: Array_ };

const draw = draws(5);
const filled = (shape: readonly number[], dtype = 'float64'): Array_ => {
  const size = shape.reduce((n, d) => n * d, 1);
  const numbers = array(
    Array.from({ length: size }, () => draw()),
    dtype,
  );
  return P.reshape(numbers, [...shape]) as Array_;
};
const unit = (x: Array_, k: number): Array_ =>
  like(
    x,
    Array.from({ length: x.size }, (_, i) => (i === k ? 1 : 0)),
  );
/** The columns of a Jacobian one by one, by `jvp`. */
const columns = (f: unknown, x: Array_): number[][] =>
  Array.from({ length: x.size }, (_, k) => flat(jvpOf(f)([x], [unit(x, k)]).tangent));

const close = (actual: readonly number[], expected: readonly number[], digits = 10) => {
  expect(actual.length).toBe(expected.length);
  actual.forEach((a, k) => expect(a).toBeCloseTo(expected[k], digits));
};

const programs: readonly (readonly [string, (x: Array_) => unknown, number[]])[] = [
  ['a matrix times itself', (x) => P.matmul(x, x), [2, 2]],
  ['rows summed', (x) => P.sum(P.multiply(x, x), 1), [3, 2]],
  ['the outer product with itself', (x) => P.outer(x, P.sin(x)), [3]],
  ['what is longer than it', (x) => P.concatenate([x, P.exp(x), x]), [2]],
  ['the array itself', (x) => x, [2, 2]],
  ['a constant', () => array([1, 2]), [3]],
  ['of no elements', (x) => P.multiply(x, 2), [0, 2]],
  ['made of one element', (x) => P.multiply(P.tanh(x), x), [1]],
];

describe('A Jacobian', () => {
  test.each(programs)('of %s has the shapes of both, by either plan.', (_, f, shape) => {
    const x = filled(shape);
    const y = f(x) as Array_;
    const expected = columns(f, x);
    const transposed = flat(y).flatMap((__, i) => expected.map((column) => column[i]));
    for (const plan of [undefined, 'forward', 'reverse']) {
      const found = jacobianOf(f, plan && { plan })(x) as Array_;
      expect(found.shape).toEqual([...y.shape, ...x.shape]);
      expect(found.dtype).toBe('float64');
      close(flat(found), transposed);
    }
  });

  test.each(['forward', 'reverse'])('has the type of the input, by the %s plan.', (plan) => {
    const x = filled([2], 'float32');
    const f = (a: Array_) => P.multiply(a.astype('float64'), 3);
    const found = jacobianOf(f, { plan })(x) as Array_;
    expect(found.dtype).toBe('float32');
    expect(found.tolist()).toEqual([
      [3, 0],
      [0, 3],
    ]);
  });

  test.each(['forward', 'reverse'])('is taken of trees by the %s plan.', (plan) => {
    const f = ({ w, b }: { w: Array_; b: Real }) => ({
      sum: P.sum(P.multiply(w, b)),
      all: [P.multiply(w, b), mul(b, b)],
      none: 'leaf',
    });
    const w = array([2, 3]);
    const found = jacobianOf(f, { plan })({ w, b: 5 }) as {
      sum: { w: Array_; b: number };
      all: [{ w: Array_; b: Array_ }, { w: Array_; b: number }];
      none: string;
    };
    expect(found.none).toBe('leaf');
    expect(found.sum.w.tolist()).toEqual([5, 5]);
    expect(found.sum.b).toBe(5);
    expect(found.all[0].w.tolist()).toEqual([
      [5, 0],
      [0, 5],
    ]);
    expect(found.all[0].b.tolist()).toEqual([2, 3]);
    expect(found.all[1].w.tolist()).toEqual([0, 0]);
    expect(found.all[1].b).toBe(10);
  });

  test('is taken by arguments and entries that `wrt` names.', () => {
    const f = (x: Array_, y: Array_) => P.matmul(x, y);
    const [x, y] = [filled([2, 3]), filled([3])];
    const [byX, byY] = jacobianOf(f, { wrt: [0, 1] })(x, y) as [Array_, Array_];
    expect([byX.shape, byY.shape]).toEqual([
      [2, 2, 3],
      [2, 3],
    ]);
    close(flat(byY), flat(x));
    const named = jacobianOf((p: { a: Array_; b: Array_ }) => P.add(p.a, p.b), { wrt: ['b'] })({
      a: x,
      b: x,
    }) as { b: Array_ };
    expect(named.b.shape).toEqual([2, 3, 2, 3]);
  });

  test('of reals to arrays and back is one of arrays.', () => {
    const f = (xs: readonly Real[]) => P.multiply(P.array([...xs]), array([2, 3]));
    for (const plan of ['forward', 'reverse']) {
      const [one, other] = jacobianOf(f, { plan })([1, 2]) as Array_[];
      expect([one.tolist(), other.tolist()]).toEqual([
        [2, 0],
        [0, 3],
      ]);
    }
  });

  test.each(['forward', 'reverse'])('is differentiated in turn, by the %s plan.', (plan) => {
    const f = (x: Array_) => P.multiply(P.multiply(x, x), x);
    const g = (x: Array_) => P.sum(P.square(jacobianOf(f, { plan })(x)));
    const x = array([1, 2]);
    // Σ (3 x²)², whose gradient is 36 x³
    close(flat(gradOf(g)(x)), [36, 36 * 8]);
    close(flat(jvpOf(g)([x], [array([1, 0])]).tangent), [36]);
  });
});

describe('A Hessian', () => {
  const f = (x: Array_) => P.sum(P.exp(P.matmul(x, P.sin(x))));

  test('has the shape of the input twice, and the numbers of its products.', () => {
    const x = filled([2, 2]);
    const found = hessianOf(f)(x) as Array_;
    expect(found.shape).toEqual([2, 2, 2, 2]);
    const expected = flat(x).flatMap((_, k) => flat(hvpOf(f)(x, unit(x, k))));
    close(flat(found), expected);
    close(flat(jacobianOf((a: Array_) => gradOf(f)(a))(x)), expected);
    close(flat(jacobianOf((a: Array_) => gradOf(f)(a), { plan: 'forward' })(x)), expected);
  });

  test('has a block for each two parts.', () => {
    const g = (x: Array_, b: Real) => mul(P.sum(P.multiply(x, x)) as Real, mul(b, b));
    const blocks = hessianOf(g, { wrt: [0, 1] })(array([1, 2]), 3) as [
      [Array_, Array_],
      [Array_, number],
    ];
    expect(blocks[0][0].tolist()).toEqual([
      [18, 0],
      [0, 18],
    ]);
    expect(blocks[0][1].tolist()).toEqual([12, 24]);
    expect(blocks[1][0].tolist()).toEqual([12, 24]);
    expect(blocks[1][1]).toBe(10);
  });

  test('has the type of the input.', () => {
    const found = hessianOf((x: Array_) => P.sum(P.square(x)))(array([1, 2], 'float32')) as Array_;
    expect(found.dtype).toBe('float32');
    expect(found.tolist()).toEqual([
      [2, 0],
      [0, 2],
    ]);
  });
});
