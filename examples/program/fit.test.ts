import { checkGradient, grad } from 'delta-tape';
import { fit } from './fit.ts';
import { misfit, type Decay } from './model.ts';

const measurements = [0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)] as const);
const wrong = (decay: Decay) => misfit(decay, measurements);

test('The misfit falls off as finite differences say.', () => {
  expect(() => checkGradient(wrong)({ amount: 1, rate: 1 })).not.toThrow();
});

test('The misfit is at its least where the measurements came from.', () => {
  const { amount, rate } = fit(measurements);
  expect(amount).toBeCloseTo(2, 3);
  expect(rate).toBeCloseTo(0.5, 3);
  expect(grad(wrong)({ amount: 2, rate: 0.5 }).amount).toBeCloseTo(0, 12);
});
