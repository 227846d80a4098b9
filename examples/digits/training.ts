/** Training: follow the gradient of the loss, a small batch of examples at a time. */
import { valueAndGrad } from 'delta-tape';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { adam } from './adam.js';
import { shuffle, type Example } from './images.js';
import { loss, type Network } from './network.js';

export interface Plan {
  readonly epochs: number;
  readonly batchSize: number;
  /** How fast to learn at first; the rate falls to 0 along a straight line. */
  readonly rate: number;
}

export interface Step {
  /** How many times the examples have been seen, as a fraction. */
  readonly epoch: number;
  /** The loss of the step's batch, before the step. */
  readonly loss: number;
}

const arraysOf = ({ hidden, output }: Network): Float64Array[] => [
  hidden.weights,
  hidden.biases,
  output.weights,
  output.biases,
];

const lossAndGradient = valueAndGrad(loss);

/** Trains a network in place and tells of each step. */
export function* train(
  network: Network,
  examples: readonly Example[],
  plan: Plan,
  random: RandomGenerator,
): Generator<Step> {
  const update = adam(arraysOf(network));
  for (let epoch = 0; epoch < plan.epochs; epoch++) {
    const shuffled = shuffle(examples, random);
    for (let start = 0; start < shuffled.length; start += plan.batchSize) {
      const batch = shuffled.slice(start, start + plan.batchSize);
      const done = epoch + start / shuffled.length;
      const { value, gradient } = lossAndGradient(network, batch);
      update(arraysOf(gradient), plan.rate * (1 - done / plan.epochs));
      yield { epoch: epoch + (start + batch.length) / shuffled.length, loss: value };
    }
  }
}
