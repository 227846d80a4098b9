/** Normalisation, dropout and embeddings: their meaning on reals, statistics, seeds, and what is refused. */
import { add, div, mul, sqrt, sub, sum, vjp, grad, type Real } from 'delta-tape';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  N,
  P,
  views,
  type Array_,
  type OfArrays,
} from '../numpy/support.js';
import { F, means, sample } from './support.js';

const standard = (xs: Real[], epsilon: number): Real[] => {
  const mean = div(sum(xs), xs.length);
  const variance = div(sum(xs.map((x) => mul(sub(x, mean), sub(x, mean)))), xs.length);
  return xs.map((x) => div(sub(x, mean), sqrt(add(variance, epsilon))));
};
const turned = (rows: Real[][]): Real[][] => rows[0].map((_, j) => rows.map((row) => row[j]));

describe('layerNorm', () => {
  test('normalises features, scales and moves them.', () => {
    const f: OfArrays = (x, scale, offset) => F.layerNorm(x, { scale, offset });
    const spec = (rows: Real[][], scale: Real[], offset: Real[]) =>
      rows.map((row) => standard(row, 1e-5).map((a, j) => add(mul(a, scale[j]), offset[j])));
    means(f, spec, [sample([3, 4]), sample([4], 2), sample([4], 3)]);
    for (const x of Object.values(views([2, 3])))
      means(
        (a) => F.layerNorm(a, { epsilon: 0.1 }),
        (rows: Real[][]) => rows.map((r) => standard(r, 0.1)),
        [x],
      );
  });

  test('takes several axes from one on.', () => {
    const spec = (blocks: Real[][][]) => blocks.map((rows) => standard(rows.flat(), 1e-5));
    means((x) => P.reshape(F.layerNorm(x, { axis: 1 }), [2, 6]), spec, [sample([2, 2, 3])]);
  });

  test('of one feature is 0, with no derivative; of no examples empty.', () => {
    means(
      (x) => F.layerNorm(x),
      (rows: Real[][]) => rows.map((row) => standard(row, 1e-5)),
      [sample([3, 1])],
    );
    agrees({ f: (x) => F.layerNorm(x), xs: [N.zeros([0, 3]) as Array_] });
  });

  test('refuses scales of another shape.', () => {
    expect(() => F.layerNorm(sample([3, 4]), { scale: sample([3]) })).toThrow(
      'scale must have shape [4]',
    );
    expect(() => F.layerNorm(sample([3, 4]), { epsilon: -1 })).toThrow('epsilon');
  });
});

interface Normed {
  output: Array_;
  running: { mean: Array_; variance: Array_ };
}
const batchNorm = (...args: unknown[]) => F.batchNorm(...args) as unknown as Normed;

describe('batchNorm', () => {
  test('normalises channels, scales and moves them.', () => {
    const f: OfArrays = (x, scale, offset) => batchNorm(x, { scale, offset }).output;
    const spec = (rows: Real[][], scale: Real[], offset: Real[]) =>
      turned(
        turned(rows).map((c, j) => standard(c, 1e-5).map((a) => add(mul(a, scale[j]), offset[j]))),
      );
    means(f, spec, [sample([4, 3]), sample([3], 2), sample([3], 3)]);
    means(
      (x) => P.reshape(batchNorm(x).output, [4, 2]),
      (images: Real[][][][]) => turned(turned(images.flat(2)).map((c) => standard(c, 1e-5))),
      [sample([2, 1, 2, 2])],
    );
  });

  test('returns new statistics beside the output, and changes none.', () => {
    const x = array([
      [1, 10],
      [3, 30],
    ]);
    const before = { mean: array([1, 2]), variance: array([3, 4]) };
    const { running } = batchNorm(x, { running: before, momentum: 0.25 });
    expect(flat(running.mean)).toEqual([0.75 * 1 + 0.25 * 2, 0.75 * 2 + 0.25 * 20]);
    expect(flat(running.variance)).toEqual([0.75 * 3 + 0.25 * 2, 0.75 * 4 + 0.25 * 200]);
    expect(flat(before.mean)).toEqual([1, 2]);
    expect(flat(batchNorm(x).running.variance)).toEqual([0.9 + 0.1 * 2, 0.9 + 0.1 * 200]);
  });

  test('hands out statistics that may be kept after a derivative.', () => {
    let running: Normed['running'] | undefined;
    const f = (x: Array_) => {
      const normed = batchNorm(x);
      running = normed.running;
      return P.sum(P.square(normed.output));
    };
    (grad as unknown as (g: unknown) => OfArrays)(f)(sample([4, 2]));
    expect(flat(running!.mean)).toEqual(flat(batchNorm(sample([4, 2])).running.mean));
  });

  test('uses running statistics without training.', () => {
    const running = { mean: array([1, 2]), variance: array([4, 9]) };
    const f: OfArrays = (x) => batchNorm(x, { running, training: false, epsilon: 0 }).output;
    means(f, (rows: Real[][]) => rows.map(([a, b]) => [div(sub(a, 1), 2), div(sub(b, 2), 3)]), [
      sample([3, 2]),
    ]);
    agrees({ f, xs: [N.zeros([0, 2]) as Array_] });
    expect(() => batchNorm(sample([3, 2]), { training: false })).toThrow('running statistics');
  });

  test('refuses a batch of one, whose variance nobody knows.', () => {
    expect(() => batchNorm(sample([1, 2]))).toThrow('at least two elements');
    expect(() => batchNorm(sample([2]))).toThrow('[batch, …, channels]');
  });
});

