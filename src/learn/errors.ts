/** What can go wrong on this floor: like core/errors.ts, one sentence what happened and one what to do. */
import { DeltaTapeError } from '../core/errors.js';

export const vectorLength = (length: number, size: number) =>
  new DeltaTapeError(
    'vector-length',
    `unflatten was given a vector of ${length} reals, but its tree has ${size}. ` +
      'Give it a vector as long as the one that flatten returned.',
  );
