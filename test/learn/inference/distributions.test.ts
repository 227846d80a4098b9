/**
 * Log densities: as integrals and sums that are 1, at borders, and their derivatives. Their numbers are compared in
 * references.test.ts.
 */
import { checkGradient, grad, hessian, primalOf, type Real } from 'delta-tape';
import * as inference from 'delta-tape/learn/inference';
import { cholesky, halfLine, integral, line, unitInterval, type Place } from './integrals.js';

type Density = (...args: Real[]) => Real;
/** Arguments inside of the support. */
const inside: Readonly<Record<string, number[]>> = {
  normal: [0.6, 0.5, 1.7],
  logNormal: [3.7, 0.5, 0.2],
  studentT: [4, 2.5, 0.5, 1.7],
  cauchy: [-12.5, 0.5, 0.2],
  laplace: [0.6, 0.5, 1.7],
  logistic: [-0.3, 0.5, 1.7],
  gumbel: [-0.3, 0.5, 1.7],
  uniform: [0.6, -2, 0.7],
  halfNormal: [0.4, 1.7],
  halfCauchy: [3.7, 0.2],
  halfStudentT: [1, 40, 1.7],
  exponential: [0.4, 1.7],
  weibull: [0.4, 2.2, 1.7],
  gamma: [3.7, 2.5, 1.7],
  inverseGamma: [0.4, 0.3, 1.7],
  beta: [0.2, 0.3, 2.5],
  binomial: [4, 23, 0.2],
  poisson: [4, 3.7],
  negativeBinomial: [4, 3.7, 2.5],
};

const densities = inference as unknown as Readonly<Record<string, Density>>;
const of = (name: string): Density => densities[`${name}LogDensity`];
const all = (args: readonly unknown[]) => args.map((_, k) => k);

test('Log densities have gradients that pass the law checker, in every argument.', () => {
  for (const [name, args] of Object.entries(inside)) {
    // Between counts there is no density.
    const counts = { binomial: 2, poisson: 1, negativeBinomial: 1 }[name] ?? 0;
    const fixed = args.slice(0, counts);
    const report = checkGradient((xs: Real[]) => of(name)(...fixed, ...xs))(args.slice(counts));
    expect({ name, ok: report.ok }).toEqual({ name, ok: true });
  }
});

describe('The integral of a density', () => {
  const cases: readonly [string, Place, number[]][] = [
    ['normal', line, [1.3, 0.7]],
    ['studentT', line, [4, 1.3, 0.7]],
    ['cauchy', line, [1.3, 0.7]],
    ['logistic', line, [1.3, 0.7]],
    ['gumbel', line, [1.3, 0.7]],
    ['logNormal', halfLine, [0.3, 0.7]],
    ['halfNormal', halfLine, [0.7]],
    ['halfCauchy', halfLine, [0.7]],
    ['halfStudentT', halfLine, [3, 0.7]],
    ['exponential', halfLine, [0.7]],
    ['gamma', halfLine, [0.6, 0.7]],
    ['inverseGamma', halfLine, [2.6, 0.7]],
    ['weibull', halfLine, [1.6, 0.7]],
    ['beta', unitInterval, [0.6, 2.7]],
    ['uniform', unitInterval, [0, 1]],
  ];

  test.each(cases)('of %s is 1.', (name, place, parameters) => {
    const total = integral(place, (x) => Math.exp(primalOf(of(name)(x, ...parameters))));
    expect(total).toBeCloseTo(1, 8);
  });

  test('of laplace is 1, as one of two halves, between which it has a kink.', () => {
    const f = (x: number) => Math.exp(inference.laplaceLogDensity(x, 1.3, 0.7));
    expect(integral(halfLine, (x) => f(1.3 + x) + f(1.3 - x))).toBeCloseTo(1, 8);
  });

  test.each([
    ['binomial', [9, 0.3]],
    ['poisson', [3.4]],
    ['negativeBinomial', [3.4, 0.8]],
    ['bernoulli', [0.3]],
    ['bernoulliLogit', [-1.3]],
  ] as const)('of %s is a sum, which is 1.', (name, parameters) => {
    let total = 0;
    for (let k = 0; k < 150; k++) total += Math.exp(primalOf(of(name)(k, ...parameters)));
    expect(total).toBeCloseTo(1, 9);
  });

  test('of categories is a sum, which is 1.', () => {
    const { categoricalLogDensity, categoricalLogitLogDensity } = inference;
    const logits = [0.3, -1.2, 2];
    const sum = [0, 1, 2, 3].reduce(
      (s, k) => s + Math.exp(categoricalLogitLogDensity(k, logits)),
      0,
    );
    expect(sum).toBeCloseTo(1, 12);
    expect(Math.exp(categoricalLogDensity(2, [0.2, 0.3, 0.5]))).toBeCloseTo(0.5, 12);
    expect(grad((l: Real[]) => categoricalLogitLogDensity(1, l))(logits)[1]).toBeGreaterThan(0.9);
  });

  test('of Dirichlet’s distribution is 1, as one over a triangle.', () => {
    const total = integral(unitInterval, (x) =>
      integral(unitInterval, (share) => {
        const y = (1 - x) * share;
        const log = inference.dirichletLogDensity([x, y, 1 - x - y], [1.5, 2.5, 3]);
        return Math.exp(log) * (1 - x);
      }),
    );
    expect(total).toBeCloseTo(1, 6);
  });

  test('of a multivariate normal distribution is 1, and one of independent parts is a product.', () => {
    const { multivariateNormalLogDensity, normalLogDensity } = inference;
    const factor = [
      [1.2, 0],
      [-0.7, 0.5],
    ];
    const total = integral(line, (x) =>
      integral(line, (y) => Math.exp(multivariateNormalLogDensity([x, y], [0.3, -0.2], factor))),
    );
    expect(total).toBeCloseTo(1, 6);
    const apart = multivariateNormalLogDensity(
      [1, 2],
      [0, 1],
      [
        [2, 9],
        [0, 3],
      ],
    );
    expect(apart).toBeCloseTo(normalLogDensity(1, 0, 2) + normalLogDensity(2, 1, 3), 12);
  });
});

