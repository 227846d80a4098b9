import { derivative } from 'delta-tape';

const energy = (angle: number, length: number): number => -9.81 * length * Math.cos(angle);

/** The angle of a pendulum after some steps. Its force is the slope of its energy. */
export function angleAfter(length: number, start: number, steps: number): number {
  let angle = start;
  let speed = 0;
  for (let k = 0; k < steps; k++) {
    const slope = derivative((at: number) => energy(at, length))(angle);
    speed -= (0.01 * slope) / length ** 2;
    angle += 0.01 * speed;
  }
  return angle;
}
