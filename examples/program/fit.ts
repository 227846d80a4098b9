import { grad } from 'delta-tape';
import { misfit, type Decay, type Measurement } from './model.ts';

/** The decay that fits measurements, by gradient descent. */
export function fit(measurements: readonly Measurement[]): Decay {
  const slope = grad(misfit);
  let decay: Decay = { amount: 1, rate: 1 };
  for (let step = 0; step < 2000; step++) {
    const { amount, rate } = slope(decay, measurements);
    decay = { amount: decay.amount - 0.5 * amount, rate: decay.rate - 0.1 * rate };
  }
  return decay;
}

export const text = ({ amount, rate }: Decay): string =>
  `amount ${amount.toFixed(3)}, rate ${rate.toFixed(3)}`;
