import { checkGradient, grad } from 'delta-tape';
import { energy } from './spring.js';

test('The force on a spring is its stiffness times how far it is stretched.', () => {
  expect(grad(energy)([0.5, 1], 2)).toEqual([0, 1]);
});

test('The forces are the slopes of the energy.', () => {
  expect(() => checkGradient((xs: readonly number[]) => energy(xs, 2))([0.5, 1.5])).not.toThrow();
});
