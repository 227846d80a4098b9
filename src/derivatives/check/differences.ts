/**
 * Compares derivatives with finite differences, leaf by leaf. It tries steps of many scales until the
 * estimated error is small. A derivative is wrong only if estimates from two scales agree with each other
 * and not with it. Large steps may agree on a wrong slope because they cross a kink, so smaller steps
 * decide, and steps across a kink that the function reports do not count. What differences cannot decide
 * (kinks, jumps, noise, borders) becomes a note, not a verdict.
 */
import { slopesAt, stepsOf, type Curve, type Estimate, type Slopes } from './extrapolate.js';
import type { Tally } from './report.js';

/** An estimate counts if its error is at most this share of what is estimated. */
export const SHARP = 5e-6;
/** An error estimate may be too small by this factor. */
const DOUBT = 10;
/**
 * A jump stays as high when the step shrinks by this factor, and is that much higher than rounding.
 */
const JUMP = 2 ** 16;
/**
 * Steps of neighbouring scales, as powers of two: the natural one first, then
 * ever smaller and larger.
 */
const EXPONENTS = [0, -8, 8, -16, 16, -24, 24, -32, 32, -40, 40, -48, 48, -56, 56];

/** The first steps to try for a parameter whose natural scale is `scale`. */
export const stepsFrom = (scale: number): number[] => {
  const steps = EXPONENTS.map((e) => (scale / 4) * 2 ** e);
  return scale === 1 ? steps : [steps[0], 0.25, ...steps.slice(1)];
};

const within = ({ value, error }: Estimate, claim: number): boolean =>
  Number.isFinite(claim) && Math.abs(value - claim) <= DOUBT * error + 1e-12 * Math.abs(claim);

const isSharp = ({ value, error }: Estimate, sharp: number, reference = Math.abs(value)): boolean =>
  error <= sharp * reference || (error === 0 && value === 0);

/** True if both one-sided slopes are known, and differ. */
function isKink({ left, right }: Slopes, sharp: number): boolean {
  const size = Math.max(Math.abs(left.value), Math.abs(right.value));
  const apart = Math.abs(left.value - right.value);
  return isSharp(left, sharp, size) && isSharp(right, sharp, size) && apart > 20 * sharp * size;
}

/** Where only one side is in the domain, the slope from there. */
function slopeOf({ central, left, right }: Slopes): Estimate {
  if (Number.isFinite(central.error)) return central;
  return right.error <= left.error ? right : left;
}

/** An estimate from steps up to `h`. */
interface Confirmed {
  readonly h: number;
  readonly slope: Estimate;
}

/** One output: the derivative claimed for it, and the slopes seen so far. */
class Claim {
  private readonly seen: Slopes[] = [];
  agrees: Estimate | undefined;

  constructor(
    readonly claimed: number,
    private readonly natural: number,
    private readonly sharp: number,
  ) {}

  add(slopes: Slopes): void {
    this.seen.push(slopes);
    const slope = slopeOf(slopes);
    const reference =
      this.claimed === 0 ? this.natural : Math.max(Math.abs(this.claimed), Math.abs(slope.value));
    if (
      !isKink(slopes, this.sharp) &&
      within(slope, this.claimed) &&
      isSharp(slope, this.sharp, reference)
    ) {
      this.agrees = slope;
    }
  }

  /** The slopes that are not kinks, with the largest steps they come from. */
  private get smooth(): Confirmed[] {
    return this.seen
      .filter((slopes) => !isKink(slopes, this.sharp))
      .map((slopes) => ({ h: slopes.h, slope: slopeOf(slopes) }));
  }

  /** An estimate that another scale confirms, of those that count; `h` is the smaller one of the two. */
  confirmed(counts: (h: number) => boolean = () => true): Confirmed | undefined {
    const good = this.smooth.filter(({ h, slope }) => isSharp(slope, this.sharp) && counts(h));
    good.sort((a, b) => a.slope.error - b.slope.error);
    for (const one of good) {
      const other = good.find((two) => two !== one && within(two.slope, one.slope.value));
      if (other !== undefined) return { h: Math.min(one.h, other.h), slope: one.slope };
    }
    return undefined;
  }

  /**
   * An estimate from smaller steps than those that disagree. It agrees with the claim, and is as sharp as it
   * takes to tell the two slopes apart: so there is a kink between the scales, and the claim is right beside
   * the point.
   */
  agreesNearer({ h, slope }: Confirmed): Estimate | undefined {
    const size = Math.abs(slope.value);
    return this.smooth
      .filter((near) => near.h < h)
      .map((near) => near.slope)
      .find((near) => within(near, this.claimed) && isSharp(near, this.sharp, size));
  }

  /** The one-sided slopes at the smallest steps where both are known, if they differ. */
  get kink(): Slopes | undefined {
    const known = this.seen.filter(
      ({ left, right }) => isSharp(left, this.sharp) && isSharp(right, this.sharp),
    );
    const kinks = this.seen.filter((slopes) => isKink(slopes, this.sharp));
    const [smallest] = [...known, ...kinks].sort((a, b) => a.h - b.h);
    return kinks.includes(smallest) ? smallest : undefined;
  }

