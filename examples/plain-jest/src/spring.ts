/** Two springs in a row. */
export const energy = ([a, b]: readonly number[], stiffness: number): number =>
  (stiffness * (a ** 2 + (b - a) ** 2)) / 2;
