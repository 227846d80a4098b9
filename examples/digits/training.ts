/** Training: follow the gradient of the loss, a small batch of examples at a time. */
import { setImmediate } from 'node:timers/promises';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { adam } from './adam.js';
import { shifted, shuffle, type Example } from './images.js';

export type Numbers = Float64Array | Float32Array;

/** A network that is trained. */
export interface Learner {
  /** The arrays that are changed in place. */
  readonly parameters: readonly Numbers[];
  /** The loss of some examples, and its gradient with respect to the parameters. */
  readonly lesson: (batch: readonly Example[]) => Lesson;
}

interface Lesson {
  readonly loss: number;
  readonly gradient: readonly Numbers[];
}

export interface Plan {
  readonly epochs: number;
  readonly batchSize: number;
  /** The learning rate at first; it falls to 0 along a straight line. */
  readonly rate: number;
  /** By how many pixels images are moved, at most, each time they are seen. */
  readonly shift: number;
}

export interface Step {
  /** The number of times that the examples have been seen, as a fraction. */
  readonly epoch: number;
  /** The loss of the step's batch, before the step. */
  readonly loss: number;
}

/** Trains a network and tells of each step. */
export async function* train(
  { parameters, lesson }: Learner,
  examples: readonly Example[],
  plan: Plan,
  random: RandomGenerator,
): AsyncGenerator<Step> {
  const update = adam(parameters);
  for (let epoch = 0; epoch < plan.epochs; epoch++) {
    const shuffled = shuffle(examples, random);
    for (let start = 0; start < shuffled.length; start += plan.batchSize) {
      const seen = shuffled.slice(start, start + plan.batchSize);
      const batch = seen.map((example) => shifted(example, plan.shift, random));
      const done = epoch + start / shuffled.length;
      const { loss, gradient } = lesson(batch);
      update(gradient, plan.rate * (1 - done / plan.epochs));
      yield { epoch: epoch + (start + batch.length) / shuffled.length, loss };
      await setImmediate();
    }
  }
}
