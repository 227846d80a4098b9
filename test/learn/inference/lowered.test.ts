/** Log densities in compiled code: their forms are those of the sources, and answer as a run does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAndGrad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import * as forms from '../../../src/learn/inference/distributions/forms.js';
import { loweredDensities } from '../../support/lowered-densities.js';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';

type Density = (p: number[]) => number;

const folder = join(__dirname, '../../../src/learn/inference/distributions');

test('The forms are those of the sources; `npm run docs:sources` writes them.', () => {
  expect(readFileSync(join(folder, 'forms.ts'), 'utf8')).toBe(loweredDensities(folder));
});

/** Arguments inside of the support, at its borders, and out of range. */
const places: Readonly<Record<string, readonly (readonly number[])[]>> = {
  normal: [
    [0.3, 1, 2],
    [0.3, 1, 0],
    [NaN, 1, 2],
    [0.3, 1, -2],
  ],
  logNormal: [
    [0.3, 1, 2],
    [0, 1, 2],
  ],
  studentT: [
    [0.3, 3, 1, 2],
    [0.3, -3, 1, 2],
    [0.3, 3, 1, 0],
  ],
  cauchy: [
    [0.3, 1, 2],
    [0.3, 1, 0],
  ],
  laplace: [
    [0.3, 1, 2],
    [1, 1, 2],
  ],
  logistic: [
    [0.3, 1, 2],
    [900, 1, 2],
  ],
  uniform: [
    [0.3, 0, 2],
    [3, 0, 2],
    [0.3, 2, 0],
  ],
  halfNormal: [
    [0.3, 2],
    [-0.3, 2],
    [0, 2],
  ],
  halfCauchy: [
    [0.3, 2],
    [-0.3, 2],
  ],
  halfStudentT: [
    [0.3, 3, 2],
    [-0.3, 3, 2],
  ],
  gumbel: [
    [0.3, 1, 2],
    [-900, 1, 2],
    [0.3, 1, 0],
  ],
  weibull: [
    [0.3, 2, 1],
    [0, 2, 1],
    [0, 1, 1],
    [-1, 2, 1],
  ],
  exponential: [
    [0.3, 2],
    [0, 2],
    [-1, 2],
    [1, 0],
  ],
  gamma: [
    [0.3, 2, 1],
    [0, 2, 1],
    [0, 1, 1],
    [-1, 2, 1],
  ],
  inverseGamma: [
    [0.3, 2, 1],
    [0, 2, 1],
  ],
  beta: [
    [0.3, 2, 1.5],
    [0, 1, 2],
    [1, 2, 1],
    [0, 2, 2],
    [2, 2, 2],
  ],
  binomial: [
    [2, 5, 0.3],
    [0, 5, 0],
    [5, 5, 1],
    [2.5, 5, 0.3],
    [6, 5, 0.3],
  ],
  bernoulli: [
    [1, 0.3],
    [0, 0.3],
    [1, 0],
    [0.5, 0.3],
  ],
  bernoulliLogit: [
    [1, 0.3],
    [0, -800],
    [2, 0.3],
  ],
  poisson: [
    [3, 2.5],
    [0, 0],
    [-1, 2],
    [1.5, 2],
  ],
  negativeBinomial: [
    [3, 2.5, 1.5],
    [0, 0, 1],
    [3, 2, 0],
  ],
};

/** In both tails, beside the middle, and out of range. */
const tails: Readonly<Record<string, readonly (readonly number[])[]>> = {
  ...Object.fromEntries(
    ['normal', 'cauchy', 'laplace', 'logistic', 'gumbel'].map((name) => [
      name,
      [-50, 0.3, 1, 60].map((x) => [x, 1, 2]).concat([[0.3, 1, 0]]),
    ]),
  ),
  ...Object.fromEntries(
    ['logNormal', 'weibull'].map((name) => [
      name,
      [1e-20, 0.3, 5, 60, -1].map((x) => [x, 1, 2]).concat([[0.3, 1, -2]]),
    ]),
  ),
  ...Object.fromEntries(
    ['halfNormal', 'halfCauchy', 'exponential'].map((name) => [
      name,
      [1e-20, 0.3, 5, 60, -1].map((x) => [x, 2]).concat([[0.3, 0]]),
    ]),
  ),
  uniform: [-1, 0.3, 1.8, 3].map((x) => [x, 0, 2]).concat([[0.3, 2, 0]]),
};

