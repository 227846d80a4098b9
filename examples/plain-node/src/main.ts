/** Fits a decay to measurements by gradient descent. */
import { grad } from 'delta-tape';
import { misfit, type Decay, type Measurement } from './model.js';

const measurements: Measurement[] = [0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)]);
const slope = grad(misfit);

let decay: Decay = { amount: 1, rate: 1 };
for (let step = 0; step < 2000; step++) {
  const { amount, rate } = slope(decay, measurements);
  decay = { amount: decay.amount - 0.5 * amount, rate: decay.rate - 0.1 * rate };
}
console.log(`amount ${decay.amount.toFixed(3)}, rate ${decay.rate.toFixed(3)}`);
