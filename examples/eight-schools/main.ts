/** Draws the eight schools in both forms: `node --import delta-tape/register examples/eight-schools/main.ts`. */
import { nuts, summary } from 'delta-tape/learn/inference';
import {
  centered,
  centeredStart,
  constraints,
  nonCentered,
  nonCenteredStart,
  quantities,
  schools,
} from './model.js';

const options = { constraints, seed: 1 };

console.log('centered');
const funnel = nuts(centered, centeredStart(), { ...options, args: [schools] });
console.log(summary(funnel).table);

console.log('\nnon-centered');
const samples = nuts(nonCentered, nonCenteredStart(), {
  ...options,
  args: [schools],
  targetAcceptance: 0.95,
});
console.log(summary(samples, quantities).table);