const cases = [
  ...Object.entries(places).map(([name, points]) => [`${name}LogDensity`, points] as const),
  ...Object.entries(tails).flatMap(([name, points]) =>
    ['LogCdf', 'LogSurvival'].map((kind) => [name + kind, points] as const),
  ),
];

test('All functions of numbers have places.', () => {
  const ofArrays = /^(categorical|dirichlet|multivariateNormal)/;
  const all = Object.keys(forms).filter((name) => !ofArrays.test(name));
  expect(cases.map(([name]) => name).sort()).toEqual(all.sort());
});

/** Checks that compiled code answers, and returns the results of both ways. */
function both(f: Density, at: readonly number[]) {
  const answer = () => valueAndGrad(f)([...at]);
  return { compiled: answer(), run: withoutCompiled(answer) };
}

test.each(cases)('%s.', (name, points) => {
  const given = points[0].map((_, k) => `p[${k}]`).join();
  const { f } = load<{ f: Density }>(`
    const { ${name}: density } = require('delta-tape/learn/inference');
    const f = (p: number[]): number => 2 * density(${given}) + p[0];
    exports.f = f;`);
  expect(why(f).answers).toBe('compiled');
  for (const at of points) {
    const { compiled, run } = both(f, at);
    expect([compiled.value, f([...at])]).toEqual([run.value, run.value]);
    compiled.gradient.forEach((x, k) => {
      if (!Object.is(x, run.gradient[k])) expect(x).toBeCloseTo(run.gradient[k], 10);
    });
  }
});

test('Those of arrays, and a hierarchical model, which has all its densities in one program.', () => {
  const { kinds, bell, centered } = load<{ kinds: Density; bell: Density; centered: Density }>(`
    const { categoricalLogDensity, categoricalLogitLogDensity, dirichletLogDensity, halfCauchyLogDensity, multivariateNormalLogDensity, normalLogDensity } = require('delta-tape/learn/inference');
    const bell = (p: number[]): number =>
      multivariateNormalLogDensity([p[0], 2, p[1]], [p[2], 1, p[2]], [[p[3], 0, 0], [0.5, 2, 0], [p[4], p[0], 3]]);
    const kinds = (p: number[]): number =>
      categoricalLogDensity(1, p) + categoricalLogitLogDensity(0, p) + dirichletLogDensity(p, [2, 3, 4]);
    const ys: number[] = [28, 8, -3];
    const centered = (p: number[]): number => {
      let total = normalLogDensity(p[0], 0, 5);
      total += halfCauchyLogDensity(p[1], 5);
      for (let k = 0; k < ys.length; k++)
        total += normalLogDensity(p[k + 2], p[0], p[1]) + normalLogDensity(ys[k], p[k + 2], 10);
      return total;
    };
    Object.assign(exports, { kinds, bell, centered });`);
  for (const [f, at] of [
    [kinds, [0.2, 0.3, 0.5]],
    [bell, [1, 2, 3, 4, 5]],
    [bell, [1, 2, 3, -4, 5]],
    [centered, [1, 2, 3, 4, 5]],
  ] as const) {
    expect(why(f).answers).toBe('compiled');
    const { compiled, run } = both(f, at);
    if (compiled.value !== run.value) expect(compiled.value).toBeCloseTo(run.value, 12);
    compiled.gradient.forEach((x, k) => expect(x).toBeCloseTo(run.gradient[k], 10));
  }
});
