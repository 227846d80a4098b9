/** Constraints: what they give satisfies them, they can be gone back, and their log-Jacobians are those of determinants. */
import fc from 'fast-check';
import { List } from 'immutable';
import { add, exp, grad, jacobian, mul, primalOf, type Real } from 'delta-tape';
import {
  interval,
  ordered,
  positive,
  real,
  simplex,
  type Constraint,
} from 'delta-tape/learn/inference';
import { FreeParameters } from '../../../src/learn/inference/constraints/free-parameters.js';
import { errorOf } from '../support.js';

function determinant(matrix: readonly (readonly number[])[]): number {
  if (matrix.length === 0) return 1;
  return matrix[0].reduce((total, x, k) => {
    const minor = matrix.slice(1).map((row) => row.filter((_, j) => j !== k));
    return total + (k % 2 === 0 ? 1 : -1) * x * determinant(minor);
  }, 0);
}

/**
 * The distance of a log-Jacobian from the determinant with respect to all values that are free to
 * choose.
 */
function logJacobianError(constraint: Constraint, free: readonly number[]): number {
  const chosen = (xs: Real[]) => constraint.constrain(xs).values.slice(0, xs.length) as Real[];
  const rows = jacobian(chosen)([...free]) as number[][];
  const { logJacobian } = constraint.constrain(free);
  return Math.abs(Math.log(Math.abs(determinant(rows))) - primalOf(logJacobian));
}

const numbers = (values: readonly Real[]) => values.map(primalOf);
const ascends = (xs: readonly number[]) => xs.every((x, k) => k === 0 || x > xs[k - 1]);

const cases: readonly [string, Constraint, number, (xs: readonly number[]) => boolean][] = [
  ['real', real, 3, () => true],
  ['positive', positive, 2, (xs) => xs.every((x) => x > 0)],
  ['interval(-2, 5)', interval(-2, 5), 2, (xs) => xs.every((x) => x > -2 && x < 5)],
  ['interval(3, Infinity)', interval(3, Infinity), 2, (xs) => xs.every((x) => x > 3)],
  ['interval(-Infinity, 3)', interval(-Infinity, 3), 2, (xs) => xs.every((x) => x < 3)],
  ['interval of all', interval(-Infinity, Infinity), 2, () => true],
  [
    'simplex(4)',
    simplex(4),
    3,
    (xs) => xs.every((x) => x > 0) && Math.abs(xs[0] + xs[1] + xs[2] + xs[3] - 1) < 1e-12,
  ],
  ['simplex(1)', simplex(1), 0, ([x]) => x === 1],
  ['ordered(4)', ordered(4), 4, ascends],
];

describe.each(cases)('The constraint %s', (_, constraint, size, isSatisfied) => {
  const free = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), {
    minLength: size,
    maxLength: size,
  });

  test('is satisfied, and can be gone back from.', () => {
    fc.assert(
      fc.property(free, (xs) => {
        const values = numbers(constraint.constrain(xs).values);
        expect(isSatisfied(values)).toBe(true);
        const back = constraint.unconstrain(values)!;
        back.forEach((x, k) => expect(x).toBeCloseTo(xs[k], 8));
      }),
      { numRuns: 40 },
    );
  });

  test('has the logarithm of the determinant of its Jacobian.', () => {
    fc.assert(
      fc.property(free, (xs) => expect(logJacobianError(constraint, xs)).toBeLessThan(1e-9)),
      { numRuns: 20 },
    );
  });

  test('pulls slopes back as a run of its own does; one that it is spread into has its own slopes.', () => {
    const inside = numbers(constraint.constrain(new Array<number>(size).fill(0.1)).values);
    const slopes = Float64Array.from(inside, (_, k) => k - 0.5);
    const pulled = (of: Constraint, xs: readonly number[]) => [
      ...new FreeParameters('nuts', inside, of).pulled(Float64Array.from(xs), slopes),
    ];
    const steeper: Constraint = {
      ...constraint,
      constrain(xs) {
        const { values, logJacobian } = constraint.constrain(xs);
        return { values, logJacobian: add(logJacobian, xs.reduce(add, 0)) };
      },
    };
    fc.assert(
      fc.property(free, (xs) => {
        const own = pulled(constraint, xs);
        pulled(steeper, xs).forEach((x, k) => expect(x).toBeCloseTo(own[k] + 1, 9));
      }),
      { numRuns: 10 },
    );
  });

  test('has finite values and slopes far out.', () => {
    for (const x of [-40, 40]) {
      const { values, logJacobian } = constraint.constrain(new Array<number>(size).fill(x));
      expect([...values, logJacobian].every((y) => Number.isFinite(primalOf(y)))).toBe(true);
    }
  });
});

describe('Constraints', () => {
  test('with a wrong log-Jacobian are noticed.', () => {
    const wrong: Constraint = {
      ...positive,
      constrain: (free) => ({ values: free.map((x) => exp(x)), logJacobian: mul(2, free[0]) }),
    };
    expect(logJacobianError(wrong, [0.7])).toBeGreaterThan(0.1);
  });

  test('refuse bounds and sizes that leave nothing.', () => {
    expect(errorOf(() => interval(2, 2))).toBe('invalid-option');
    expect(errorOf(() => simplex(0))).toBe('invalid-option');
    expect(errorOf(() => ordered(1.5))).toBe('invalid-option');
  });

  test('stand in the places of a tree, in whatever order.', () => {
    const start = { a: 1, b: new Float64Array([0.2, 0.8]), c: { d: [1, 2, 3], e: List([4, 5]) } };
    const parameters = new FreeParameters('nuts', start, {
      c: { e: { 1: positive }, d: ordered(3) },
      b: simplex(2),
    });
    expect(parameters.size).toBe(1 + 1 + 3 + 2);
    const { values, logJacobian } = parameters.numbers(parameters.start);
    expect(parameters.tree(values)).toMatchObject({ a: 1, c: { d: [1, 2, 3] } });
    [1, 0.2, 0.8, 1, 2, 3, 4, 5].forEach((x, k) => expect(values[k]).toBeCloseTo(x, 12));
    expect(logJacobian).toBeCloseTo(Math.log(0.2 * 0.8) + Math.log(5), 12);
    const total = (free: Real[]) => parameters.constrain(free).values[7];
    expect(grad(total)([...parameters.start]).filter((x) => x !== 0)).toHaveLength(1);
  });

  test('that do not fit the start are refused, with their place.', () => {
    const fit = (constraints: unknown, start: unknown) =>
      new FreeParameters('nuts', start, constraints);
    expect(() => fit({ b: positive }, { a: 1 })).toThrow('the start.b does not fit');
    expect(() => fit({ a: simplex(3) }, { a: [0.5, 0.5] })).toThrow(
      'it takes 3 reals, but there are 2',
    );
    expect(() => fit({ a: 'positive' }, { a: 1 })).toThrow(
      'it is the string "positive", which is not a constraint',
    );
    expect(() => fit({ a: { b: positive } }, { a: { b: -1 } })).toThrow(
      'the start.a.b has reals that are not positive',
    );
    expect(errorOf(() => fit(simplex(2), [0.5, 0.6]))).toBe('outside-constraint');
    expect(errorOf(() => fit(ordered(2), [1, 1]))).toBe('outside-constraint');
    expect(errorOf(() => fit(undefined, [NaN]))).toBe('outside-constraint');
  });
});
