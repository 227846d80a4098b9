/** The example of the eight schools: its two forms are one model, and only one of them can be drawn from. */
import { join } from 'node:path';
import { checkGradient } from 'delta-tape';
import { nuts, summary } from 'delta-tape/learn/inference';
import type * as Model from '../../examples/eight-schools/model.js';
import { loadFile } from '../support/plain.js';

const model = loadFile<typeof Model>(join(__dirname, '../../examples/eight-schools/model.ts'));
const { centered, centeredStart, constraints, nonCentered, nonCenteredStart, schools } = model;
const short = {
  args: [schools] as [Model.Schools],
  constraints,
  chains: 1,
  warmup: 200,
  draws: 400,
  seed: 1,
};

test('Both forms are the same density, but for how much theta stretches with tau.', () => {
  const [mu, tau, z] = [3, 1.7, [0.3, -1, 0.4, 2, 0, 0.7, -0.2, 1]];
  const theta = z.map((x) => mu + tau * x);
  expect(centered({ mu, tau, theta }, schools) + 8 * Math.log(tau)).toBeCloseTo(
    nonCentered({ mu, tau, z }, schools),
    10,
  );
});

test('Their gradients pass the law checker.', () => {
  const theta = [3, 2, 1, 4, 0, 2, 5, 1];
  const [one, other] = [
    { mu: 1, tau: 2, theta },
    { mu: 1, tau: 2, z: theta },
  ];
  expect(checkGradient(model.centeredAtSchools)(one).ok).toBe(true);
  expect(checkGradient(model.nonCenteredAtSchools)(other).ok).toBe(true);
});

test('The centered form diverges; the other one finds the means that Stan finds.', () => {
  const funnel = nuts(centered, centeredStart(), short);
  const samples = nuts(nonCentered, nonCenteredStart(), { ...short, targetAcceptance: 0.95 });
  // In so few draws only some trajectories come into the neck of the funnel.
  expect(funnel.divergences).toBeGreaterThan(samples.divergences);
  expect(samples.divergences).toBeLessThan(5);
  const { mean, meanError } = summary(samples, model.quantities);
  expect(Math.abs(mean.mu - 4.41)).toBeLessThan(4 * meanError.mu);
  expect(Math.abs(mean.tau - 3.6)).toBeLessThan(4 * meanError.tau);
  expect(Math.abs(mean.theta[0] - 6.15)).toBeLessThan(4 * meanError.theta[0]);
});
