/** The energy of a pendulum. */
export const energy = (angle: number): number => 1 - Math.cos(angle);
