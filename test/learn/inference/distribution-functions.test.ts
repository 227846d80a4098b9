/** Logarithms of distribution functions: with what they are logarithms of, in their tails, and out of range. */
import { grad, primalOf, type Real } from 'delta-tape';
import * as inference from 'delta-tape/learn/inference';

type Density = (...args: Real[]) => Real;

const functions = inference as unknown as Readonly<Record<string, Density>>;
const at = (name: string, kind: 'Density' | 'Cdf' | 'Survival', args: readonly number[]) =>
  primalOf(functions[`${name}Log${kind}`](...args));

/** Parameters, and the ends of the support. */
const cases: readonly [name: string, parameters: number[], from: number, to: number][] = [
  ['normal', [0.4, 1.7], -Infinity, Infinity],
  ['cauchy', [0.4, 1.7], -Infinity, Infinity],
  ['laplace', [0.4, 1.7], -Infinity, Infinity],
  ['logistic', [0.4, 1.7], -Infinity, Infinity],
  ['gumbel', [0.4, 1.7], -Infinity, Infinity],
  ['uniform', [-3, 11], -3, 11],
  ['logNormal', [0.4, 1.7], 0, Infinity],
  ['halfNormal', [1.7], 0, Infinity],
  ['halfCauchy', [1.7], 0, Infinity],
  ['exponential', [1.7], 0, Infinity],
  ['weibull', [0.8, 1.7], 0, Infinity],
  ['weibull', [2.8, 1.7], 0, Infinity],
];

describe.each(cases)('The distribution function of %s with %j', (name, parameters, from, to) => {
  const points = [-30, -2.5, -0.7, 0.3, 0.4, 1.1, 2.6, 10].filter((x) => x > from && x < to);

  test('is 1 with the survival function.', () => {
    for (const x of points) {
      const [below, above] = (['Cdf', 'Survival'] as const).map((kind) =>
        Math.exp(at(name, kind, [x, ...parameters])),
      );
      expect(below + above).toBeCloseTo(1, 14);
    }
  });

  test('has the density as its derivative, and the survival function what is opposite.', () => {
    for (const x of points) {
      const density = at(name, 'Density', [x, ...parameters]);
      const slope = (kind: 'Cdf' | 'Survival') =>
        grad((y: Real) => functions[`${name}Log${kind}`](y, ...parameters))(x);
      const [rises, falls] = (['Cdf', 'Survival'] as const).map((kind) =>
        Math.exp(density - at(name, kind, [x, ...parameters])),
      );
      // The exponential of a difference has the digits that the terms leave.
      const tolerance = 1e-14 * (10 + Math.abs(density));
      expect(Math.abs(slope('Cdf') - rises)).toBeLessThanOrEqual(tolerance * rises);
      expect(Math.abs(slope('Survival') + falls)).toBeLessThanOrEqual(tolerance * falls);
    }
  });

  test('ends where the support does.', () => {
    if (from > -Infinity) {
      const below = [from - 1, ...parameters];
      expect([at(name, 'Cdf', below), at(name, 'Survival', below)]).toEqual([-Infinity, 0]);
      expect(at(name, 'Cdf', [from, ...parameters])).toBe(-Infinity);
    }
    if (to < Infinity) {
      const above = [to + 1, ...parameters];
      expect([at(name, 'Cdf', above), at(name, 'Survival', above)]).toEqual([0, -Infinity]);
    }
  });

  test('is −Infinity for parameters out of range, and NaN goes on into the result.', () => {
    const scale = parameters.length - 1;
    for (const kind of ['Cdf', 'Survival'] as const) {
      expect(at(name, kind, [0.3, ...parameters.with(scale, -4)])).toBe(-Infinity);
      expect(at(name, kind, [0.3, ...parameters.with(scale, NaN)])).toBeNaN();
    }
  });
});

test('Far out, where the probability is 0, its logarithm and the gradient are there.', () => {
  const slope = grad((x: Real) => functions.normalLogSurvival(x, 0, 1));
  expect(at('normal', 'Survival', [40, 0, 1])).toBeCloseTo(-804.6084420137538, 10);
  expect(slope(40)).toBeCloseTo(-40.024968847, 8);
  expect(at('weibull', 'Cdf', [1e-300, 3, 1])).toBeCloseTo(-900 * Math.LN10, 10);
  expect(at('gumbel', 'Survival', [1000, 0, 1])).toBe(-1000);
  expect(at('cauchy', 'Cdf', [-1e200, 0, 1])).toBeCloseTo(-200 * Math.LN10 - Math.log(Math.PI), 10);
});
