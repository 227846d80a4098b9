/** Teaches a small network to read handwritten digits, and draws how it went. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { readExamples, shuffle } from './images.js';
import { newNetwork, read } from './network.js';
import { picture } from './picture.js';
import { withProgress } from './progress.js';
import { train, type Plan } from './training.js';

const plan: Plan = { epochs: 4, batchSize: 32, rate: 0.006 };
const random = xoroshiro128plus(1);

const examples = shuffle(readExamples(), random);
const heldOut = examples.slice(0, 1_500);
const lessons = examples.slice(1_500);

const network = newNetwork(random);
console.log(`training on ${lessons.length} handwritten digits`);
const steps = [...withProgress(train(network, lessons, plan, random), plan)];

const readings = heldOut.map((example) => ({ ...example, reading: read(network, example.image) }));
const misread = readings.filter(({ label, reading }) => reading !== label);
const accuracy = (1 - misread.length / heldOut.length).toFixed(3);
console.log(`test accuracy: ${accuracy}`);

const path = fileURLToPath(new URL('../../digits.svg', import.meta.url));
const shown = misread.slice(0, 12);
const summary = `${shown.length} of the ${misread.length} among ${heldOut.length} images that were held out`;
writeFileSync(path, await picture(steps, shown, summary));
console.log(`loss curve and misread digits: ${relative('', path)}`);
