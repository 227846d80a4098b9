export interface Spring {
  stiffness: number;
  damping: number;
}

/** The distance of a mass on a spring from a target after some steps of symplectic Euler. */
export function miss(spring: Spring, start: number, target: number, steps: number): number {
  const dt = 0.01;
  let position = start;
  let velocity = 0;
  for (let k = 0; k < steps; k++) {
    const force = -spring.stiffness * position - spring.damping * velocity;
    velocity += dt * force;
    position += dt * velocity;
  }
  return (position - target) ** 2;
}
