/** Rules, loops and derivatives in each other, with errors that are thrown through them: all modes agree, to second order. */
import fc from 'fast-check';
import { add, grad, hvp, jvp, linearize, mul, taylor, type Real } from 'delta-tape';
import { runPrograms } from '../support/run-programs.js';
import { sampled } from '../support/sample.js';

type F = (x: readonly Real[]) => Real;
const along = [0.6, -0.8];
const dot = (x: readonly number[]): number => x[0] * along[0] + x[1] * along[1];

/** First and second derivatives along a direction, each in several ways. */
function derivatives(f: F, at: readonly number[]): readonly (readonly number[])[] {
  const line = (t: Real) => f(at.map((x, k) => add(x, mul(t, along[k]))));
  const slope = (x: readonly Real[]) => jvp(f)([x], [along]).tangent;
  const first = [
    slope(at) as number,
    dot(grad(f)(at) as number[]),
    linearize(f)(at).pushforward(along) as number,
    taylor(line, 1)(0)[1],
  ];
  const second = [
    dot(hvp(f)(at, along) as number[]),
    jvp(slope)([at], [along]).tangent as number,
    dot(grad(slope)(at) as number[]),
  ];
  return [first, second];
}

const agree = (f: F, at: readonly number[]): boolean =>
  derivatives(f, at).every((xs) =>
    xs.every((x) => Math.abs(x - xs[0]) <= 1e-7 * Math.max(1, Math.abs(xs[0]))),
  );

const points = fc.tuple(
  fc.double({ min: 0.3, max: 1.3, noNaN: true }),
  fc.double({ min: -0.5, max: 0.5, noNaN: true }),
);

test('Random programs have the same derivatives in all modes.', () => {
  fc.assert(fc.property(runPrograms, points, agree), { numRuns: sampled(300) });
});

test('The comparison objects to a derivative that one mode loses.', () => {
  const lost = (x: readonly Real[]): Real => (typeof x[0] === 'number' ? x[0] : mul(x[0], x[1]));
  const forward: F = (x) => ('tangent' in (x[0] as object) ? lost([1, 2]) : mul(x[0], x[1]));
  expect(agree(forward, [0.7, 0.2])).toBe(false);
});
