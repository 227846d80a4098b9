/** The example as a program: it learns, and its gradient is the gradient of its loss. */
import { valueAndGrad } from 'delta-tape';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { PIXELS, readExamples, shuffle } from '../../examples/digits/images.js';
import { loss, newNetwork, read } from '../../examples/digits/network.js';
import { train } from '../../examples/digits/training.js';

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
});

describe('The network', () => {
  const network = newNetwork(random(), 8);
  const batch = examples.slice(0, 8);

  test('has the same loss on numbers and on duals.', () => {
    expect(valueAndGrad(loss)(network, batch).value).toBe(loss(network, batch));
  });

  test.each([
    ['hidden', 'weights', 14 * 28 + 14],
    ['hidden', 'weights', 8 * (14 * 28 + 14) + 3],
    ['hidden', 'biases', 5],
    ['output', 'weights', 42],
    ['output', 'biases', 3],
  ] as const)('has the gradient of finite differences at %s.%s[%i].', (layer, part, k) => {
    const { gradient } = valueAndGrad(loss)(network, batch);
    const lossAt = (change: number) => {
      const moved = structuredClone(network);
      moved[layer][part][k] += change;
      return loss(moved, batch) as number;
    };
    const h = 1e-5;
    expect(gradient[layer][part][k]).toBeCloseTo((lossAt(h) - lossAt(-h)) / (2 * h), 8);
  });

  test('learns 200 examples.', () => {
    const pupil = newNetwork(random(), 8);
    const plan = { epochs: 12, batchSize: 20, rate: 0.02 };
    const losses = [...train(pupil, examples, plan, random())].map((step) => step.loss);
    expect(losses).toHaveLength(120);
    expect(losses[0]).toBeGreaterThan(2);
    expect(loss(pupil, examples)).toBeLessThan(0.4);
    const right = examples.filter(({ image, label }) => read(pupil, image) === label);
    expect(right.length).toBeGreaterThan(190);
  });

  test('learns the same from the same seed.', () => {
    const plan = { epochs: 1, batchSize: 50, rate: 0.01 };
    const once = () => [...train(newNetwork(random(), 4), examples, plan, random())];
    expect(once()).toEqual(once());
  });
});
