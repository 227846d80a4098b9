/**
 * Forms for many examples at once of functions that are no rows, or choose by numbers. (All rows have theirs compared in
 * ../support.ts, which knows the names of those that have none.)
 */
import { checkpoint, customGradient, mul, vjp, type Real } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import {
  P,
  array,
  flat,
  gradOf,
  jacobianOf,
  sum,
  withoutExamples,
  type Array_,
  type Loose,
} from '../support.js';

const vmap = np.vmap as unknown as (
  f: unknown,
  options?: { in?: readonly (number | null)[] },
) => (...xs: unknown[]) => Array_;
const F = nn as unknown as Record<string, (...args: unknown[]) => Array_>;
const L = np.linalg as unknown as Record<string, Loose>;

const near = (actual: unknown, expected: unknown, digits = 10) => {
  expect(flat(actual).length).toBe(flat(expected).length);
  flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], digits));
};
const some = (shape: number[], seed = 1): Array_ => {
  const size = shape.reduce((p, d) => p * d, 1);
  const numbers = Array.from({ length: size }, (_, k) => Math.sin(seed + k * k * 0.37));
  return P.reshape(array(numbers), shape) as Array_;
};
const examples = (x: Array_): Array_[] =>
  Array.from({ length: x.shape[0] }, (_, k) => x.slice(String(k)));
/** One after the other, in one list. */
const each = (f: Loose, ...xs: Array_[]): Array_ =>
  array(examples(xs[0]).flatMap((_, k) => flat(f(...xs.map((x) => examples(x)[k])))));

const x = some([3, 4]);

const asNumber = (y: unknown) => (typeof y === 'boolean' ? Number(y) : y);

describe('What has no derivative', () => {
  test.each<[string, (a: Array_) => unknown]>([
    ['argmax', (a) => P.argmax(a)],
    ['argmin along an axis', (a) => P.argmin(P.reshape(a, [2, 2]), 0)],
    ['argsort', (a) => P.argsort(a)],
    ['argpartition', (a) => P.argpartition(a, 1)],
    ['nanargmax', (a) => P.nanargmax(a)],
    ['searchsorted', (a) => P.searchsorted(array([-0.5, 0, 0.5]), a)],
    ['digitize', (a) => P.digitize(a, array([-0.5, 0, 0.5]))],
    ['any', (a) => asNumber(P.any(P.greater(a, 0.9)))],
    ['all', (a) => asNumber(P.all(P.greater(a, -0.5)))],
    ['count_nonzero', (a) => P.count_nonzero(P.greater(a, 0))],
    ['allclose', (a) => asNumber(P.allclose(a, x.slice('0')))],
    ['matrix_rank', (a) => L.matrix_rank(P.outer(a, a))],
    ['isin', (a) => P.multiply(P.isin(a, x.slice('1')), 1)],
  ])('is found for each example: %s.', (_, f) => {
    near(vmap(f)(x), each(f as Loose, x));
    const g = (a: Array_) => sum(P.multiply(f(a), P.sum(a)));
    near(vmap(gradOf(g))(x), each(gradOf(g), x));
    const table = P.stack([x, P.multiply(x, 2)], 0) as Array_;
    near(
      vmap(vmap(f))(table),
      each((y) => each(f as Loose, y as Array_), table),
    );
  });

  test('is told by shapes alone where it depends on them alone.', () => {
    let told: unknown;
    vmap((a: Array_) => {
      told = [P.shape(a), P.ndim(a), P.size(a), P.isrealobj(a), P.isscalar(P.sum(a))];
      return a;
    })(x);
    expect(told).toEqual([[4], 1, 4, true, true]);
  });

  test('may choose what is taken.', () => {
    const largest = (a: Array_) => P.take(P.sin(a), P.argmax(a), 0);
    near(vmap(largest)(x), each(largest as Loose, x));
    near(vmap(gradOf(largest))(x), each(gradOf(largest), x));
    near(
      gradOf((y: Array_) => sum(P.square(vmap(largest)(y))))(x),
      each(
        gradOf((a: Array_) => P.square(largest(a))),
        x,
      ),
    );
    const ordered = (a: Array_) => P.take_along_axis(a, P.argsort(a), 0);
    near(vmap(ordered)(x), P.sort(x, 1));
    const rows = (m: Array_, k: Array_) => P.take(m, k, 0);
    const places = array(
      [
        [0, 2],
        [1, 1],
        [2, 0],
      ],
      'int32',
    );
    near(vmap(rows, { in: [null, 0] })(x, places), P.take(x, places, 0));
    const total = (m: Array_) => sum(P.sin(vmap(rows, { in: [null, 0] })(m, places)));
    near(gradOf(total)(x), gradOf((m: Array_) => sum(P.sin(P.take(m, places, 0))))(x));
    const one = (m: Array_, k: Array_) => gradOf((y: Array_) => sum(P.sin(rows(y, k))))(m);
    near(
      vmap(one, { in: [null, 0] })(x, places),
      array(examples(places).flatMap((k) => flat(one(x, k)))),
    );
  });
});

