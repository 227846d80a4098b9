/**
 * The derivative at a point must not depend on earlier calls of the function. A function that keeps what it
 * computed (a cache, a memo) may take it in a later run, where it is a constant. So derivatives are taken
 * beside the point, where nobody has called the function yet, and again after a call with the same numbers.
 * A fixed number of calls.
 */
import { DeltaTapeError } from '../../errors/errors.js';
import type { Kink } from '../../errors/kink.js';
import { attempt, type CheckedFunction } from './checked-function.js';
import { magnitude } from './draws.js';
import { compareSummed } from './first.js';
import { rounding, SUMMED, type LinearMap, type Vector } from './linear-law.js';
import { Tally } from './report.js';

/** Distances from the point, as shares of its reals: farther than what caches take for equal. */
const SHARES = [2 ** -16, 2 ** -9, 2 ** -3];

/** A number that no call before has added to the reals of its point. */
let calls = 0;
const newPoint = (point: Vector, share: number): Vector => {
  calls++;
  const moved = share * (1 + (calls % 4096) / 4096);
  return point.map((x) => x + moved * magnitude(x));
};

const because =
  'the derivative after a call with the same numbers, against the one before that call: the function keeps something ' +
  'between its calls, such as a cache, and what was kept before a derivative is constant in it';

export function independentOfCalls(subject: CheckedFunction, cotangent: Vector): Tally {
  const tally = new Tally('independent of calls');
  for (const share of SHARES) {
    const xs = newPoint(subject.point, share);
    const before = attempt(() => {
      const first = subject.pullback(xs)(cotangent);
      subject.plain(xs);
      return first;
    });
    if (before === null) continue;
    const pull = again(subject, xs);
    if (pull === null) continue;
    if (typeof pull === 'string') {
      const [path] = subject.inputPaths;
      tally.judge({ path, expected: before[0], actual: NaN, because: pull }, Infinity);
      break;
    }
    const after = pull(cotangent);
    const noise = rounding(pull, cotangent);
    subject.inputPaths.forEach((path, k) => {
      const [expected, actual] = [before[k], after[k]];
      if (!Number.isFinite(expected) && Object.is(expected, actual)) {
        tally.note(path, 'not checked, since the derivative is not finite');
        return;
      }
      const plainly = SUMMED * (Math.abs(expected) + Math.abs(actual));
      compareSummed(tally, { path, expected, actual, because }, plainly, () => noise(k));
    });
    if (!tally.fails) continue;
    const kink = attempt(() => asked(subject, newPoint(subject.point, share)));
    if (kink !== null)
      tally.note(kink.source ?? 'a comparison', 'asks for what was kept', `: ${textOf(kink)}`);
    break;
  }
  return tally;
}

/** The derivative after a call with the same numbers, or why it is refused. */
function again(subject: CheckedFunction, xs: Vector): LinearMap | string | null {
  try {
    return subject.pullback(xs);
  } catch (error) {
    return isKept(error) ? error.message : null;
  }
}

/** True if a derivative was refused because of what the function keeps. */
export const isKept = (error: unknown): error is DeltaTapeError =>
  error instanceof DeltaTapeError && error.code === 'kept-numbers';

/** The first comparison that comes out differently when the function is called again. */
function asked(subject: CheckedFunction, xs: Vector): Kink | null {
  const before = subject.choices(xs);
  const after = subject.choices(xs);
  const isOther = (kink: Kink, k: number) =>
    before[k]?.source === kink.source &&
    kink.values.some((x, j) => !Object.is(x, before[k].values[j]));
  return after.find(isOther) ?? null;
}

const textOf = ({ operation, values }: Kink): string => `${operation}(${values.join(', ')})`;
