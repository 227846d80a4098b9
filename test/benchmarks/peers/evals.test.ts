/** All peers compute the same thing: inputs as the suite has them, and the gradients of all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparations as byHand } from '../../../benchmarks/peers/by-hand.js';
import { relativeError } from '../../../benchmarks/peers/comparison.js';
import { preparations as explicit } from '../../../benchmarks/peers/explicit.js';
import {
  inputOf,
  rows,
  sizeText,
  type Eval,
  type Inputs,
  type Size,
} from '../../../benchmarks/peers/inputs.js';
import { measured } from '../../../benchmarks/peers/launch.js';
import { loadOf, numbersOf, type Preparations } from '../../../benchmarks/peers/peer.js';
import { GRADIENTS } from '../../../benchmarks/peers/suite.js';
import type { Functions } from '../../../gradbench/protocol.js';
import { loadFile } from '../../support/plain.js';

/** As small as can be, but with gradients that are not 0. */
const small: Readonly<Record<Eval, Size>> = {
  hello: [],
  llsq: [5, 3],
  lse: [7],
  ode: [4, 3],
  det: [4],
  gmm: [3, 2, 5],
  lstm: [2, 3],
  kmeansGradient: [3, 9, 2],
  kmeans: [3, 9, 2],
  ba: [2, 3, 7],
  ht: [10, 4],
  particle: [],
  saddle: [],
};
const names = Object.keys(small) as Eval[];

const loaded = new Map<Eval, Functions>();

/** An eval in plain TypeScript, which is translated once. */
function functionsOf(name: Eval): Functions {
  if (!loaded.has(name)) {
    const file = join(__dirname, '../../../gradbench/evals', `${name}.ts`);
    loaded.set(name, loadFile<{ readonly functions: Functions }>(file).functions);
  }
  return loaded.get(name)!;
}

async function gradientOf(preparations: Preparations, name: Eval): Promise<readonly number[]> {
  const input = inputOf(name, small[name]);
  const evaluate = await loadOf(preparations)(name, input);
  return measured(evaluate!, input, 0).gradient;
}

describe('Inputs', () => {
  test.each(names)('of %s are the same each time they are made.', (name) => {
    expect(inputOf(name, small[name])).toEqual(inputOf(name, small[name]));
  });

  test.each(names.filter((name) => name !== 'hello' && name !== 'kmeansGradient'))(
    'of %s have the shape of the suite.',
    (name) => {
      const golden = JSON.parse(
        readFileSync(join(__dirname, '../../gradbench/golden', `${name}.json`), 'utf8'),
      ) as { input: unknown }[];
      expect(shapeOf(inputOf(name, small[name]))).toEqual(shapeOf(golden[0].input));
    },
  );

  test('change with the size.', () => {
    expect(inputOf('llsq', [5, 3])).toEqual({ x: expect.any(Array) as unknown, n: 5 });
    expect(inputOf('llsq', [5, 3]).x).toHaveLength(3);
    expect(inputOf('gmm', [3, 2, 5])).toMatchObject({ d: 3, k: 2, n: 5 });
    expect(inputOf('gmm', [3, 2, 5]).l.map(({ length }) => length)).toEqual([3, 3]);
  });

  test('of kmeans leave no cluster empty.', () => {
    const { points, centroids } = inputOf('kmeans', [3, 9, 2]);
    for (const centroid of centroids) expect(points).toContainEqual(centroid);
  });

  test('are there for every eval, at sizes that have names.', () => {
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(names));
    expect(sizeText('gmm', [2, 5, 1000])).toBe('d=2 k=5 n=1000');
    for (const { name, size } of rows) expect(sizeText(name, size)).not.toContain('undefined');
  });
});

/** The kinds of values at all places: of lists, the first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

describe('Gradients', () => {
  const suite = names.filter((name) => GRADIENTS[name] !== undefined && name !== 'hello');

  test.each(suite)('of %s in plain TypeScript are numbers, not all of them 0.', (name) => {
    const input = inputOf(name, small[name]);
    const { gradient } = measured(functionsOf(name)[GRADIENTS[name]!], input, 0);
    expect(gradient.every(Number.isFinite)).toBe(true);
    expect(gradient.some((x) => x !== 0)).toBe(true);
  });

  const cases = Object.entries({ 'by hand': byHand, 'by explicit operators': explicit }).flatMap(
    ([way, preparations]) =>
      (Object.keys(preparations) as Eval[])
        .filter((name) => name !== 'kmeansGradient')
        .map((name) => ({ way, preparations, name })),
  );

  test.each(cases)('of $name $way are those in plain TypeScript.', async (one) => {
    const { preparations, name } = one;
    const evaluate = functionsOf(name)[GRADIENTS[name]!];
    const reference = measured(evaluate, inputOf(name, small[name]), 0).gradient;
    const found = await gradientOf(preparations, name);
    expect(relativeError(found, reference)).toBeLessThan(1e-12);
  });

  test('of kmeans alone are those of differences.', async () => {
    const { points, centroids } = inputOf('kmeans', small.kmeans);
    const cost = (at: Inputs['kmeans']['centroids']) =>
      numbersOf(functionsOf('kmeans').cost({ points, centroids: at }).output)[0];
    const along = (h: number) =>
      cost(centroids.map((row, k) => row.map((x, j) => x + h * Math.cos(k + 2 * j))));
    const difference = (along(1e-6) - along(-1e-6)) / 2e-6;
    for (const preparations of [byHand, explicit]) {
      const gradient = await gradientOf(preparations, 'kmeansGradient');
      const width = centroids[0].length;
      const slope = gradient.reduce(
        (total, g, at) => total + g * Math.cos(Math.floor(at / width) + 2 * (at % width)),
        0,
      );
      expect(slope).toBeCloseTo(difference, 6);
    }
  });
});

test('Numbers of an output are in the order of names; those of a sparse matrix are its values.', () => {
  expect(numbersOf({ mu: [[1], [2]], alpha: [3], l: [] })).toEqual([3, 1, 2]);
  expect(numbersOf({ rows: [1], cols: [2], vals: [3, 4] })).toEqual([3, 4]);
});
