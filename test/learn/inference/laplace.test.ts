/** Laplace's approximation: exact for normal distributions, near for others, and refused where there is no mode. */
import { add, mul, pow, sub, type Real } from 'delta-tape';
import {
  gammaLogDensity,
  laplace,
  multivariateNormalLogDensity,
  normalLogDensity,
  positive,
  simplex,
  dirichletLogDensity,
} from 'delta-tape/learn/inference';
import { errorOf } from '../support.js';
import { cholesky } from './integrals.js';

describe('Laplace’s approximation', () => {
  test('of a normal distribution is that distribution.', () => {
    const covariance = [
      [2, 0.6],
      [0.6, 0.5],
    ];
    const density = (x: Real[], factor: number[][]) =>
      multivariateNormalLogDensity(x, [3, -1], factor);
    const found = laplace(density, [0, 0], { args: [cholesky(covariance)] });
    [3, -1].forEach((x, k) => expect(found.mode[k]).toBeCloseTo(x, 7));
    covariance.flat().forEach((x, k) => expect(found.covariance.flat()[k]).toBeCloseTo(x, 9));
    expect(found.deviation[0]).toBeCloseTo(Math.SQRT2, 9);
    expect(found.logEvidence).toBeCloseTo(0, 9);
    const draws = found.draws(4000, 7);
    const mean = draws.reduce((total, [x]) => total + x, 0) / 4000;
    const product = draws.reduce((total, [x, y]) => total + (x - 3) * (y + 1), 0) / 4000;
    expect(Math.abs(mean - 3)).toBeLessThan(4 * Math.sqrt(2 / 4000));
    expect(Math.abs(product - 0.6)).toBeLessThan(0.08);
    expect(found.draws(3, 7)).toEqual(draws.slice(0, 3));
  });

  test('is one of the free reals: the logarithm of what is positive.', () => {
    const { mode, deviation, covariance, logEvidence } = laplace(
      (p: { rate: Real }) => gammaLogDensity(p.rate, 50, 10),
      { rate: 1 },
      { constraints: { rate: positive } },
    );
    // Of log x, the density is x^50 e^(-10 x): its mode is at x = 5, and its curvature there is 50.
    expect(mode.rate).toBeCloseTo(5, 7);
    expect(covariance[0][0]).toBeCloseTo(1 / 50, 9);
    expect(deviation.rate).toBeCloseTo(5 / Math.sqrt(50), 7);
    expect(Math.abs(logEvidence)).toBeLessThan(0.01);
  });

  test('stays in a simplex.', () => {
    const { mode, draws } = laplace(
      (p: Real[]) => dirichletLogDensity(p, [30, 20, 50]),
      [0.3, 0.3, 0.4],
      {
        constraints: simplex(3),
      },
    );
    expect(mode.reduce((s, x) => s + x)).toBeCloseTo(1, 12);
    expect(draws(5).every(([a, b, c]) => Math.abs(a + b + c - 1) < 1e-12)).toBe(true);
  });

  test('is refused where there is no mode, or a flat one.', () => {
    expect(errorOf(() => laplace((x: Real) => x, 0))).toBe('no-mode');
    const valley = ([x, y]: Real[]) => normalLogDensity(add(x, y), 0, 1);
    expect(errorOf(() => laplace(valley, [0.2, 0.1]))).toBe('no-mode');
    const saddle = ([x, y]: Real[]) => sub(mul(x, x), pow(y, 2));
    expect(errorOf(() => laplace(saddle, [0, 0.1]))).toBe('no-mode');
  });
});
