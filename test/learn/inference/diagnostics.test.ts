/** R̂, effective sample sizes and Monte Carlo errors: those of ArviZ, and what is known without it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bulkEss,
  deviationError,
  meanError,
  normalLogDensity,
  nuts,
  positive,
  quantileError,
  quantileEss,
  rHat,
  summary,
  tailEss,
  type Samples,
} from 'delta-tape/learn/inference';
import { add, mul, type Real } from 'delta-tape';
import { plainRHat } from '../../../src/learn/inference/diagnostics/r-hat.js';
import { normalScores } from '../../../src/learn/inference/diagnostics/chains.js';
import { effectiveSize } from '../../../src/learn/inference/diagnostics/effective-size.js';
import { Chance } from '../../../src/learn/inference/sampling/chance.js';
import { errorOf } from '../support.js';

const found = {
  rHat,
  bulkEss,
  tailEss,
  medianEss: (draws: number[][]) => quantileEss(draws, 0.5),
  medianError: (draws: number[][]) => quantileError(draws, 0.5),
  meanError,
  deviationError,
};
type Name = keyof typeof found;
type Case = Readonly<Record<Name, number | null>> & { readonly draws: number[][] };

const cases = JSON.parse(readFileSync(join(__dirname, 'diagnostics.json'), 'utf8')) as Record<
  string,
  Case
>;

describe.each(Object.keys(cases))('The chains %s', (kind) => {
  test.each(Object.keys(found) as Name[])('have the %s of ArviZ.', (name) => {
    const wanted = cases[kind][name];
    if (wanted === null) return;
    const ours = found[name](cases[kind].draws);
    // Where draws are counts, an error may be exactly 0.
    expect(ours === wanted ? 1 : ours / wanted).toBeCloseTo(1, 9);
  });
});

describe('R̂', () => {
  test('by hand: chains 0, 1, 2 and 2, 3, 4.', () => {
    // Means 1 and 3, variances 1: B = 3 · 2 = 6, W = 1; √((6 / 1 + 2) / 3).
    const rows = [Float64Array.of(0, 1, 2), Float64Array.of(2, 3, 4)];
    expect(plainRHat(rows)).toBeCloseTo(Math.sqrt(8 / 3), 12);
  });

  test('sees chains that differ in place, in spread, or from themselves.', () => {
    const chance = new Chance(3);
    const chain = (place: number, spread: number, drift = 0) =>
      Array.from({ length: 400 }, (_, k) => place + spread * chance.normal() + (drift * k) / 400);
    expect(rHat([chain(0, 1), chain(0, 1)])).toBeLessThan(1.01);
    expect(rHat([chain(0, 1), chain(1, 1)])).toBeGreaterThan(1.05);
    expect(rHat([chain(0, 1), chain(0, 3)])).toBeGreaterThan(1.05);
    expect(rHat([chain(0, 1, 2), chain(0, 1, 2)])).toBeGreaterThan(1.05);
  });
});

describe('The effective sample size', () => {
  test('of independent draws is about their number; of an autoregression about what theory says.', () => {
    const chance = new Chance(5);
    const chains = (correlation: number) =>
      Array.from({ length: 4 }, () => {
        let x = 0;
        return Array.from({ length: 2000 }, () => (x = correlation * x + chance.normal()));
      });
    expect(Math.abs(bulkEss(chains(0)) / 8000 - 1)).toBeLessThan(0.15);
    expect(Math.abs(bulkEss(chains(0.6)) / (8000 / 4) - 1)).toBeLessThan(0.2);
    expect(bulkEss(chains(-0.5))).toBeGreaterThan(12_000);
  });

  test('is NaN where nothing can be told.', () => {
    expect(bulkEss([[1, 1, 1, 1, 1, 1, 1]])).toBeNaN();
    expect(rHat([[1, 2]])).toBeNaN();
    expect(bulkEss([[1, NaN, 2, 3, 4, 5, 6]])).toBeNaN();
    expect(effectiveSize([])).toBeNaN();
    expect(errorOf(() => quantileEss([[1]], 2))).toBe('invalid-option');
  });

  test('rests on normal scores, in which ties share a rank.', () => {
    const [row] = normalScores([Float64Array.of(5, 1, 5, 9)]);
    expect(row[0]).toBe(row[2]);
    expect(row[0]).toBeCloseTo(0, 12);
    expect(row[1]).toBeCloseTo(-row[3], 12);
    // The normal quantile of (1 - 3/8) / (4 + 1/4).
    expect(row[1]).toBeCloseTo(-1.0491313979639705, 9);
  });
});

describe('A summary', () => {
  const samples = nuts(
    (p: { a: Real; b: Real[] }) => normalLogDensity(mul(p.a, p.b[0]), 0, 1),
    { a: 1, b: [1] },
    { chains: 2, warmup: 20, draws: 40, seed: 3 },
  );

  test('has the shape of the parameters, or of what is asked for.', () => {
    const { mean, rHat: apart, table } = summary(samples);
    expect(Object.keys(mean)).toEqual(['a', 'b']);
    expect(apart.b).toHaveLength(1);
    expect(table.split('\n')[0]).toMatch(
      /^ +mean +± error +deviation +5% +median +95% +R̂ +bulk ESS +tail ESS$/,
    );
    expect(table).toMatch(/\nb\[0\] +-?\d/);
    const of = summary(samples, ({ a }) => 2 * a);
    expect(of.mean).toBeCloseTo(2 * mean.a, 12);
    expect(of.table).toMatch(/\nvalue /);
  });

  test('is that of the draws.', () => {
    const { mean, median, lower, upper, deviation } = summary(samples);
    const sorted = samples.draws.map(({ a }) => a).sort((x, y) => x - y);
    const average = sorted.reduce((s, x) => s + x, 0) / 80;
    expect(mean.a).toBeCloseTo(average, 12);
    expect(median.a).toBeCloseTo((sorted[39] + sorted[40]) / 2, 12);
    expect(lower.a).toBeCloseTo(sorted[3] + 0.95 * (sorted[4] - sorted[3]), 12);
    expect(upper.a).toBeGreaterThan(median.a);
    expect(deviation.a).toBeCloseTo(
      Math.sqrt(sorted.reduce((s, x) => s + (x - average) ** 2, 0) / 79),
      12,
    );
  });

  test('warns of chains that are short, and differ.', () => {
    const told = summary(samples);
    const { warnings, table } = told;
    expect([String(told), Object.keys(told).includes('toString')]).toEqual([table, false]);
    expect(warnings.join('\n')).toContain(
      'few effective draws (below 100 for each chain) of a, b[0]',
    );
    expect(table.endsWith(warnings.at(-1)!)).toBe(true);
  });
});

describe('Chains that draw from nothing are warned about', () => {
  const short = { chains: 2, draws: 200, warmup: 200, seed: 3 };
  const warningsOf = (samples: Samples<unknown>) => summary(samples).warnings.join('\n');

  test('where the density is flat.', () => {
    const flat = warningsOf(nuts((x: Real) => mul(0, x), 0, short));
    expect(flat).toContain('does not depend on the parameters');
    expect(flat).toContain('draws run away in value');
  });

  test('where it is improper, also behind a constraint.', () => {
    const options = { ...short, constraints: { rate: positive } };
    const improper = nuts(({ rate }: { rate: Real }) => mul(0, rate), { rate: 1 }, options);
    expect(warningsOf(improper)).toContain('draws run away in rate');
    expect(warningsOf(nuts((x: Real) => mul(1, x), 0, short))).toContain('draws run away in value');
  });

  test('where it is flat in one direction, in which they wander.', () => {
    const ridge = (xs: Real[]) => normalLogDensity(add(xs[0], xs[1]), 0, 1);
    expect(warningsOf(nuts(ridge, [0, 0], short))).toContain('the density may be flat there');
  });

  test('where they stay.', () => {
    const options = { ...short, warmup: 0, stepSize: 1e6, draws: 50 };
    const stuck = nuts((x: Real) => normalLogDensity(x, 0, 1), 0, options);
    expect(warningsOf(stuck)).toContain('chains 1, 2 are stuck');
    expect(summary(stuck).rHat).toBeGreaterThan(1.01);
    expect(summary(stuck, (x) => [x, 7]).warnings.join()).toContain('stuck');
  });

  test('and others are not.', () => {
    const sound = nuts((x: Real) => normalLogDensity(x, 3, 2), 0, { ...short, draws: 1000 });
    expect(summary(sound).warnings).toEqual([]);
  });
});
