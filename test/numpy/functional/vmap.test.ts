/** Functions of one example on many at once. (All rows are compared in ../support.ts.) */
import {
  add,
  checkpoint,
  exp,
  grad,
  gt,
  jvp,
  max,
  mul,
  pow,
  relu,
  sin,
  trace,
  valueAndGrad,
  type Real,
} from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import {
  P,
  array,
  flat,
  gradOf,
  hvpOf,
  jacobianOf,
  jvpOf,
  sum,
  type Array_,
  type Loose,
} from '../support.js';

type Axes = number | null | undefined | readonly Axes[] | { readonly [key: string]: Axes };
const vmap = np.vmap as unknown as (
  f: unknown,
  options?: { in?: Axes; out?: Axes },
) => (...xs: unknown[]) => Array_;
const L = nn as unknown as Record<string, Loose>;

const near = (actual: unknown, expected: unknown, digits = 10) => {
  expect(flat(actual).length).toBe(flat(expected).length);
  flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], digits));
};
const some = (shape: number[], seed = 1): Array_ =>
  P.reshape(
    P.sin(
      P.linspace(
        seed,
        seed + 7,
        shape.reduce((p, d) => p * d, 1),
      ),
    ),
    shape,
  ) as Array_;
const examples = (x: Array_): Array_[] =>
  Array.from({ length: x.shape[0] }, (_, k) => x.slice(String(k)));
const stack = (xs: unknown[]) =>
  P.stack(
    xs.map((x) => (typeof x === 'number' ? array(x) : x)),
    0,
  );

const network = (w: { a: Array_; b: Array_ }, x: Array_, label: unknown): Real =>
  L.crossEntropy(P.add(P.matmul(P.tanh(P.matmul(x, w.a)), w.a.T), w.b), label) as Real;
const weights = { a: some([3, 4]), b: some([3], 2) };
const [inputs, labels] = [some([5, 3], 3), array([0, 2, 1, 1, 0], 'int32')];
const labelAt = (k: number) => [0, 2, 1, 1, 0][k];

describe('The gradients of examples', () => {
  test('are those of one example after the other.', () => {
    const all = vmap(gradOf(network), { in: [null, 0, 0] })(
      weights,
      inputs,
      labels,
    ) as unknown as typeof weights;
    expect(all.a.shape).toEqual([5, 3, 4]);
    const each = examples(inputs).map(
      (x, k) => gradOf(network)(weights, x, labelAt(k)) as unknown as typeof weights,
    );
    near(all.a, stack(each.map(({ a }) => a)));
    near(all.b, stack(each.map(({ b }) => b)));
  });

  test('add up to the gradient of the sum.', () => {
    const total = (w: typeof weights) =>
      sum(vmap(network, { in: [null, 0, 0] })(w, inputs, labels));
    const all = vmap(gradOf(network), { in: [null, 0, 0] })(
      weights,
      inputs,
      labels,
    ) as unknown as typeof weights;
    const whole = gradOf(total)(weights) as unknown as typeof weights;
    near(P.sum(all.a, 0), whole.a);
    near(P.sum(all.b, 0), whole.b);
  });

  test('take labels that are the same for all, and probabilities.', () => {
    const scores = some([4, 3]);
    near(
      vmap((x: Array_) => L.crossEntropy(x, 1))(scores),
      stack(examples(scores).map((x) => L.crossEntropy(x, 1))),
    );
    const targets = L.softmax(some([4, 3], 5)) as Array_;
    near(
      vmap((x: Array_, t: Array_) => L.crossEntropy(x, t))(scores, targets),
      stack(examples(scores).map((x, k) => L.crossEntropy(x, examples(targets)[k]))),
    );
  });
});

