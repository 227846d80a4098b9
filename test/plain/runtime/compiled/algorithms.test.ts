/**
 * Algorithms of numerical analysis, as people write them, have compiled gradients: those of runs, and of differences.
 */
import { valueAndGrad } from 'delta-tape';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { mapReals, flatten } from '../../../../src/core/trees/tree.js';
import { why } from '../../../../src/plain/why.js';
import type { Algorithm } from '../../../../benchmarks/algorithms/all.js';
import { loadFile } from '../../../support/plain.js';
import { answer, difference } from '../../../support/tiers.js';

const { algorithms } = loadFile<{ algorithms: Readonly<Record<string, Algorithm>> }>(
  `${__dirname}/../../../../benchmarks/algorithms/all.ts`,
);
const STEP = 1e-6;

/** The arguments with one real of the first of them moved. */
function moved([first, ...others]: readonly unknown[], which: number, by: number): never[] {
  let k = 0;
  const given = mapReals(first, 'the argument', (x) => (k++ === which ? (x as number) + by : x));
  return [given, ...others] as never[];
}

/** The distance of a gradient from differences, as a part of its largest component. */
function distance({ f, inputs }: Algorithm, gradient: readonly number[]): number {
  const size = Math.max(...gradient.map(Math.abs));
  const distances = gradient.map((slope, k) => {
    const [ahead, behind] = [STEP, -STEP].map((by) => f(...moved(inputs(4), k, by)));
    return Math.abs((ahead - behind) / (2 * STEP) - slope) / size;
  });
  return Math.max(...distances);
}

const gradientOf = ({ f, inputs }: Algorithm): readonly number[] => {
  const both = valueAndGrad(f as (x: number) => number) as unknown as (...args: never[]) => {
    readonly gradient: unknown;
  };
  return flatten(both(...(inputs(4) as never[])).gradient, 'the gradient').reals as number[];
};

test.each(Object.entries(algorithms))('%s.', (_, algorithm) => {
  const { f, inputs } = algorithm;
  const { answers, versions } = why(f);
  expect([answers, versions[0]]).toMatchObject(['compiled', { version: 'compiled', exists: true }]);
  const found = answer(f, inputs(4), 0)!;
  expect(found).not.toBeNull();
  const before = compiled.answer;
  compiled.answer = () => null;
  expect(difference(found, f, inputs(4), 0)).toBeNull();
  compiled.answer = before;
  expect(distance(algorithm, gradientOf(algorithm))).toBeLessThan(1e-6);
});

test('A wrong gradient is noticed.', () => {
  const [algorithm] = Object.values(algorithms);
  const [first, ...others] = gradientOf(algorithm);
  expect(distance(algorithm, [1.0001 * first, ...others])).toBeGreaterThan(1e-6);
});
