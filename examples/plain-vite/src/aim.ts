import { valueAndGrad } from 'delta-tape';
import { miss } from './throw.js';

/** The angle that hits, by Newton's method. */
export function aim(speed: number, target: number): number {
  const step = valueAndGrad(miss);
  let angle = 0.3;
  for (let k = 0; k < 30; k++) {
    const { value, gradient } = step(angle, speed, target);
    angle -= value / gradient;
  }
  return angle;
}
