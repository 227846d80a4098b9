/** Fits of NIST's certified data sets (StRD), from both of their starts. */
import { leastSquares } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { dataSets, deviationDigits, digits, linear, models, type DataSet } from './nist.js';

type Model = (b: number[], x: number[], z: number[]) => number[];
const residuals = plain((b: number[], x: number[], z: number[], y: number[], model: Model) =>
  model(b, x, z).map((found, k) => y[k] - found),
);

function expectCertified(set: DataSet & { name: string }, start: number, places?: string[]) {
  const { name, starts, values, deviations, squares, x, y } = set;
  const args: [number[], number[], number[], Model] = [x[0], x[1] ?? [], y, models[name]];
  const run = leastSquares(residuals, starts[start - 1], {
    args,
    ...(places && { linear: places }),
  });
  expect([run.converged, run.undetermined]).toEqual([true, []]);
  const terms = inOrder(name, run.solution);
  values.forEach((value, k) => {
    expect(digits(run.solution[terms[k]], value)).toBeGreaterThanOrEqual(6);
    expect(digits(run.standardErrors[terms[k]], deviations[k])).toBeGreaterThanOrEqual(
      deviationDigits(name),
    );
  });
  if (name !== 'Lanczos1') expect(digits(2 * run.value, squares)).toBeGreaterThanOrEqual(6);
  expect(run.degreesOfFreedom).toBe(y.length - values.length);
}

/** MGH17 is a sum of two exponentials, which may be found in either order; NIST has the slower one first. */
const inOrder = (name: string, b: number[]): number[] =>
  name === 'MGH17' && b[3] > b[4] ? [0, 2, 1, 4, 3] : b.map((_, k) => k);

/** Where all parameters are searched for, the first start leads to where the model is flat. */
const separableOnly = (name: string, start: number) => name === 'BoxBOD' && start === 1;

const cases = dataSets.flatMap((set) => [1, 2].map((start) => [set.name, start, set] as const));

describe('The fits that NIST certifies', () => {
  test.each(cases.filter(([name, start]) => !separableOnly(name, start)))(
    'of %s from start %d have 6 digits, and 4 of deviations.',
    (_, start, set) => expectCertified(set, start),
  );

  test.each(cases.filter(([name]) => name in linear))(
    'of %s from start %d have them with the linear parameters solved for.',
    (name, start, set) => expectCertified(set, start, linear[name]),
  );

  test('are all 27 of them.', () => {
    expect(dataSets.map(({ name }) => name).filter((name) => name in models)).toHaveLength(27);
  });
});
