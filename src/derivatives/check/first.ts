/** The laws of first order. O(inputs) passes over the function. */
import { dot, type CheckedFunction } from './checked-function.js';
import { magnitude, type Draw } from './draws.js';
import { NOT_FINITE, SUMMED, rounding, type LinearMap, type Vector } from './linear-law.js';
import { Tally, type Discrepancy } from './report.js';

/** f on numbers twice, and inside reverse and forward mode: the same results, bit for bit. */
export function samePrimal(subject: CheckedFunction): Tally {
  const tally = new Tally('same primal');
  const first = subject.plain(subject.point);
  const others = {
    'a second call with the same numbers, so f is not deterministic': subject.plain(subject.point),
    ...subject.primals(),
  };
  for (const [mode, { paths, values }] of Object.entries(others)) {
    const because = `${mode} against the first call with numbers`;
    if (paths.join() !== first.paths.join()) {
      const path = `the shape of the result, ${paths.length} reals`;
      const found = { expected: first.values.length, actual: values.length, because };
      tally.judge({ path, ...found }, Infinity);
      continue;
    }
    values.forEach((actual, k) => {
      const expected = first.values[k];
      const found = { path: paths[k], expected, actual, because };
      tally.judge(found, Object.is(expected, actual) ? 0 : Infinity);
    });
  }
  return tally;
}

/**
 * Compares up to rounding; only if `plainly` does not suffice, it is found out
 * how much rounding there is.
 */
export function compareSummed(
  tally: Tally,
  found: Discrepancy,
  plainly: number,
  noise: () => number,
): void {
  const suffices = Math.abs(found.expected - found.actual) <= plainly;
  tally.compare(found, suffices ? plainly : plainly + noise());
}

/** Cotangents that give every output real a share of similar size. */
export function balanced(subject: CheckedFunction, draw: Draw): number[] {
  const along = subject.pushforward(draw(subject.point.length));
  return draw(along.length).map((r, k) => r / magnitude(along[k]));
}

/**
 * ⟨ȳ, pushforward ẋ⟩ = ⟨pullback ȳ, ẋ⟩ along each input real; gives the columns
 * on to whoever wants them.
 */
export function adjoint(
  tally: Tally,
  subject: CheckedFunction,
  pullback: LinearMap,
  cotangent: Vector,
  use: (input: number, column: Vector) => void,
): void {
  const gradient = pullback(cotangent);
  const sampled = rounding(pullback, cotangent);
  subject.inputPaths.forEach((path, j) => {
    const oneHot = subject.point.map((_, k) => (k === j ? 1 : 0));
    const column = subject.pushforward(oneHot);
    use(j, column);
    const { value: expected, size } = dot(cotangent, column);
    if (!Number.isFinite(expected)) {
      tally.note(path, NOT_FINITE);
      return;
    }
    const because = 'the pullback against the pushforward, along this leaf';
    const alongLeaf: LinearMap = (tangent) => [dot(cotangent, subject.pushforward(tangent)).value];
    compareSummed(
      tally,
      { path, expected, actual: gradient[j], because },
      SUMMED * size,
      () => sampled(j) + rounding(alongLeaf, oneHot)(0),
    );
  });
}