  /** True if the values beside the point stay apart, however small the step. */
  get jumps(): boolean {
    const gaps = this.seen.filter(({ gap }) => gap.value > JUMP * gap.error);
    const [smallest, ...others] = gaps.sort((a, b) => a.h - b.h);
    const larger = others.find(({ h }) => h >= JUMP * smallest.h);
    return larger !== undefined && smallest.gap.value > larger.gap.value / 4;
  }

  get closest(): Estimate {
    return this.seen.map(slopeOf).reduce((a, b) => (b.error < a.error ? b : a));
  }
}

interface Curves {
  readonly curve: Curve;
  readonly center: readonly number[];
  /** The derivative of each output at 0 that is to be checked. */
  readonly claims: readonly number[];
  /** The first steps to try. */
  readonly steps: readonly number[];
  /** The rounding error that values may have beyond their own last places. */
  readonly rounding: number;
  /** The bound on errors, relative to what is estimated, below which an estimate counts as sharp. */
  readonly sharp: number;
  pathOf(output: number): string;
  /** True if a kink of the function may lie between 0 and `t`. */
  hasKinkBefore(t: number): boolean;
}

/** Compares the claimed derivatives of a curve with its differences. */
export function compareSlopes(tally: Tally, curves: Curves): void {
  const { curve, center, steps, rounding, sharp } = curves;
  const claims = curves.claims.map(
    (d, i) => new Claim(d, Math.abs(center[i]) / (4 * steps[0]), sharp),
  );
  for (const h of steps) {
    const open = claims.filter(({ agrees }, i) => agrees === undefined && isChecked(center[i]));
    if (open.length === 0) break;
    const slopes = slopesAt(curve, center, h, rounding);
    claims.forEach((claim, i) => {
      if (claim.agrees === undefined) claim.add(slopes[i]);
    });
  }
  const known = new Map<number, boolean>();
  const isSmooth = (h: number): boolean => {
    const found =
      known.get(h) ??
      !stepsOf(h).some((step) => curves.hasKinkBefore(step) || curves.hasKinkBefore(-step));
    known.set(h, found);
    return found;
  };
  claims.forEach((claim, i) => judge(tally, curves.pathOf(i), claim, center[i], isSmooth));
}

const isChecked = (center: number): boolean => Number.isFinite(center);
const CROSSED =
  'not checked, since there is a kink so near that differences only tell what is beyond it';
const because = 'the derivative against finite differences';

/** @param isSmooth whether no step of a scale crosses a known kink. */
function judge(
  tally: Tally,
  path: string,
  claim: Claim,
  center: number,
  isSmooth: (h: number) => boolean,
): void {
  const actual = claim.claimed;
  const claimed = `; the derivative here is ${actual}`;
  if (!isChecked(center)) {
    tally.note(path, `not checked, since the value is ${center} here`, claimed);
    return;
  }
  const agree = ({ value: expected, error }: Estimate): void => {
    const allowed = DOUBT * error + 1e-12 * Math.abs(actual);
    tally.compare({ path, expected, actual, because }, allowed);
  };
  if (claim.agrees !== undefined) {
    agree(claim.agrees);
    return;
  }
  const { kink, jumps, closest } = claim;
  const confirmed = claim.confirmed();
  if (kink !== undefined) {
    const { left, right } = kink;
    const sides = ` (left ${left.value}, right ${right.value}${claimed})`;
    tally.note(path, 'the one-sided differences disagree: x may sit on a kink', sides);
    const [low, high] = [left, right].map(({ value }) => value).sort((a, b) => a - b);
    const slack = DOUBT * (left.error + right.error);
    if (actual >= low - slack && actual <= high + slack) return;
    const expected = Math.abs(actual - low) < Math.abs(actual - high) ? low : high;
    const between = 'the derivative against the interval of the one-sided differences';
    tally.judge({ path, expected, actual, because: between }, Infinity);
  } else if (jumps) {
    tally.note(path, 'not checked, since the function jumps', claimed);
  } else if (confirmed !== undefined && !within(confirmed.slope, actual)) {
    const nearer = claim.agreesNearer(confirmed);
    const local = nearer === undefined ? claim.confirmed(isSmooth) : undefined;
    const expected = local?.slope.value ?? NaN;
    if (nearer !== undefined) agree(nearer);
    else if (local === undefined) tally.note(path, CROSSED, claimed);
    else
      tally.judge({ path, expected, actual, because }, within(local.slope, actual) ? 0 : Infinity);
  } else if (Number.isFinite(closest.error)) {
    const seen = ` (${closest.value} ± ${closest.error}${claimed})`;
    tally.note(path, 'not checked, since differences do not settle', seen);
  } else {
    tally.note(path, 'not checked, since the function has no values nearby', claimed);
  }
}
