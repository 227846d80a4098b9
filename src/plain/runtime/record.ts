/**
 * What recording versions write the columns with (dual/recording/recorder.ts): reals are pairs of a primal
 * and a Delta id there, and no objects. Used while `mode.recording` alone, when the columns belong
 * to the deepest run.
 */
import {
  DeltaDual,
  TOP,
  WIDE,
  columns as reserved,
  full,
  head,
  recording,
} from '../../core/columns.js';
import { asked, tell } from '../../core/origins.js';
import { settled } from '../../core/levels.js';
import { primalOf, type Real } from '../../core/real.js';
import { doesNotNest } from '../../core/errors.js';
import { tapeOf } from '../../delta/reverse.js';
import { recordedMeanwhile } from './errors.js';

export const columns = { ...reserved, head };

const { capacity, primal, arg1, arg2 } = reserved;

/**
 * The Delta id of a real; its primal is in its column. A plain number has id 0, `Zero`, and its
 * primal is there until the next question.
 */
export function id(x: Real): number {
  if (typeof x !== 'number') return x?.run === recording.owner ? (x as DeltaDual).id : otherId(x);
  primal[0] = x;
  return 0;
}

/** Duals of the run that were made outside of its current segment, and what TypeScript does not see. */
function otherId(x: unknown): number {
  if (x === undefined || x === null || typeof x === 'boolean') {
    primal[0] = Number(x);
    return 0;
  }
  const real = settled(x as Real, () => 'a value that is declared to be a number');
  if (typeof real === 'number') {
    primal[0] = real;
    return 0;
  }
  const id = tapeOf(recording.owner!)?.idOf(real) ?? 0;
  if (id === 0) throw doesNotNest('a recording function');
  return id;
}

/** The primal of what is a real, or is converted to one. */
export const value = (x: Real): number =>
  typeof x === 'number' ? x : x?.run === undefined ? Number(x) : primalOf(x);

/** The dual with an id of the current run. */
export const dual = (id: number): DeltaDual => new DeltaDual(recording.owner!, id);

/** A new id. */
export function next(): number {
  const id = head[TOP] + 1;
  if (id >= capacity) full();
  head[TOP] = id;
  if (asked.origins !== null) {
    asked.origins.unseen = true;
    tell(id);
  }
  return id;
}

/** Makes sure that wide edges up to `end` fit. */
export function room(end: number): void {
  if (end > capacity) full();
}

/**
 * The id of a binding with the wide edges from `start` to `end`; 0 if there are none.
 *
 * @throws DeltaTapeError if others recorded wide edges since `start` was the next one's place.
 */
export function close(start: number, end: number): number {
  if (head[WIDE] !== start) throw recordedMeanwhile();
  if (start === end) return 0;
  const id = next();
  arg1[id] = ~start;
  arg2[id] = end - start;
  head[WIDE] = end;
  return id;
}

/** A product in which an exact 0 wins over infinity and NaN, as in the sweep. */
export function times(x: number, y: number): number {
  const product = x * y;
  return product === product || (x !== 0 && y !== 0) ? product : 0;
}
