/** The laws of second order, on the gradient of ⟨cotangent, f⟩. A fixed number of nested passes. */
import { magnitude, type Draw } from './draws.js';
import { compareSlopes, SHARP, stepsFrom } from './differences.js';
import { compareSummed } from './first.js';
import { SUMMED, added, rounding, scaled, type LinearMap, type Vector } from './linear-law.js';
import { Tally, type Discrepancy } from './report.js';
import { attempt, dot, type CheckedFunction } from './checked-function.js';

/** The sharpness of estimates of gradients in single precision. */
const COARSE = 1e-3;

const NOT_FINITE = 'not checked, since the second derivative is not finite';

/** Every nesting of forward and reverse mode gives the same Hessian-vector product. */
function sameInEveryNesting(
  subject: CheckedFunction,
  cotangent: Vector,
  u: Vector,
  v: Vector,
): Tally {
  const tally = new Tally('every nesting');
  const { 'forward over reverse': reference, ...others } = subject.hessianBy(cotangent);
  const product = reference(v);
  const sampled = rounding(reference, v);
  const compare = (found: Discrepancy, plainly: number, noise: () => number) => {
    if (Number.isFinite(found.expected + found.actual)) compareSummed(tally, found, plainly, noise);
    else tally.note(found.path, NOT_FINITE);
  };
  for (const [nesting, other] of Object.entries(others)) {
    const because = `${nesting} against forward over reverse, times a vector`;
    const found = other(v);
    const noise = rounding(other, v);
    subject.inputPaths.forEach((path, k) => {
      const [expected, actual] = [product[k], found[k]];
      const plainly = SUMMED * (Math.abs(expected) + Math.abs(actual));
      compare({ path, expected, actual, because }, plainly, () => sampled(k) + noise(k));
    });
  }
  const { value: expected, size } = dot(u, product);
  const actual = subject.curvature(cotangent, u, v);
  const because = 'forward over forward against forward over reverse, between two vectors';
  const found = { path: 'the whole input', expected, actual, because };
  compare(found, SUMMED * (size + Math.abs(actual)), () => weighted(u, sampled));
  return tally;
}

const weighted = (xs: Vector, noise: (k: number) => number): number =>
  xs.reduce((total, x, k) => total + Math.abs(x) * noise(k), 0);

/** ⟨u, H v⟩ = ⟨v, H u⟩. */
function symmetric(subject: CheckedFunction, product: LinearMap, u: Vector, v: Vector): Tally {
  const tally = new Tally('symmetric Hessian');
  const [ofU, ofV] = [product(u), product(v)];
  const [one, other] = [dot(u, ofV), dot(v, ofU)];
  const [expected, actual] = [one.value, other.value];
  if (!Number.isFinite(expected + actual)) {
    tally.note('the whole input', NOT_FINITE);
    return tally;
  }
  const terms = u.map((x, k) => Math.abs(x * ofV[k] - v[k] * ofU[k]));
  const worst = terms.reduce((at, x, k) => (x > terms[at] ? k : at), 0);
  const path = subject.inputPaths[worst];
  const because = '⟨u, H v⟩ against ⟨v, H u⟩, which differ most in this leaf';
  compareSummed(
    tally,
    { path, expected, actual, because },
    SUMMED * (one.size + other.size),
    () => weighted(u, rounding(product, v)) + weighted(v, rounding(product, u)),
  );
  return tally;
}

/** The laws of second order for a function with at least one input real. */
export function secondOrder(subject: CheckedFunction, cotangent: Vector, draw: Draw): Tally[] {
  const { point } = subject;
  // Each leaf moves in proportion to its size, so that none drowns in the others.
  const [u, v] = [0, 1].map(() => draw(point.length).map((r, k) => r * magnitude(point[k])));
  const product = subject.hessianBy(cotangent)['forward over reverse'];
  const against = new Tally('second differences');
  const gradientAt = (xs: Vector) => subject.pullback(xs)(cotangent);
  const center = gradientAt(point);
  // Gradients by arrays in single precision are rounded to it.
  const isCoarse = !subject.isGiven(center.map((x) => x * (1 + 2 ** -40)));
  compareSlopes(against, {
    curve: (t) => {
      const xs = added(point, scaled(v, t));
      return subject.isGiven(xs) ? attempt(() => gradientAt(xs)) : null;
    },
    center,
    claims: product(v),
    steps: stepsFrom(1),
    // A derivative that cancels out has the rounding of what it cancelled out of.
    rounding:
      (isCoarse ? 2 ** -23 : 2 ** -52) *
      Math.max(...center.map(Math.abs).filter(Number.isFinite), 0),
    sharp: isCoarse ? COARSE : SHARP,
    pathOf: (k) => subject.inputPaths[k],
    hasKinkBefore: (step) => subject.hasKinkBefore(added(point, scaled(v, step))),
  });
  return [symmetric(subject, product, u, v), sameInEveryNesting(subject, cotangent, u, v), against];
}
