import { grad } from 'delta-tape';
import { energy } from './energy.js';

test('The torque of a pendulum is largest where it is horizontal.', () => {
  expect(grad(energy)(Math.PI / 2)).toBeCloseTo(1, 12);
});