test('A multivariate normal distribution has the gradient of differences in vector, mean and factor.', () => {
  const covariance = [
    [2, 0.3, -0.4],
    [0.3, 1, 0.2],
    [-0.4, 0.2, 0.7],
  ];
  const check = checkGradient(
    ({ x, mean, factor }: { x: Real[]; mean: Real[]; factor: Real[][] }) =>
      inference.multivariateNormalLogDensity(x, mean, factor),
  );
  const at = { x: [1, -0.5, 0.2], mean: [0.1, 0.2, 0.3], factor: cholesky(covariance) };
  expect(check(at).ok).toBe(true);
  expect(() => inference.multivariateNormalLogDensity([1], [1, 2], [[1]])).toThrow('2 means');
});

describe('At a border', () => {
  const cases: readonly [string, number[], number, (number | null)[]][] = [
    ['normal', [0, 0, 0], -Infinity, [0, 0, 0]],
    ['normal', [0, 0, -1], -Infinity, [0, 0, 0]],
    ['logNormal', [0, 0, 1], -Infinity, [0, 0, 0]],
    ['halfNormal', [-1e-9, 1], -Infinity, [0, 0]],
    ['halfNormal', [0, 1], Math.log(Math.sqrt(2 / Math.PI)), [0, -1]],
    ['exponential', [0, 2], Math.log(2), [-2, 0.5]],
    ['exponential', [-1, 2], -Infinity, [0, 0]],
    ['gamma', [0, 1, 2], Math.log(2), [-2, -Infinity, 0.5]],
    ['gamma', [0, 2, 2], -Infinity, [0, 0, 0]],
    ['gamma', [0, 0.5, 2], Infinity, [-Infinity, -Infinity, null]],
    ['inverseGamma', [0, 2, 2], -Infinity, [0, 0, 0]],
    ['beta', [0, 1, 2], Math.log(2), [-1, -Infinity, null]],
    ['beta', [1, 2, 1], Math.log(2), [1, null, -Infinity]],
    ['beta', [0, 2, 2], -Infinity, [0, 0, 0]],
    ['beta', [1.5, 2, 2], -Infinity, [0, 0, 0]],
    ['weibull', [0, 1, 2], -Math.LN2, [null, -Infinity, null]],
    ['weibull', [0, 2, 2], -Infinity, [0, 0, 0]],
    ['weibull', [-1, 1, 2], -Infinity, [0, 0, 0]],
    ['gumbel', [0, 0, -1], -Infinity, [0, 0, 0]],
    ['uniform', [1, 0, 1], 0, [0, 1, -1]],
    ['uniform', [1.1, 0, 1], -Infinity, [0, 0, 0]],
    ['binomial', [0, 3, 0], 0, [null, null, -3]],
    ['binomial', [1, 3, 0], -Infinity, [0, 0, 0]],
    ['binomial', [3, 3, 1], 0, [null, null, 3]],
    ['binomial', [4, 3, 0.5], -Infinity, [0, 0, 0]],
    ['binomial', [0.5, 3, 0.5], -Infinity, [0, 0, 0]],
    ['bernoulli', [1, 1], 0, [0, 1]],
    ['bernoulli', [1, 0], -Infinity, [0, 0]],
    ['bernoulli', [2, 0.3], -Infinity, [0, 0]],
    ['poisson', [0, 0], 0, [null, -1]],
    ['poisson', [2, 0], -Infinity, [0, 0]],
    ['negativeBinomial', [0, 0, 2], 0, [null, -1, 0]],
  ];

  test.each(cases)('%s(%j) is %d, with a gradient without NaN.', (name, args, value, partials) => {
    const found = primalOf(of(name)(...args));
    if (Number.isFinite(value)) expect(found).toBeCloseTo(value, 12);
    else expect(found).toBe(value);
    const gradient = grad(of(name), { wrt: all(args) })(...args) as number[];
    expect(gradient.some(Number.isNaN)).toBe(false);
    partials.forEach((partial, k) => {
      if (partial !== null && Number.isFinite(partial))
        expect(gradient[k]).toBeCloseTo(partial, 12);
      else if (partial !== null) expect(gradient[k]).toBe(partial);
    });
  });

  test('the second derivatives of products with logarithms are there as well.', () => {
    const h = hessian((a: Real, x: Real) => of('gamma')(x, a, 1), { wrt: [0, 1] })(
      1,
      0.5,
    ) as number[][];
    expect(h[0][1]).toBeCloseTo(2, 12);
  });

  test('NaN is no answer: it goes on into the result.', () => {
    expect(of('normal')(0, 0, NaN)).toBeNaN();
    expect(of('gamma')(NaN, 1, 1)).toBeNaN();
    expect(of('poisson')(NaN, 1)).toBeNaN();
  });
});
