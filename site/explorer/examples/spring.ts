// How far a mass on a spring is from its target after a while.
// The gradient goes back through all steps of the simulation.
interface Spring {
  stiffness: number;
  damping: number;
}

export function miss(spring: Spring, start: number): number {
  const dt = 0.1;
  let position = start;
  let velocity = 0;
  for (let k = 0; k < 30; k++) {
    const force = -spring.stiffness * position - spring.damping * velocity;
    velocity += dt * force;
    position += dt * velocity;
  }
  return position ** 2;
}

export const at = [{ stiffness: 2, damping: 0.4 }, 1];
