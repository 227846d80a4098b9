/** The reports of fits and other runs: criteria by which models are compared, correlations, and texts. */
import { inspect } from 'node:util';
import { add, mul, sub, type Real } from 'delta-tape';
import { findRoot, leastSquares, minimize } from 'delta-tape/learn';

/** Speeds and stopping distances of cars (Ezekiel, 1930), which R has as `cars`. */
const speeds = [
  ...[4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15],
  ...[15, 16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24],
  ...[24, 25],
];
const distances = [
  ...[2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20],
  ...[26, 54, 32, 40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92],
  ...[93, 120, 85],
];
type Line = { offset: Real; slope: Real };
const stopping = ({ offset, slope }: Line): Real[] =>
  speeds.map((speed, k) => sub(distances[k], add(offset, mul(slope, speed))));
const start = { offset: 0, slope: 1 };

describe('A fit of stopping distances', () => {
  const fit = leastSquares(stopping, start);

  test('has the criteria and the deviation that R has of lm(dist ~ speed, cars).', () => {
    expect(fit.aic).toBeCloseTo(419.156865, 5);
    expect(fit.bic).toBeCloseTo(424.892934, 5);
    expect(Math.sqrt(fit.reducedChiSquared)).toBeCloseTo(15.379587, 5);
    expect(fit.standardErrors.slope).toBeCloseTo(0.415513, 5);
  });

  test('has correlations that are covariances in units of the standard errors.', () => {
    const { covariance, correlations, standardErrors } = fit;
    const { offset, slope } = standardErrors as { offset: number; slope: number };
    const cross = covariance.offset.slope as number;
    expect(correlations.offset.slope).toBeCloseTo(cross / offset / slope, 12);
    expect(correlations.slope.offset).toBe(correlations.offset.slope);
    expect([correlations.offset.offset, correlations.slope.slope]).toEqual([1, 1]);
  });

  test('takes the scale of the residuals for known if it is told so.', () => {
    const known = leastSquares(stopping, start, { sigma: 10, absoluteSigma: true });
    const squares = 2 * fit.value;
    const logLikelihood = -squares / 200 - 50 * Math.log(10 * Math.sqrt(2 * Math.PI));
    expect(known.reducedChiSquared).toBeCloseTo(squares / 100 / 48, 10);
    expect(known.aic).toBeCloseTo(-2 * logLikelihood + 4, 8);
    expect(known.bic).toBeCloseTo(-2 * logLikelihood + 2 * Math.log(50), 8);
  });

  test.each([1e-180, 1e-3, 1e180])(
    'has criteria that move by a constant in units of %d.',
    (unit) => {
      const scaled = (p: Line) => stopping(p).map((r) => mul(r, unit));
      const shift = 100 * Math.log(unit);
      const [plain, weighed] = [{}, { sigma: unit }].map((o) => leastSquares(scaled, start, o));
      expect(plain.aic - shift).toBeCloseTo(fit.aic, 6);
      expect(weighed.bic - shift).toBeCloseTo(fit.bic, 6);
    },
  );

  test('has no criteria with a robust loss, whose likelihood is not normal.', () => {
    const { aic, bic, reducedChiSquared, value } = leastSquares(stopping, start, { loss: 'huber' });
    expect([aic, bic]).toEqual([NaN, NaN]);
    expect(reducedChiSquared).toBeCloseTo((2 * value) / 48, 10);
  });

  test('prints a report.', () => {
    expect(String(fit)).toBe(
      [
        'leastSquares converged (gradient): 1 iteration, 4 evaluations',
        '',
        'parameter   estimate  standard error      95 % interval',
        'offset     -17.57909            6.76  -31.168 … -3.9903',
        'slope       3.932409           0.416     3.097 … 4.7679',
        '',
        '50 residuals, 48 degrees of freedom',
        'reduced χ² 236.53, AIC 419.16, BIC 424.89',
        '',
        'correlations',
        'offset, slope  -0.947',
      ].join('\n'),
    );
    expect(inspect({ fit })).toContain('reduced χ²');
    expect(JSON.parse(JSON.stringify(fit))).toMatchObject({ rank: 2, aic: fit.aic });
  });
});

describe('Fits that are short of something', () => {
  test('have correlations without a degree of freedom, and no reduced χ².', () => {
    const two = ({ a, b }: { a: Real; b: Real }) => [sub(add(a, b), 3), sub(a, 1)];
    const { correlations, reducedChiSquared } = leastSquares(two, { a: 0, b: 0 });
    expect(correlations.a.b).toBeCloseTo(-Math.SQRT1_2, 12);
    expect(reducedChiSquared).toBeNaN();
  });

  test('name what the data do not determine, and count only what they do.', () => {
    const sum = ({ a, b, c }: Record<'a' | 'b' | 'c', Real>) =>
      [1, 2, 4, 4].map((y, x) => sub(y, add(add(a, b), mul(c, x))));
    const fit = leastSquares(sum, { a: 0, b: 0, c: 0 });
    const line = leastSquares((p: Record<'a' | 'c', Real>) => sum({ ...p, b: 0 }), { a: 0, c: 0 });
    expect([fit.aic, fit.degreesOfFreedom]).toEqual([expect.closeTo(line.aic, 10), 2]);
    expect([fit.correlations.a.b, fit.correlations.a.a, fit.correlations.c.c]).toEqual([
      NaN,
      NaN,
      1,
    ]);
    expect(String(fit)).toContain('not determined by the data: a, b');
  });

  test('list the first of many parameters, and leave covariances of sparse ones alone.', () => {
    const many = (xs: Real[]) => xs.map((x, k) => sub(mul(x, x), k));
    const from = Array.from({ length: 50 }, () => 1);
    const [dense, sparse] = [false, true].map((is) => leastSquares(many, from, { sparse: is }));
    expect(String(dense)).toContain('\n… and 30 more\n');
    expect(String(sparse)).toContain('standard errors are computed when they are read');
    expect(String(leastSquares((_: object) => [1, 2], {}))).toContain('2 residuals, 2 degrees');
  });
});

describe('Other runs', () => {
  test('print what they found.', () => {
    const bowl = ({ x, y }: { x: Real; y: Real[] }) =>
      add(mul(x, x), mul(sub(y[0], 1), sub(y[0], 1)));
    const run = minimize(bowl, { x: 3, y: [2] });
    expect(String(run)).toMatch(/^minimize converged \(gradient\): 2 iterations, 3 evaluations\n/);
    expect(String(run)).toMatch(/\ny\[0\] +1\n\nvalue \S+, gradient \S+$/);
    expect(inspect(run)).toBe(String(run));
    const root = findRoot((x: Real) => sub(mul(x, x), 2), 1);
    expect(inspect(root)).toMatch(/\nx +1\.414214\n\nlargest residual \S+, gradient \S+$/);
    const stopped = minimize(bowl, { x: 3, y: [2] }, { maxIterations: 1 });
    expect(String(stopped)).toMatch(/^minimize did not converge \(max-iterations\): 1 iteration, /);
  });
});
