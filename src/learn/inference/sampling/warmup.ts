/**
 * The schedule of a warm-up, which is that of Stan: a time for the step size, windows that double for the mass matrix,
 * and a time for the step size again.
 */
import { denseMetric, diagonalMetric, type Metric } from './metric.js';

const [FIRST, WINDOW, LAST] = [75, 25, 50];
/** With fewer transitions than this, only the step size is adapted. */
const FEWEST = 20;

export interface Windows {
  /** The first transition of the first window. */
  readonly start: number;
  /** After which transitions, counted from 1, there is a new mass matrix. */
  readonly ends: readonly number[];
}

/** The windows of a warm-up of so many transitions. */
export function windowsOf(warmup: number): Windows {
  if (warmup < FEWEST) return { start: warmup, ends: [] };
  const fits = FIRST + WINDOW + LAST <= warmup;
  const start = fits ? FIRST : Math.floor(0.15 * warmup);
  const stop = warmup - (fits ? LAST : Math.floor(0.1 * warmup));
  const ends: number[] = [];
  let size = fits ? WINDOW : stop - start;
  for (let end = start + size; end < stop; end += size) {
    size *= 2;
    // A window after which there is no room for one of twice its size takes all that is left.
    if (end + size > stop) break;
    ends.push(end);
  }
  return { start, ends: [...ends, stop] };
}

/** Means and covariances of vectors that come one by one (Welford, 1962). */
export class Moments {
  private count = 0;
  private readonly mean: Float64Array;
  private readonly squares: Float64Array;

  constructor(
    private readonly size: number,
    private readonly isDense: boolean,
  ) {
    this.mean = new Float64Array(size);
    this.squares = new Float64Array(isDense ? size * size : size);
  }

  add(x: Float64Array): void {
    const { size, mean, squares } = this;
    this.count++;
    const before = x.map((value, k) => value - mean[k]);
    for (let k = 0; k < size; k++) mean[k] += before[k] / this.count;
    for (let i = 0; i < size; i++) {
      const after = x[i] - mean[i];
      if (!this.isDense) squares[i] += before[i] * after;
      // Both halves get the same roundings.
      else
        for (let j = 0; j <= i; j++)
          squares[j * size + i] = squares[i * size + j] += before[j] * after;
    }
  }

  /** The mass matrix of the vectors so far, drawn a little towards a small multiple of the identity, as in Stan. */
  metric(): Metric {
    const { count, size, squares, isDense } = this;
    const share = count / (count + 5);
    const inverse = squares.map((square) => (share * square) / (count - 1));
    for (let k = 0; k < size; k++) inverse[isDense ? k * size + k : k] += 1e-3 * (1 - share);
    return isDense ? denseMetric(inverse, size) : diagonalMetric(inverse);
  }
}
