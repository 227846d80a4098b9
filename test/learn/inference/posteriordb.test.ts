/** Posteriors with references: means and deviations are theirs, within Monte Carlo errors. */
import {
  nuts,
  summary,
  type NutsOptions,
  type Samples,
  type Summary,
} from 'delta-tape/learn/inference';
import { isWhole } from '../../support/sample.js';
import { models, posteriorOf, type Posterior } from './models.js';

/** The draws of a reference are thinned to be nearly independent. */
const REFERENCE_DRAWS = 10_000;
/** The number of standard errors that a number may be off. */
const ERRORS = 4;

const size = isWhole
  ? { chains: 4, warmup: 1000, draws: 2000 }
  : { chains: 2, warmup: 150, draws: 200 };

type Quantities = Readonly<Record<string, number | readonly number[]>>;

const at = (tree: Quantities, name: string): number => {
  const [, key, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(name)!;
  const part = tree[key];
  return typeof part === 'number' ? part : part[Number(index) - 1];
};

/** The numbers that are farther from their references than errors allow. */
function complaints(found: Summary<Quantities>, { reference }: Posterior): string[] {
  return Object.entries(reference).flatMap(([name, { mean, sd }]) => {
    const of = (tree: Quantities) => at(tree, name);
    const meanError = Math.hypot(of(found.meanError), sd / Math.sqrt(REFERENCE_DRAWS));
    // The tails of some are heavy, so the error of a deviation is larger than that of normal numbers.
    const sdError = Math.hypot(of(found.deviationError), (2 * sd) / Math.sqrt(REFERENCE_DRAWS));
    const wrong = [
      [Math.abs(of(found.mean) - mean) / meanError, 'mean'],
      [Math.abs(of(found.deviation) - sd) / sdError, 'deviation'],
    ] as const;
    return wrong.flatMap(([errors, what]) =>
      errors < ERRORS ? [] : [`${what} of ${name} is ${errors.toFixed(1)} errors off`],
    );
  });
}

const draw = (name: string, posterior: Posterior, options: object = {}): Samples<unknown> => {
  const { density, start, constraints } = models[name];
  const all = { ...size, seed: 2, constraints, args: [posterior.data], ...options };
  return nuts(density as never, start(posterior.data) as never, all as NutsOptions<never, never>);
};

describe.each(Object.keys(models))('The posterior %s', (name) => {
  const posterior = posteriorOf(name);
  const checked = posterior === undefined ? test.skip : test;

  checked('has the means and deviations of its reference.', () => {
    const options = {
      eight_schools: { targetAcceptance: 0.9 },
      // Its parameters depend on each other: with a diagonal metric a draw takes five times as many gradients.
      arK: { metric: 'dense', ...(!isWhole && { chains: 1 }) },
      sblri_blr: { metric: 'dense' },
    }[name];
    const samples = draw(name, posterior!, options);
    const found = summary(samples, models[name].quantities as (d: unknown) => Quantities);
    expect(complaints(found, posterior!)).toEqual([]);
    const gradients = samples.chains.flatMap(({ stats }) => [...stats.steps]);
    expect(gradients.reduce((sum, n) => sum + n) / gradients.length).toBeLessThan(16);
    for (const x of Object.values(found.rHat).flat()) expect(x).toBeLessThan(isWhole ? 1.01 : 1.1);
  });
});

const schools = posteriorOf('eight_schools');
(schools === undefined ? test.skip : test)('A wrong model is noticed.', () => {
  const { y, sigma } = schools!.data as { y: number[]; sigma: number[] };
  const other = { ...schools!, data: { y: y.map((x) => 1.5 * x), sigma } as never };
  const found = summary(
    draw('eight_schools', other, { chains: 1 }),
    models['eight_schools'].quantities as (d: unknown) => Quantities,
  );
  expect(complaints(found, schools!)).not.toEqual([]);
});
