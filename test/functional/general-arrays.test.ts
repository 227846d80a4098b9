/** Arrays of any ground type (A.5, Fig. 17): their gradients as printed, and against the engine. */
import fc from 'fast-check';
import { gradientSteps, gradientTerm, read, run, show } from '../../src/functional/index.js';
import type { Term } from '../../src/functional/language.js';
import { partsOf } from '../../src/functional/traversal.js';
import { sampled } from '../support/sample.js';
import { expected, flat, near } from './compared.js';
import { functionalPrograms, points } from './programs.js';

const tagsIn = (term: Term): ReadonlySet<string> =>
  new Set([term.tag, ...partsOf(term).flatMap(({ of }) => [...tagsIn(of)])]);

describe('Fig. 17:', () => {
  const program = read(
    '(A: [number, number][]) => reduce((x, y) => [x[0] * y[0], x[0] * y[1] + x[1]], [1, 0], A)[1]',
  );

  test('reduce is printed as in the figure.', () => {
    const steps = gradientSteps(program);
    const e = '((π1 x) * (π1 y), (π1 x) * (π2 y) + (π2 x))';
    for (const line of [
      `let A0 = shift1R (scanl (x, y → ${e}) t`,
      `let A1 = shift1L (map2 (x, y → ∇{x} ${e}) A0 t`,
      `let A2 = map2 (x, y → ∇{y} ${e}) A0 t`,
      'let A3 = scanr *̃ 1̂ A1 in',
      'map2 (x, y → x *̂ (y *̂ y2)) A2 A3',
    ])
      expect(steps[0].text).toContain(line);
    for (const { term } of steps)
      expect(
        run({ ...program, term }, [
          [
            [2, 3],
            [5, 7],
            [11, 13],
          ],
        ]),
      ).toEqual([
        [72, 1],
        [26, 2],
        [0, 10],
      ]);
  });

  test('the optimised gradient has no Jacobian: cotangents go from state to state.', () => {
    expect(show(gradientTerm(program).term))
      .toBe(`let A0 = shift1R (scanl (x, y → ((π1 x) * (π1 y), (π1 x) * (π2 y) + (π2 x))) (1, 0) A) in
map2 (p, y → 
  let x', y' = p in
  let t20 = π1 x' in
  let t26 = π1 x' in
  let y4_2 = t26 * (π2 y) in
  let y3_1 = t20 * (π1 y) in
  (y3_1, y4_2)) (map2 (a, b → (a, b)) A0 A) (scanr (c, p → 
  let x, y = p in
  let t9 = π1 y in
  let t15 = π2 y in
  let y3 = π2 c in
  let y3'_1 = t15 * y3 in
  let y2_1 = t9 * (π1 c) in
  (y3'_1 + y2_1, y3)) (0, 1) (map2 (a, b → (a, b)) (shift1L A0) (shift1L A)))`);
  });

  test('an empty array has the empty gradient.', () => {
    for (const { term } of gradientSteps(program))
      expect(run({ ...program, term }, [[]])).toEqual([]);
  });
});

test.each([true, false])(
  'Random programs of general arrays have the gradients that reverse mode gives, in all passes; folds: %s.',
  (folds) => {
    fc.assert(
      fc.property(functionalPrograms(3, { folds, general: true }), points, (program, at) => {
        const wanted = expected(program, at);
        const steps = gradientSteps(program);
        for (const { term } of steps) near(flat(run({ ...program, term }, at)), wanted);
        const left = tagsIn(steps.at(-1)!.term);
        for (const tag of ['jacobian', 'product', 'fun', 'apply']) expect(left).not.toContain(tag);
      }),
      { numRuns: sampled(150) },
    );
  },
);
