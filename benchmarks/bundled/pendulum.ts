/** The distance of a pendulum with friction from where it should be after some time. */
import { grad } from 'delta-tape';

interface State {
  angle: number;
  speed: number;
}

interface Pendulum {
  length: number;
  friction: number;
}

const GRAVITY = 9.81;

function step({ angle, speed }: State, { length, friction }: Pendulum, dt: number): State {
  const force = (-GRAVITY / length) * Math.sin(angle) - friction * speed;
  const next = speed + dt * force;
  return { angle: angle + dt * next, speed: next };
}

export function miss(pendulum: Pendulum, target: number): number {
  let state: State = { angle: 1, speed: 0 };
  for (let k = 0; k < 500; k++) state = step(state, pendulum, 0.01);
  return (state.angle - target) ** 2;
}

export const slope = grad(miss)({ length: 1, friction: 0.1 }, 0.2);
