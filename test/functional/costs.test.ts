/** The cost model of Fig. 11 and Theorem 5.4, by counts of what runs. */
import fc from 'fast-check';
import {
  costOf,
  gradientSteps,
  nesting,
  read,
  type Cost,
  type Program,
  type Value,
} from '../../src/functional/index.js';
import { tuple, variable } from '../../src/functional/language.js';
import { zeroOf } from '../../src/functional/ground.js';
import { sampled } from '../support/sample.js';
import { functionalPrograms, points } from './programs.js';

const total = (cost: Cost): number => cost.reduce((sum, one) => sum + one, 0);
const zeros = ({ context }: Program): Program => ({
  context,
  term: tuple(...context.map(([name, type]) => zeroOf(type, variable(name)))),
});

describe('Fig. 11 counts', () => {
  // Each row of the figure, at arrays of three elements: MOVES, ADDS, MULTS, NLOPS.
  test.each<[string, readonly number[]]>([
    ['2', [1, 0, 0, 0]],
    ['x', [1, 0, 0, 0]],
    ['Math.sin(x)', [2 + 1, 0, 0, 1]],
    ['x + y', [3 + 2, 1, 0, 0]],
    ['x * y', [3 + 2, 0, 1, 0]],
    ['[x, y][0]', [1 + 2, 0, 0, 0]],
    ['sum(map2((a, b) => a * b, A, A))', [3 * (5 + 2) + 1 + 3 * (5 + 2) + 2, 3, 3, 0]],
    ['reduce((a, b) => a * b, 1, A)', [3 * (5 + 2) + 2, 0, 3, 0]],
    ['sum(scanl((a, b) => a * b, 1, A))', [4 * (5 + 2) + 1 + 3 * (5 + 3) + 2, 4, 3, 0]],
    ['sum(scanr((a, b) => a * b, 1, A))', [4 * (5 + 2) + 1 + 3 * (5 + 3) + 2, 4, 3, 0]],
    ['sum(shift1L(A))', [2 * (5 + 2) + 1 + 3 + 1, 2, 0, 0]],
    ['sum(shift1R(A))', [2 * (5 + 2) + 1 + 3 + 1, 2, 0, 0]],
  ])('%s.', (body, cost) => {
    const program = read(`(x: number, y: number, A: number[]) => ${body}`);
    expect(costOf(program, [2, 3, [1, 2, 3]])).toEqual(cost);
  });

  test('the branch that runs, and functions at each element.', () => {
    const program = read('(x, A) => sum(map((a) => a < x ? a : Math.sin(Math.cos(a)), A))');
    const [, , , none] = costOf(program, [9, [1, 2, 3]]);
    const [, , , all] = costOf(program, [0, [1, 2, 3]]);
    // A comparison is one operation of those that are not linear.
    expect([none, all]).toEqual([3, 9]);
  });

  test('lets.', () => {
    const program = read('(x) => { const y = x * x; return y + y; }');
    expect(costOf(program, [2])).toEqual([1 + 5 + 5, 1, 1, 0]);
  });
});

// The theorem leaves out that a gradient has a place for inputs that are not used: x has cost 1 in any context.
describe('Theorem 5.4: Cost(G) ≤ 4 · 3ᵖ · (Cost(e) + Cost(0_Γ))', () => {
  const isWithin = (program: Program, at: readonly Value[], passes: readonly string[]) => {
    const bound = 4 * 3 ** nesting(program.term);
    const own = total(costOf(program, at)) + total(costOf(zeros(program), at));
    for (const { pass, term } of gradientSteps(program))
      if (passes.some((one) => pass.startsWith(one)))
        expect(total(costOf({ ...program, term }, at))).toBeLessThanOrEqual(bound * own);
  };

  test('holds for Source after partial evaluation, and after all passes.', () => {
    fc.assert(
      fc.property(functionalPrograms(3, { folds: false }), points, (program, at) =>
        isWithin(program, at, ['partial evaluation', 'dead lets']),
      ),
      { numRuns: sampled(150) },
    );
  });

  test.each([
    ['folds, scans and conditionals', { folds: true }],
    ['general arrays', { folds: false, general: true }],
    ['folds of general arrays', { folds: true, general: true }],
  ])('holds for %s after all passes.', (_, beyond) => {
    fc.assert(
      fc.property(functionalPrograms(3, beyond), points, (program, at) =>
        isWithin(program, at, ['dead lets']),
      ),
      { numRuns: sampled(150) },
    );
  });

  // Elements are vectors of m, and states are: their Jacobians have m² reals.
  const joined = read(
    '(A: number[][]) => sum(reduce((x, y) => map2((a, b) => a * b, x, y), A[0], A))',
  );
  const ratio = (term: Program['term'], m: number): number => {
    const at = [Array.from({ length: 4 }, () => Array.from({ length: m }, () => 0.5))];
    return total(costOf({ ...joined, term }, at)) / total(costOf(joined, at));
  };

  test('does not hold for the literal products of Fig. 17: the rules make them cheap.', () => {
    const steps = gradientSteps(joined);
    const literal = steps.find(({ pass }) => pass.startsWith('partial'))!.term;
    const last = steps.at(-1)!.term;
    expect(ratio(literal, 32)).toBeGreaterThan(3 * ratio(literal, 8));
    expect(ratio(last, 32)).toBeLessThan(1.1 * ratio(last, 8));
    expect(ratio(last, 32)).toBeLessThan(4 * 3 ** 2);
  });
});
