/** Roots of systems, as runs. */
import { add, exp, log, mul, sigmoid, sub, type Real } from 'delta-tape';
import { findRoot } from 'delta-tape/learn';
import { problems } from '../problems/more-garbow-hillstrom.js';
import { errorOf } from '../support.js';

describe('Newton’s method for roots', () => {
  test('finds a square root in a few steps.', () => {
    const run = findRoot((x: Real) => sub(mul(x, x), 2), 1);
    expect(run).toMatchObject({ solution: Math.SQRT2, converged: true });
    expect(run.iterations).toBeLessThanOrEqual(6);
    expect(Math.abs(run.residuals)).toBeLessThan(1e-15);
  });

  test('solves trees of equations in trees of unknowns, whatever their units.', () => {
    const f = ({ a, b }: { a: Real; b: Real }, s: number) => ({
      sum: mul(s, sub(add(a, b), 3)),
      product: [mul(1 / s, sub(mul(a, b), 2))],
    });
    const [one, other] = [1, 1e12].map((s) => findRoot(f, { a: 5, b: 0 }, { args: [s] }));
    expect(one.solution.a).toBeCloseTo(2, 12);
    expect(one.solution.b).toBeCloseTo(1, 12);
    expect(other.iterations).toBe(one.iterations);
  });

  test('cuts steps down where they lead too far, or where nothing is finite.', () => {
    const run = findRoot((x: Real) => curve(x), 3);
    expect(run.solution).toBeCloseTo(0, 10);
    const wall = findRoot((x: Real) => add(log(x), 3), 2);
    expect(wall.solution).toBeCloseTo(Math.exp(-3), 12);
  });

  // The standard starts of the others lead to places where the residuals are smallest and not 0.
  const others = ['Freudenstein and Roth', 'Chebyquad'];
  const square = problems.filter(
    ({ start, residuals }) => residuals([...start]).length === start.length,
  );

  test.each(square.map((problem) => [problem.name, problem] as const))(
    'solves %s, or says that it did not.',
    (name, { residuals, start }) => {
      const run = findRoot(residuals, [...start]);
      expect(run.converged).toBe(!others.includes(name));
      if (run.converged) expect(run.value).toBeLessThan(1e-12);
      else expect(['no-progress', 'max-iterations']).toContain(run.reason);
      expect(run.evaluations.functions).toBeLessThan(1500);
    },
  );

  test('says that there is no root.', () => {
    const run = findRoot((x: Real) => add(mul(x, x), 1), 0.7);
    expect(run.converged).toBe(false);
    expect(['no-progress', 'max-iterations']).toContain(run.reason);
    const flat = findRoot((x: Real) => exp(x), 0, { maxIterations: 20 });
    expect(flat).toMatchObject({ converged: false, reason: 'max-iterations' });
  });

  test('takes what it is given: a root, or nothing.', () => {
    expect(findRoot((x: Real) => sub(x, 4), 4)).toMatchObject({ reason: 'exact', iterations: 0 });
    expect(findRoot((_: object) => [], {})).toMatchObject({ reason: 'exact', solution: {} });
  });

  test('is watched, and stopped.', () => {
    const controller = new AbortController();
    const run = findRoot((x: Real) => sub(exp(x), 5), 10, {
      signal: controller.signal,
      onIteration: ({ iteration }) => {
        if (iteration === 2) controller.abort();
      },
    });
    expect(run).toMatchObject({ reason: 'aborted', iterations: 2, converged: false });
  });

  test('refuses another number of equations.', () => {
    expect(errorOf(() => findRoot((x: Real) => [x, x], 1))).toBe('equations-mismatch');
  });
});

/** An S-curve, from whose ends Newton's steps lead away. */
const curve = (x: Real): Real => sub(1, mul(2, sigmoid(mul(-1, x))));

test.each([1e-300, 1e-30, 1e30, 1e200, 1e300])(
  'Roots of residuals times %p are found.',
  (scale) => {
    const circles = ([x, y]: Real[], by: number) => [
      mul(by, sub(add(mul(x, x), mul(y, y)), 4)),
      mul(by, sub(add(mul(sub(x, 1), sub(x, 1)), mul(y, y)), 1.5)),
    ];
    const run = findRoot(circles, [1, 1], { args: [scale] });
    expect(run.converged).toBe(true);
    expect(run.solution[0]).toBeCloseTo(1.75, 10);
  },
);
