/** The algorithms and the evaluations of GradBench have files of each kind that their results allow. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gradientSource, type GradientSourceOptions } from 'delta-tape/compile';
import { neighboursOf } from '../../../src/plain/loaders/neighbours.js';
import { isWhole } from '../../support/sample.js';
import { complaints } from './strict.js';

const root = join(__dirname, '../../..');
const evals: readonly (readonly [file: string, name: string])[] = [
  ['ba', 'sums'],
  ['det', 'determinant'],
  ['gmm', 'logLikelihood'],
  ['hello', 'square'],
  ['ht', 'errorsAfter'],
  ['kmeans', 'cost'],
  ['llsq', 'squaredError'],
  ['lse', 'logSumExp'],
  ['lstm', 'loss'],
  ['ode', 'last'],
  ['particle', 'missForward'],
  ['particle', 'missReverse'],
  ['saddle', 'ridgeForward'],
  ['saddle', 'ridgeReverse'],
];
const algorithms = readdirSync(join(root, 'benchmarks/algorithms')).filter(
  (file) => file !== 'all.ts',
);
const programs = [
  ...algorithms.map((file) => [join(root, 'benchmarks/algorithms', file), 'f'] as const),
  ...evals.map(([file, name]) => [join(root, 'gradbench/evals', `${file}.ts`), name] as const),
];

/** Those whose results are no number. */
const several = ['sums', 'errorsAfter'];
const kinds = ['gradient', 'jvp', 'vjp', 'hvp', 'jacobian'] as const;

/** `npm test` takes a few of them. */
const some = programs.filter((_, k) => isWhole || k % 9 === 0);
const texts = new Map<string, string>();

test.each(some)('Each kind of derivative of %s#%s is a file.', (file, name) => {
  const text = readFileSync(file, 'utf8');
  for (const kind of kinds) {
    const options: GradientSourceOptions = {
      name,
      kind,
      modules: neighboursOf(file),
      filename: basename(file),
      noUncheckedIndexedAccess: true,
    };
    const isThere = !several.includes(name) || !(kind === 'gradient' || kind === 'hvp');
    if (isThere)
      texts.set(`${basename(file, '.ts')}-${name}-${kind}.ts`, gradientSource(text, options));
    else expect(() => gradientSource(text, options)).toThrow('the result is not one number');
  }
});

test('All of them compile in strict projects.', () => {
  expect(texts.size).toBeGreaterThan(isWhole ? 120 : 10);
  expect(complaints(texts, true)).toEqual([]);
});
