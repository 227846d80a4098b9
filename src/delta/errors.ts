/** Errors of the language Delta. The first sentence says what happened, and the next one what to do. */
import { DeltaTapeError } from '../errors/errors.js';

export const noSlot = (id: number, length: number) =>
  new DeltaTapeError(
    'no-slot',
    `the accumulator has ${length} slots, and none for id ${id}. Make it longer than the greatest id of the Delta.`,
  );

export const staleState = (nextId: number, top: number) =>
  new DeltaTapeError(
    'stale-state',
    `a state whose next id is ${nextId} was used again, after ids up to ${top - 1} were bound. ` +
      'A state over columns is used once: go on with the state that bindDelta returns, or begin with initialState.',
  );

export const notBoundYet = (id: number, nextId: number) =>
  new DeltaTapeError(
    'not-bound-yet',
    `a binding with id ${nextId} mentions id ${id}, which is not bound before it. ` +
      'Use the ids of inputs and those that deltaLet returned.',
  );

export const notAState = () =>
  new DeltaTapeError(
    'not-a-state',
    'a step of a monadic computation returned something that is not a state. ' +
      'Return [result, state] with the state that it was given, or with the one that bindDelta returned.',
  );