describe('vmap', () => {
  const f = (x: Array_): Real => mul(sum(P.sin(P.multiply(x, x))), sum(x));
  const x = some([3, 2]);
  const v = some([3, 2], 4);

  test('goes inside and outside of every derivative.', () => {
    near(vmap(gradOf(f))(x), stack(examples(x).map((one) => gradOf(f)(one))));
    near(
      vmap(jacobianOf(gradOf(f)))(x),
      stack(examples(x).map((one) => jacobianOf(gradOf(f))(one))),
    );
    near(vmap(hvpOf(f))(x, v), stack(examples(x).map((one, k) => hvpOf(f)(one, examples(v)[k]))));
    const along = (a: Array_, b: Array_) => jvpOf(f)([a], [b]).tangent;
    near(vmap(along)(x, v), stack(examples(x).map((one, k) => along(one, examples(v)[k]))));
    const whole = (a: Array_) => sum(P.square(vmap(f)(a)));
    const loop = (a: Array_): Real =>
      examples(a)
        .map((one) => mul(f(one), f(one)))
        .reduce(add, 0);
    near(gradOf(whole)(x), gradOf(loop)(x));
    near(hvpOf(whole)(x, v), hvpOf(loop)(x, v));
    near(jvpOf(whole)([x], [v]).tangent, jvpOf(loop)([x], [v]).tangent);
    near(
      gradOf((a: Array_) => sum(P.square(vmap(gradOf(f))(a))))(x),
      gradOf((a: Array_) =>
        examples(a)
          .map((one) => sum(P.square(gradOf(f)(one))))
          .reduce(add, 0),
      )(x),
    );
    near(vmap(checkpoint(f))(x), vmap(f)(x));
    near(gradOf(checkpoint(whole))(x), gradOf(whole)(x));
    const table = vmap((a: Array_) => vmap((b: Array_) => sum(P.multiply(a, b)))(v))(x);
    near(table, P.matmul(x, v.T));
  });

  test('takes reals of plain operators, also those whose partials choose.', () => {
    const xs = array([-1.5, 0.3, 2]);
    const plain = [-1.5, 0.3, 2];
    for (const g of [
      (a: Real) => mul(a, sin(a)),
      (a: Real) => relu(mul(a, exp(a))),
      (a: Real) => max(a, mul(a, a)),
      (a: Real) => pow(add(mul(a, a), 1), 1.5),
    ]) {
      const compared = (h: unknown) =>
        near(vmap(h)(xs), array(plain.map(h as (a: number) => number)));
      compared(g);
      compared(grad(g));
      compared((a: Real) => gradOf(grad(g))(a));
      compared((a: Real) => jvp(g)([a], [1]).tangent);
    }
  });

  test('takes examples along any axis of arguments, and puts them along any of results.', () => {
    const y = some([2, 3]);
    near(vmap((a: Array_) => P.multiply(a, 2), { in: 1, out: 1 })(y), P.multiply(y, 2));
    near(vmap((a: Array_) => P.sum(a), { in: -1 })(y), P.sum(y, 0));
    near(
      vmap((a: Array_, b: number) => P.multiply(a, b), { in: [0, null] })(y, 3),
      P.multiply(y, 3),
    );
    const tree = vmap(({ a, b }: { a: Array_; b: Array_ }) => ({ sum: P.add(a, b), same: 3, b }), {
      in: [{ a: 0, b: null }],
      out: { sum: 0, same: 0, b: null },
    })({ a: y, b: array([1, 2, 3]) }) as unknown as { sum: Array_; same: Array_; b: Array_ };
    near(tree.sum, P.add(y, array([1, 2, 3])));
    expect(flat(tree.same)).toEqual([3, 3]);
    expect(flat(tree.b)).toEqual([1, 2, 3]);
  });

  test('takes functional operators, and is taken by them.', () => {
    const poly = (a: Array_) => P.fold((s: Real, c: Real) => add(mul(s, 2), c), 0, a) as Real;
    near(vmap(poly)(x), stack(examples(x).map(poly)));
    near(
      P.map((row: Array_) => sum(vmap(sin)(row)), x),
      P.sum(P.sin(x), 1),
    );
  });

  test('leaves choices of arrays to each example.', () => {
    const g = (a: Array_) => sum(P.where(P.greater(a, 0), P.square(a), P.multiply(a, -3)));
    near(vmap(gradOf(g))(x), stack(examples(x).map((one) => gradOf(g)(one))));
    const h = (a: Array_) => mul(P.max(a) as Real, sum(P.multiply(P.sort(a), array([1, 3]))));
    near(vmap(gradOf(h))(x), stack(examples(x).map((one) => gradOf(h)(one))));
  });

  test('gives what does not depend on the examples to each.', () => {
    expect(flat(vmap(() => 7)(x))).toEqual([7, 7, 7]);
    expect(flat(vmap(() => array([1, 2]))(x))).toEqual([1, 2, 1, 2, 1, 2]);
  });

  test('takes no examples, and one.', () => {
    expect(vmap((a: Array_) => P.sin(a))(P.zeros([0, 2])).shape).toEqual([0, 2]);
    near(vmap(f)(x.slice('0:1')), array([f(x.slice('0')) as number]));
  });

  test('keeps float32.', () => {
    const narrow = x.astype('float32');
    const g = (a: Array_) => P.multiply(a, P.sum(a));
    expect(vmap(g)(narrow).dtype).toBe('float32');
    near(vmap(g)(narrow), stack(examples(narrow).map(g)), 6);
  });

  test.each([2, 200])('records as many bindings for %d examples as for one.', (count) => {
    const many = P.tile(inputs, [count / 2, 1]);
    const g = (w: typeof weights) =>
      P.mean(
        vmap((u: typeof weights, a: Array_) => network(u, a, 1), { in: [null, 0] })(w, many),
      ) as Real;
    const { counts } = (
      trace as unknown as (h: unknown) => (w: unknown) => { counts: { bindings: number } }
    )(g)(weights);
    expect(counts.bindings).toBeLessThan(16);
  });

  test('calls the function once.', () => {
    let calls = 0;
    vmap((a: Array_) => {
      calls++;
      return a;
    })(x);
    expect(calls).toBe(1);
  });

  test.each<[string, (a: Array_) => unknown, string]>([
    ['a comparison', (a) => (gt(sum(a), 0) ? 1 : 2), 'a comparison'],
    ['a shape of each example', (a) => P.unique(a), 'np.unique'],
    ['places of each example', (a) => P.nonzero(a), 'np.nonzero'],
    ['a mask of each example', (a) => P.compress(P.greater(a, 0), a), 'np.compress'],
    ['zeros of each example', (a) => P.roots(P.maximum(a, 0)), 'np.roots'],
    ['the numbers', (a) => P.primalOf(a), 'many of them at once'],
  ])('refuses %s.', (_, g, message) => {
    expect(() => vmap(g)(x)).toThrow(message);
    expect(() => vmap(g)(x)).toThrow(expect.objectContaining({ code: 'no-examples' }) as Error);
  });

  test('refuses axes that do not fit.', () => {
    expect(() => vmap(f)(3)).toThrow('argument 0 should have its examples along axis 0');
    expect(() => vmap(f, { in: 2 })(x)).toThrow('axis 2');
    expect(() => vmap(f, { in: null })(x)).toThrow('no argument');
    expect(() => vmap(P.add)(x, some([4, 2]))).toThrow('different lengths: 3, 4');
    expect(() => vmap(f, { in: [0, 0] })(x)).toThrow('the arguments');
    expect(() => vmap(f, { in: [{ a: 0 }] })(x)).toThrow('argument 0');
    expect(() => vmap(f, { out: null })(x)).toThrow('the output');
  });

  test('refuses what has left it.', () => {
    let kept: unknown;
    vmap((a: Array_) => {
      kept = a;
      return a;
    })(x);
    expect(() => P.sin(kept)).toThrow('had ended');
    const shared = valueAndGrad((y: Real) => mul(y, 2))(3);
    expect(shared.gradient).toBe(2);
  });
});