describe('Functions for networks', () => {
  const images = some([3, 2, 4, 4, 2]);
  const kernel = some([2, 3, 2, 3], 4);
  const kernels = some([3, 2, 3, 2, 3], 5);
  const bias = some([3], 6);
  const conv = (a: Array_, w: Array_, b: Array_) =>
    P.tanh(F.conv2d(a, w, { bias: b, stride: [1, 2], padding: 'same' }));

  test('convolve images of each example, with one kernel or with one for each.', () => {
    const one = { in: [0, null, null] };
    near(
      vmap(conv, one)(images, kernel, bias),
      each((a) => conv(a as Array_, kernel, bias), images),
    );
    near(
      vmap(conv, { in: [null, 0, null] })(images.slice('0'), kernels, bias),
      each((w) => conv(images.slice('0'), w as Array_, bias), kernels),
    );
    const loss = (w: Array_, a: Array_, b: Array_) => sum(P.square(conv(a, w, b)));
    for (const wrt of [0, 1, 2]) {
      const gradient = gradOf(loss, { wrt }) as unknown as Loose;
      near(
        vmap(gradient, { in: [null, 0, null] })(kernel, images, bias),
        each((a) => gradient(kernel, a, bias), images),
      );
      near(
        vmap(gradient, { in: [0, 0, null] })(kernels, images, bias),
        each((w, a) => gradient(w, a, bias), kernels, images),
      );
    }
    const total = (w: Array_) => sum(vmap((a: Array_) => loss(w, a, bias))(images));
    const loop = (w: Array_) =>
      examples(images)
        .map((a) => loss(w, a, bias))
        .reduce((s, y) => P.add(s, y) as Real, 0);
    near(gradOf(total)(kernel), gradOf(loop)(kernel));
    const twice = (a: Array_, b: Array_) => gradOf((w: Array_) => loss(w, a, b))(kernel);
    const table = P.stack([bias, P.multiply(bias, 2)], 0) as Array_;
    near(
      vmap((b: Array_) => vmap((a: Array_) => twice(a, b))(images))(table),
      each((b) => each((a) => twice(a as Array_, b as Array_), images), table),
    );
  });

  test.each<[string, (a: Array_) => Array_]>([
    ['maxPool', (a) => F.maxPool(a, { size: 2 })],
    ['maxPool with margins', (a) => F.maxPool(a, { size: 3, stride: 1, padding: 1 })],
    ['avgPool', (a) => F.avgPool(a, { size: [1, 2] })],
    [
      'avgPool without its margin',
      (a) => F.avgPool(a, { size: 2, padding: 1, countsMargin: false }),
    ],
    ['layerNorm', (a) => F.layerNorm(a, { axis: -2 })],
  ])('take images of each example: %s.', (_, f) => {
    near(vmap(f)(images), each(f as Loose, images));
    const g = (a: Array_) => sum(P.square(P.sin(f(a))));
    near(vmap(gradOf(g))(images), each(gradOf(g), images));
    near(
      gradOf((all: Array_) => sum(P.sin(vmap(g)(all))))(images),
      each(
        gradOf((a: Array_) => P.sin(g(a))),
        images,
      ),
    );
  });

  test('look up rows of one table or of many, by ids of each example.', () => {
    const [table, tables] = [some([4, 2]), some([3, 4, 2], 3)];
    const ids = array(
      [
        [0, 3],
        [1, 1],
        [2, 0],
      ],
      'int32',
    );
    const f = (t: Array_, k: Array_) => F.embedding(t, k);
    near(vmap(f, { in: [null, 0] })(table, ids), F.embedding(table, ids));
    near(vmap(f)(tables, ids), each(f as Loose, tables, ids));
    near(
      vmap((t: Array_) => F.embedding(t, [1, 3]))(tables),
      each((t) => F.embedding(t, [1, 3]), tables),
    );
    const g = gradOf((t: Array_, k: Array_) => sum(P.sin(f(t, k)))) as unknown as Loose;
    near(vmap(g)(tables, ids), each(g, tables, ids));
    near(
      vmap(g, { in: [null, 0] })(table, ids),
      each((k) => g(table, k), ids),
    );
    near(vmap((k: Array_) => F.oneHot(k, 4))(ids), F.oneHot(ids, 4));
  });
});

