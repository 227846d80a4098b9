/**
 * Patterns of Hessians and Jacobians are remembered where what decides them is the same, and only there: a count of runs
 * tells, and results stay those of runs.
 */
import { hessian, jacobian, type Sparse } from 'delta-tape';
import { Pattern } from '../../../../src/derivatives/sparse/pattern.js';
import { load } from '../../../support/plain.js';
import { withoutCompiled } from '../../../support/tiers.js';

type Call = (...args: unknown[]) => unknown;
type Operator = (f: unknown, options?: object) => Call;

const programs = load<Readonly<Record<string, Call>>>(`
  exports.valley = valley; exports.windows = windows; exports.chosen = chosen; exports.bend = bend;
  function valley(x: Float64Array) {
    let s = 0;
    for (let i = 0; i + 1 < x.length; i++) { const a = x[i + 1] - x[i] * x[i]; s += 100 * a * a + (1 - x[i]) ** 2; }
    return s;
  }
  function windows(x: Float64Array, width: number) {
    const out = new Float64Array(x.length);
    for (let i = 0; i < x.length; i++)
      for (let j = i; j < i + width && j < x.length; j++) out[i] += x[i] * x[j];
    return out;
  }
  function chosen(x: Float64Array, order: Int32Array) {
    let s = 0;
    for (let i = 0; i + 1 < order.length; i++) s += Math.sin(x[order[i]]) * x[order[i + 1]];
    return s;
  }
  function bend(x: Float64Array) {
    let s = 0;
    for (let i = 0; i + 1 < x.length; i++) s += x[i] > 0 ? x[i] * x[i + 1] : x[i] * x[0];
    return s;
  }
`);

const point = (size: number, shift = 0) =>
  Float64Array.from({ length: size }, (_, k) => Math.sin(3 * k + shift));

const near = (found: unknown, expected: unknown): void => {
  const numbers = (of: unknown): number[] =>
    typeof of === 'number'
      ? [of]
      : typeof of === 'object' && of !== null
        ? ArrayBuffer.isView(of)
          ? [...(of as Float64Array)]
          : Object.values(of).flatMap(numbers)
        : [];
  const [one, other] = [numbers(found), numbers(expected)];
  expect(one).toHaveLength(other.length);
  const size = Math.max(1, ...other.map(Math.abs));
  expect(one.every((x, k) => Math.abs(x - other[k]) <= 1e-9 * size)).toBe(true);
};

/** Asks several times, so that patterns are met again. */
function asked(
  operator: unknown,
  f: Call,
  options: object | undefined,
  ...calls: unknown[][]
): void {
  const derivative = (operator as Operator)(f, options);
  for (const args of calls) {
    const expected = withoutCompiled(() => derivative(...args));
    // Whole Hessians look for their pattern when they have been asked for often.
    for (let k = 0; k < 10; k++) near(derivative(...args), expected);
  }
}

const { valley, windows, chosen, bend } = programs;
const order = Int32Array.of(3, 1, 4, 11, 5, 9, 2, 6);
const other = Int32Array.of(3, 2, 4, 10, 5, 8, 2, 0);

test.each([
  [
    'a banded Hessian',
    () => asked(hessian, valley, undefined, [point(12)], [point(12, 1)], [point(20)]),
  ],
  [
    'a sparse Hessian',
    () => asked(hessian, valley, { sparse: true }, [point(12)], [point(12, 1)], [point(20)]),
  ],
  [
    'a Hessian whose pattern is given',
    () =>
      asked(
        hessian,
        valley,
        { sparse: { rows: [0, 0, 1, 1, 2, 2, 3], columns: [0, 1, 1, 2, 2, 3, 3] } },
        [point(4)],
      ),
  ],
  [
    'a Hessian by indices',
    () =>
      asked(hessian, chosen, undefined, [point(12), order], [point(12), other], [point(12), order]),
  ],
  [
    'a sparse Hessian by indices',
    () => asked(hessian, chosen, { sparse: true }, [point(12), order], [point(12), other]),
  ],
  [
    'a Hessian whose pattern depends on the point',
    () => asked(hessian, bend, undefined, [point(12)], [point(12, 2)]),
  ],
  [
    'a sparse Hessian whose pattern depends on the point',
    () => asked(hessian, bend, { sparse: true }, [point(12)], [point(12, 2)]),
  ],
  [
    'a Jacobian by a number',
    () => asked(jacobian, windows, undefined, [point(12), 3], [point(12), 5]),
  ],
  [
    'a sparse Jacobian by a number',
    () => asked(jacobian, windows, { sparse: true }, [point(12), 3], [point(12), 5]),
  ],
  [
    'a sparse Jacobian forwards',
    () =>
      asked(jacobian, windows, { sparse: true, plan: 'forward' }, [point(12), 3], [point(12), 2]),
  ],
  [
    'a sparse Jacobian backwards',
    () =>
      asked(jacobian, windows, { sparse: true, plan: 'reverse' }, [point(12), 3], [point(12), 2]),
  ],
])('Answers stay those of runs: %s.', (_, work) => {
  work();
});

test.each([
  ['hessian', hessian, valley, [point(14)], [point(14, 1)], [point(15)]],
  ['jacobian', jacobian, windows, [point(14), 3], [point(14, 1), 3], [point(14), 4]],
])(
  'A pattern is looked for once as long as it is the same: %s.',
  (_, operator, f, one, again, third) => {
    const looked = jest.spyOn(Pattern.prototype, 'transpose');
    try {
      const sparse = (operator as unknown as Operator)(f, { sparse: true });
      const passes = [one, again, one, third].map((args) => {
        looked.mockClear();
        const { rows, columns } = sparse(...args) as Sparse;
        // Nobody's patterns are changed by who has a result.
        rows.fill(0);
        columns.fill(0);
        return looked.mock.calls.length;
      });
      expect(passes).toEqual([1, 0, 0, 1]);
      const [found, expected] = [sparse(...one), withoutCompiled(() => sparse(...one))];
      expect((found as Sparse).columns).toEqual((expected as Sparse).columns);
    } finally {
      looked.mockRestore();
    }
  },
);
