/** Results of code with lanes, copied into vectors: one for each lane. */
import type { ArrayType } from '../../../ir/ir.js';
import type { Derivative } from './derivatives.js';
import { take } from './lane-values.js';

/** Copies a result, in as many lanes as there are vectors; one that is not there is 0. */
export function readNumber(
  { starts, varies }: Derivative,
  place: number | null,
  found: readonly unknown[],
  vectors: readonly Float64Array[],
  at: number,
): void {
  if (place === null) return;
  vectors.forEach((vector, lane) => {
    vector[at] = found[starts[place] + (varies[place] ? lane : 0)] as number;
  });
}

export function readArray(
  { starts, varies }: Derivative,
  place: number | null,
  type: ArrayType,
  found: readonly unknown[],
  vectors: readonly Float64Array[],
  at: number,
): void {
  if (place === null) return;
  const array = found[starts[place]];
  if (varies[place]) take(array, type, vectors, at);
  else for (const vector of vectors) take(array, type, [vector], at);
}
