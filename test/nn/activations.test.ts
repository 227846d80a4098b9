/** Functions of each element: their meaning on reals, in every mode, and far out. */
import {
  add,
  derivative,
  div,
  erf,
  grad,
  mul,
  relu,
  sigmoid,
  softplus,
  tanh,
  type Real,
} from 'delta-tape';
import { agrees, array, flat, N, P, views, type Array_, type OfArrays } from '../numpy/support.js';
import { F, means, sample, type Lists } from './support.js';

const gelu = (x: Real) => mul(mul(0.5, x), add(1, erf(div(x, Math.SQRT2))));
const geluByTanh = (x: Real) => {
  const u = mul(Math.sqrt(2 / Math.PI), add(x, mul(0.044715, mul(x, mul(x, x)))));
  return mul(mul(0.5, x), add(1, tanh(u)));
};

const all: Readonly<Record<string, readonly [OfArrays, (x: Real) => Real]>> = {
  relu: [(x) => F.relu(x), relu],
  sigmoid: [(x) => F.sigmoid(x), sigmoid],
  softplus: [(x) => F.softplus(x), softplus],
  gelu: [(x) => F.gelu(x), gelu],
  'gelu by tanh': [(x) => F.gelu(x, { approximate: 'tanh' }), geluByTanh],
};
const each =
  (f: (x: Real) => Real) =>
  (x: Lists): Lists =>
    Array.isArray(x) ? (x as Lists[]).map(each(f)) : f(x as Real);

test.each(Object.keys(all))('%s has the derivatives of its meaning.', (name) => {
  const [f, scalar] = all[name];
  means(f, each(scalar), [sample([2, 3])]);
  for (const x of Object.values(views([2, 3]))) means(f, each(scalar), [x]);
  agrees({ f, xs: [N.zeros([0, 3]) as Array_] });
  agrees({ f, xs: [array(0.4)] });
});

const gradientAt = (f: OfArrays, numbers: number[]) =>
  flat((grad as unknown as (g: OfArrays) => OfArrays)((x) => P.sum(f(x)))(array(numbers)));

describe('Far out and at edges', () => {
  const far = [-Infinity, -800, -40, 40, 800, Infinity];

  test.each([
    ['relu', [0, 0, 0, 40, 800, Infinity], [0, 0, 0, 1, 1, 1]],
    [
      'sigmoid',
      [0, Math.exp(-800), Math.exp(-40), 1, 1, 1],
      [0, 0, Math.exp(-40), Math.exp(-40), 0, 0],
    ],
    ['softplus', [0, 0, Math.exp(-40), 40, 800, Infinity], [0, 0, Math.exp(-40), 1, 1, 1]],
    ['gelu', [0, 0, 0, 40, 800, Infinity], [0, 0, 0, 1, 1, 1]],
    ['gelu by tanh', [0, 0, 0, 40, 800, Infinity], [0, 0, 0, 1, 1, 1]],
  ])('%s is exact, with its slope.', (name, values, slopes) => {
    const [f] = all[name];
    const near = (actual: number[], expected: number[]) =>
      actual.forEach((a, k) =>
        Math.abs(expected[k]) === Infinity
          ? expect(a).toBe(expected[k])
          : expect(Math.abs(a - expected[k])).toBeLessThanOrEqual(1e-15 * Math.abs(expected[k])),
      );
    near(flat(f(array(far))), values);
    near(gradientAt(f, far), slopes);
  });

  test('relu has derivative 0 at 0, and NaN stays NaN.', () => {
    const f: OfArrays = (x) => F.relu(x);
    expect(gradientAt(f, [0, -0])).toEqual([0, 0]);
    expect(flat(f(array([NaN, -0])))).toEqual([NaN, 0]);
    expect(derivative(relu)(0)).toBe(0);
  });

  test('relu says that it stands at its kink.', () => {
    const f = (x: Array_) => P.sum(F.relu(x));
    const strict = grad as unknown as (g: unknown, o: unknown) => OfArrays;
    expect(() => strict(f, { onKink: 'throw' })(array([1, 0]))).toThrow('np.relu');
    expect(() => strict(f, { onKink: 'throw' })(array([1, 0.5]))).not.toThrow();
  });
});

test('Whole numbers are made floats, and what is no array is refused.', () => {
  expect(F.sigmoid(array([0], 'int32')).tolist()).toEqual([0.5]);
  expect(() => F.relu([1, 2])).toThrow('nn.relu takes an array');
  expect(() => F.gelu(array([1]), { approximate: 'erf' })).toThrow("approximate must be 'tanh'");
});
