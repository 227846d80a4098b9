/** Fits of NIST's certified data sets (StRD), from both of their starts. */
import { leastSquares } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { dataSets, deviationDigits, digits, models } from './nist.js';

const sets = dataSets();
/** The digits of the sum of squares that double precision takes away in the Lanczos sets. */
const ROUNDING = 0.1;

type Model = (b: number[], x: number[], z: number[]) => number[];
const residuals = plain((b: number[], x: number[], z: number[], y: number[], model: Model) =>
  model(b, x, z).map((found, k) => found - y[k]),
);

const about = sets.length > 0 ? describe : describe.skip;

about('The fits that NIST certifies', () => {
  const cases = sets.flatMap((set) => [0, 1].map((start) => [set.name, start + 1, set] as const));

  test.each(cases)(
    'of %s from start %d have 6 digits, and 4 of deviations.',
    (name, start, set) => {
      const { parameters, x, y } = set;
      const at = parameters.map(({ starts }) => starts[start - 1]);
      const run = leastSquares(residuals, at, { args: [x[0], x[1] ?? [], y, models[name]] });
      expect(run.converged).toBe(true);
      parameters.forEach(({ value, deviation }, k) => {
        expect(digits(run.solution[k], value)).toBeGreaterThanOrEqual(6);
        const wanted = deviationDigits(name) - (name.startsWith('Lanczos') ? ROUNDING : 0);
        expect(digits(run.standardErrors[k], deviation)).toBeGreaterThanOrEqual(wanted);
      });
      expect(run.degreesOfFreedom).toBe(y.length - at.length);
    },
  );

  test('have a model for every data set.', () => {
    expect(sets.map(({ name }) => name).filter((name) => !(name in models))).toEqual([]);
  });
});
