/** Log densities of random shapes and arguments, by what they have to do with each other. */
import fc from 'fast-check';
import { add, grad, lgamma, mul, primalOf, sub, type Real } from 'delta-tape';
import {
  betaLogDensity,
  binomialLogDensity,
  gammaLogDensity,
  inverseGammaLogDensity,
  negativeBinomialLogDensity,
  normalLogDensity,
  poissonLogDensity,
  studentTLogDensity,
} from 'delta-tape/learn/inference';

type OfReal = (x: Real) => Real;

/** A number by its logarithm to the base 10. */
const some = (low: number, high: number) =>
  fc.double({ min: low, max: high, noNaN: true }).map((e) => 10 ** e);
const count = (high: number) => some(0, high).map(Math.round);
/** The distance from the mode, in deviations. */
const away = fc.double({ min: -6, max: 6, noNaN: true });
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });

const near = (one: number, other: number, size: number) =>
  Math.abs(one - other) <= 1e-12 * Math.max(size, Math.abs(other));

/**
 * True if two functions have the same value and slope at x; for values that are almost 0, relative to
 * the size of terms.
 */
const isSame = (f: OfReal, g: OfReal, x: number, size: number): boolean =>
  near(primalOf(f(x)), primalOf(g(x)), size) && near(grad(f)(x), grad(g)(x), 0);

describe('Of random shapes', () => {
  test('a Poisson distribution is a gamma density of its mean.', () => {
    fc.assert(
      fc.property(count(15), away, (k, z) =>
        isSame(
          (mean) => poissonLogDensity(k, mean),
          (mean) => gammaLogDensity(mean, k + 1, 1),
          Math.max(k + z * Math.sqrt(k + 1), 1e-8),
          1,
        ),
      ),
    );
  });

  test('a binomial distribution is a beta density of its probability.', () => {
    fc.assert(
      fc.property(count(15), share, away, (n, p, z) => {
        const k = Math.min(n, Math.max(0, Math.round(n * p + z * Math.sqrt(n * p))));
        const ofBeta = (q: Real) => add(betaLogDensity(q, k + 1, n - k + 1), -Math.log(n + 1));
        return isSame((q) => binomialLogDensity(k, n, q), ofBeta, p, 40);
      }),
    );
  });

  test('an inverse gamma density is a gamma density of the reciprocal.', () => {
    fc.assert(
      fc.property(some(-8, 15), fc.integer({ min: -300, max: 300 }), away, (shape, e, z) => {
        // Powers of two have exact reciprocals.
        const x = 2 ** e;
        const ofGamma = (s: Real) => add(gammaLogDensity(1 / x, shape, s), -2 * Math.log(x));
        const scale = shape * x * Math.exp(z / Math.sqrt(shape + 1));
        return isSame((s) => inverseGammaLogDensity(x, shape, s), ofGamma, scale, 600);
      }),
    );
  });

  test('a negative binomial becomes a Poisson distribution as φ grows.', () => {
    fc.assert(
      fc.property(count(4), away, some(12, 18), (k, z, phi) => {
        const mean = Math.max(k + z * Math.sqrt(k), 0.1);
        const slope = grad((f: Real) => negativeBinomialLogDensity(k, mean, f))(phi);
        const square = (k - mean) ** 2;
        expect(Math.abs(2 * slope * phi * phi - (k - square))).toBeLessThan(1e-6 * (k + square));
        const limit = poissonLogDensity(k, mean);
        expect(negativeBinomialLogDensity(k, mean, phi)).toBeCloseTo(limit, 5);
      }),
    );
  });

  test('Student’s distribution becomes a normal one as its freedom grows.', () => {
    fc.assert(
      fc.property(some(8, 18), away, (freedom, z) => {
        const slope = grad((v: Real) => studentTLogDensity(z, v, 0, 1))(freedom);
        const wanted = (1 + 2 * z ** 2 - z ** 4) / 4;
        const error = Math.abs(slope * freedom * freedom - wanted);
        expect(error).toBeLessThan(1e-5 * (1 + z ** 4));
        expect(studentTLogDensity(z, freedom, 0, 1)).toBeCloseTo(normalLogDensity(z, 0, 1), 4);
      }),
    );
  });

  test('a sum of terms that cancel would be noticed.', () => {
    const plain = (k: Real, mean: number) =>
      sub(sub(mul(k, Math.log(mean)), mean), lgamma(add(k, 1)));
    const ofCount = (f: (k: Real, mean: number) => Real) => (k: Real) => f(k, 1e15 + 3e7);
    expect(isSame(ofCount(poissonLogDensity), ofCount(poissonLogDensity), 1e15, 1)).toBe(true);
    expect(isSame(ofCount(plain), ofCount(poissonLogDensity), 1e15, 1)).toBe(false);
  });
});
