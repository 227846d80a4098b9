/** The examples as programs: they learn, and their gradients are the gradients of their losses. */
import { join } from 'node:path';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { PIXELS, SIDE, readExamples, shifted, shuffle } from '../../examples/digits/images.js';
import * as arrays from '../../examples/digits/network.js';
import type * as plainNetwork from '../../examples/digits/plain-network.js';
import { train, type Learner, type Plan, type Step } from '../../examples/digits/training.js';
import { loadFile } from '../support/plain.js';

const plain = loadFile<typeof plainNetwork>(
  join(__dirname, '../../examples/digits/plain-network.ts'),
);
const random = () => xoroshiro128plus(7);
const everything = readExamples();
const examples = shuffle(everything, random()).slice(0, 200);

describe('The digits', () => {
  test('are ten thousand, of every kind, with pixels between 0 and 1.', () => {
    expect(everything).toHaveLength(10_000);
    expect(new Set(everything.map(({ label }) => label)).size).toBe(10);
    expect(everything.every(({ image }) => image.length === PIXELS)).toBe(true);
    const inks = examples.flatMap(({ image }) => [...image]);
    expect(inks.every((ink) => ink >= 0 && ink <= 1)).toBe(true);
  });

  test('are the same after a shuffle, in another order.', () => {
    const shuffled = shuffle(examples, random());
    expect(shuffled).not.toEqual(examples);
    expect(new Set(shuffled)).toEqual(new Set(examples));
  });

  test('are moved by a few pixels, and not changed otherwise.', () => {
    const image = new Float64Array(PIXELS);
    image[10 * SIDE + 12] = 0.5;
    const chance = random();
    for (let k = 0; k < 50; k++) {
      const at = shifted({ image, label: 3 }, 2, chance).image.indexOf(0.5);
      expect(Math.abs(Math.floor(at / SIDE) - 10)).toBeLessThanOrEqual(2);
      expect(Math.abs((at % SIDE) - 12)).toBeLessThanOrEqual(2);
    }
    expect(shifted({ image, label: 3 }, 0, chance).image).toBe(image);
  });
});

async function stepsOf(learner: Learner, plan: Omit<Plan, 'shift'>): Promise<Step[]> {
  const steps: Step[] = [];
  for await (const step of train(learner, examples, { ...plan, shift: 0 }, random()))
    steps.push(step);
  return steps;
}

const batch = examples.slice(0, 8);
const labels = batch.map(({ label }) => label);
const kinds = {
  'on arrays': {
    pupil: () => arrays.newNetwork(random()),
    kind: arrays,
    lossOf: (network: arrays.Network) => arrays.loss(network, arrays.imagesOf(batch), labels),
    // Differences are coarse in float32.
    ...{ step: 2e-3, close: 2, plan: { epochs: 12, batchSize: 20, rate: 0.003 } },
  },
  'in plain loops': {
    pupil: () => plain.newNetwork(random(), 8),
    kind: plain,
    lossOf: (network: plainNetwork.Network) => plain.loss(network, batch),
    ...{ step: 1e-5, close: 8, plan: { epochs: 12, batchSize: 20, rate: 0.02 } },
  },
} as const;

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('The network %s', (name) => {
  const { pupil, kind, lossOf, step, close, plan } = kinds[name] as (typeof kinds)['on arrays'];

  test('has the loss of its lesson.', () => {
    const network = pupil();
    expect(kind.learner(network).lesson(batch).loss).toBe(lossOf(network));
  });

  test('has the gradient of finite differences in every parameter array.', () => {
    const network = pupil();
    const { parameters, lesson } = kind.learner(network);
    // Blank paper stands at the kink of relu where there is no bias.
    parameters.filter((numbers) => numbers[0] === 0).forEach((biases) => biases.fill(0.05));
    const { gradient } = lesson(batch);
    parameters.forEach((numbers, p) => {
      // The largest partial: a part of the image that is seen.
      const sizes = Array.from(gradient[p], Math.abs);
      const k = sizes.indexOf(Math.max(...sizes));
      const before = numbers[k];
      const lossAt = (value: number) => {
        numbers[k] = value;
        const loss = lossOf(network);
        numbers[k] = before;
        return loss;
      };
      const slope = (lossAt(before + step) - lossAt(before - step)) / (2 * step);
      expect(slope).not.toBe(0);
      expect(gradient[p][k]).toBeCloseTo(slope, close);
    });
  });

  test('learns 200 examples.', async () => {
    const network = pupil();
    const losses = (await stepsOf(kind.learner(network), plan)).map(({ loss }) => loss);
    expect(losses).toHaveLength(120);
    expect(losses[0]).toBeGreaterThan(2);
    const readings = kind.read(network, examples);
    const right = examples.filter(({ label }, k) => readings[k] === label);
    expect(right.length).toBeGreaterThan(190);
  });

  test('learns the same from the same seed.', async () => {
    const once = () => stepsOf(kind.learner(pupil()), { ...plan, epochs: 1, batchSize: 50 });
    expect(await once()).toEqual(await once());
  });
});
