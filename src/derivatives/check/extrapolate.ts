/**
 * Finite differences, extrapolated to step 0 (Richardson). The last extrapolations give an estimate of the
 * error (Ridders), whatever the scale of the function.
 */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Difference quotients at steps h, h/2, h/4, …, whose errors are a power series in hᵖ. */
class Extrapolation {
  private row: number[] = [];
  best: Estimate = { value: NaN, error: Infinity };

  constructor(private readonly power: 1 | 2) {}

  add(quotient: number, rounding: number): void {
    if (!Number.isFinite(quotient)) {
      this.row = [];
      return;
    }
    const next = [quotient];
    this.row.forEach((older, k) => {
      const weight = 2 ** (this.power * (k + 1)) - 1;
      const value = next[k] + (next[k] - older) / weight;
      const error = Math.max(Math.abs(value - next[k]), Math.abs(value - older)) + rounding;
      if (error < this.best.error) this.best = { value, error };
      next.push(value);
    });
    this.row = next;
  }
}

/** The slopes of one output at 0: from both sides, from the left and from the right. */
export interface Slopes {
  /** The largest step they come from. */
  readonly h: number;
  /** The difference of the values at the smallest step, and the part of it that rounding can make. */
  readonly gap: Estimate;
  readonly central: Estimate;
  readonly left: Estimate;
  readonly right: Estimate;
}

/** A curve: its values at a parameter, or null where it has none. */
export type Curve = (t: number) => readonly number[] | null;

const LEVELS = 8;
/** The steps of a scale whose largest is `h`. */
export const stepsOf = (h: number): number[] =>
  Array.from({ length: LEVELS }, (_, k) => h / 2 ** k);

/** The rounding of two values, in units of the last place. */
const ULPS = 4 * 2 ** -53;

/**
 * The slopes of all outputs at 0, from steps h, h/2, … Values are rounded by themselves, and by `rounding`
 * in what they were computed from.
 */
export function slopesAt(
  curve: Curve,
  center: readonly number[],
  h: number,
  rounding: number,
): Slopes[] {
  const all = center.map(() => ({
    central: new Extrapolation(2),
    left: new Extrapolation(1),
    right: new Extrapolation(1),
    gap: { value: NaN, error: 0 },
  }));
  for (const step of stepsOf(h)) {
    const [after, before] = [curve(step), curve(-step)];
    all.forEach((output, i) => {
      const { central, left, right } = output;
      const [low, at, high] = [before?.[i] ?? NaN, center[i], after?.[i] ?? NaN];
      const lost = (x: number, y: number) => (ULPS * (Math.abs(x) + Math.abs(y)) + rounding) / step;
      central.add((high - low) / (2 * step), lost(high, low));
      right.add((high - at) / step, lost(high, at));
      left.add((at - low) / step, lost(at, low));
      const values = [low, at, high].filter(Number.isFinite);
      const gap = Math.max(...values) - Math.min(...values);
      const error = ULPS * Math.max(...values.map(Math.abs));
      if (values.length > 1) output.gap = { value: gap, error };
    });
  }
  return all.map(({ central, left, right, gap }) => ({
    h,
    gap,
    central: central.best,
    left: left.best,
    right: right.best,
  }));
}