describe('dropout', () => {
  const ones = N.ones([4000]) as Array_;

  test('leaves out a part by its seed, and keeps the mean.', () => {
    const numbers = flat(F.dropout(ones, { rate: 0.25, seed: 3 }));
    const zeros = numbers.filter((a) => a === 0).length;
    expect(Math.abs(zeros - 1000)).toBeLessThan(100);
    expect(new Set(numbers)).toEqual(new Set([0, 1 / 0.75]));
    expect(flat(F.dropout(ones, { rate: 0.25, seed: 3 }))).toEqual(numbers);
    expect(flat(F.dropout(ones, { rate: 0.25, seed: 4 }))).not.toEqual(numbers);
    expect(flat(F.dropout(ones, { rate: 0, seed: 4 }))).toEqual(flat(ones));
  });

  test('has the same elements left out in every derivative.', () => {
    const f: OfArrays = (x) => F.dropout(P.square(x), { rate: 0.5, seed: 9 });
    const x = sample([3, 4]);
    agrees({ f, xs: [x] });
    agreesTwice({ f, xs: [x] });
    agrees({ f, xs: [x.astype('float32')], close: 1e-4 });
    expect(
      flat(F.dropout(array([Infinity, Infinity, Infinity, Infinity]), { rate: 0.5, seed: 1 })),
    ).toContain(0);
  });

  test.each([
    [{ rate: 1, seed: 1 }],
    [{ rate: -0.1, seed: 1 }],
    [{ rate: 0.5 }],
    [{ rate: 0.5, seed: 0.5 }],
  ])('refuses %j.', (options) => {
    expect(() => F.dropout(ones, options)).toThrow('nn.dropout');
  });
});

describe('embedding', () => {
  const table = sample([3, 2]);

  test('takes rows, and adds their cotangents up.', () => {
    means(
      (x) => F.embedding(x, [2, 0, 2]),
      (rows: Real[][]) => [rows[2], rows[0], rows[2]],
      [table],
    );
    means(
      (x) => P.square(F.embedding(x, [[1, 1]])),
      (rows: Real[][]) => [[rows[1], rows[1]].map((r) => r.map((a) => mul(a, a)))],
      [table],
    );
    for (const x of Object.values(views([3, 2])))
      means(
        (a) => F.embedding(a, array([1], 'int64')),
        (rows: Real[][]) => [rows[1]],
        [x],
      );
    expect(F.embedding(table, []).shape).toEqual([0, 2]);
    const { pullback } = (vjp as unknown as (g: OfArrays) => (x: Array_) => { pullback: OfArrays })(
      (x) => F.embedding(x, []),
    )(table);
    expect(flat(pullback(N.zeros([0, 2]) as Array_))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('refuses rows that are not there.', () => {
    expect(() => F.embedding(table, [3])).toThrow('whole number from 0 to 2');
    expect(() => F.embedding(array([1]), [0])).toThrow('the table must have shape [count, width]');
  });
});