describe('Rules of users', () => {
  const rule = customGradient((a: Array_) => {
    // It may look at numbers.
    const isLarge = (P.primalOf(P.sum(a)) as number) > 0;
    return {
      value: isLarge ? P.square(a) : P.multiply(a, 3),
      pullback: (c: unknown) =>
        [isLarge ? P.multiply(c, P.multiply(a, 2)) : P.multiply(c, 3)] as never,
    } as never;
  }) as unknown as (a: Array_) => Array_;
  const real = customGradient((a: Real) => ({
    value: mul(a, a),
    pullback: (c: Real) => [mul(c, mul(2, a))],
  }));

  test('are applied to one example after the other.', () => {
    near(vmap(rule)(x), each(rule as Loose, x));
    const g = (a: Array_) => sum(P.sin(rule(a)));
    near(
      gradOf((y: Array_) => sum(P.square(vmap(g)(y))))(x),
      each(
        gradOf((a: Array_) => P.square(g(a))),
        x,
      ),
    );
    const h = (a: Array_) => real(sum(a));
    near(vmap(h)(x), each(h as Loose, x));
    near(vmap(gradOf(h))(x), each(gradOf(h), x));
    near(
      gradOf((y: Array_) => sum(P.sin(vmap(h)(y))))(x),
      each(
        gradOf((a: Array_) => P.sin(h(a))),
        x,
      ),
    );
  });

  test('of no examples say that the shape of their results is not known.', () => {
    expect(() => vmap(rule)(P.zeros([0, 2]))).toThrow('of no examples');
  });
});

describe('What records again', () => {
  const f = (a: Array_) => sum(P.sin(P.multiply(a, a)));
  test('compares all examples with those of the first time.', () => {
    near(vmap(gradOf(checkpoint(f)))(x), each(gradOf(f), x));
    const along = (a: Array_) => {
      const { pullback } = (vjp as unknown as (g: unknown) => (y: Array_) => { pullback: Loose })(
        (y: Array_) => P.sin(y),
      )(a);
      const [one, other] = [pullback(a), pullback(P.square(a))];
      return P.add((one as unknown[])[0] ?? one, (other as unknown[])[0] ?? other);
    };
    near(vmap(along)(x), each(along as Loose, x));
    const jacobian = jacobianOf((a: Array_) => P.median(P.outer(a, a), 0));
    near(vmap(jacobian)(x), each(jacobian, x));
    near(
      jacobianOf((y: Array_) => vmap((a: Array_) => P.median(a))(y))(x),
      P.concatenate(
        examples(x).map((_, k) => P.ravel(gradOf((y: Array_) => P.median(y.slice(String(k))))(x))),
      ),
    );
  });
});

test('These have no form: their results have other shapes from example to example.', () => {
  expect(withoutExamples).toHaveLength(10);
});
