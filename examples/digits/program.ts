/** Teaches a network to read handwritten digits, and draws how it went. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { readExamples, shuffle, type Example } from './images.js';
import { picture } from './picture.js';
import { withProgress } from './progress.js';
import { train, type Learner, type Plan, type Step } from './training.js';

/** A kind of network. */
export interface Kind<N> {
  readonly newNetwork: (random: RandomGenerator) => N;
  readonly learner: (network: N) => Learner;
  readonly read: (network: N, examples: readonly Example[]) => number[];
}

export async function program<N>(
  { newNetwork, learner, read }: Kind<N>,
  plan: Plan,
): Promise<void> {
  const random = xoroshiro128plus(1);
  const examples = shuffle(readExamples(), random);
  const heldOut = examples.slice(0, 1_500);
  const lessons = examples.slice(1_500);

  const network = newNetwork(random);
  console.log(`training on ${lessons.length} handwritten digits`);
  const steps: Step[] = [];
  const training = train(learner(network), lessons, plan, random);
  for await (const step of withProgress(training, plan)) steps.push(step);

  const digits = read(network, heldOut);
  const readings = heldOut.map((example, k) => ({ ...example, reading: digits[k] }));
  const misread = readings.filter(({ label, reading }) => reading !== label);
  const accuracy = (1 - misread.length / heldOut.length).toFixed(3);
  console.log(`test accuracy: ${accuracy}`);

  const folder = fileURLToPath(new URL('../../build/', import.meta.url));
  const path = join(folder, 'digits.svg');
  const shown = misread.slice(0, 12);
  const summary = `${shown.length} of the ${misread.length} among ${heldOut.length} images that were held out`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, await picture(steps, shown, summary));
  console.log(`loss curve and misread digits: ${relative('', path)}`);
}
