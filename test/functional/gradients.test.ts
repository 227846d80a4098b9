/** Gradients of the functional language: what the paper prints, and random programs against differences. */
import fc from 'fast-check';
import {
  fig12,
  gradientByUnf,
  gradientSteps,
  gradientTerm,
  read,
  rewritten,
  run,
  show,
  showUnf,
  unf,
  type Program,
} from '../../src/functional/index.js';
import { sampled } from '../support/sample.js';
import { expected, flat, near } from './compared.js';
import { functionalPrograms, points } from './programs.js';

const textAfter = (program: Program, pass: string): string =>
  gradientSteps(program).find((step) => step.pass.startsWith(pass))!.text;
const final = (text: string): string => show(gradientTerm(read(text)).term);

describe('Example 1.1', () => {
  const program = read('(x1, x2, x3) => { const w1 = x1 * x2; const w2 = w1 * x1; return w2; }');

  test('has the three forms that the paper prints.', () => {
    expect(textAfter(program, 'inlining')).toBe(
      `let w1, w1' = ⟨x1 * x2, fun (y1, y2, y3, y4) → (y1 + x2 * y4, y2 + x1 * y4, y3)⟩ in
let w2, w2' = ⟨w1 * x1, fun (y1, y2, y3, y4, y5) → w1'(y1 + w1 * y5, y2, y3, y4 + x1 * y5)⟩ in
w2'(0, 0, 0, 0, 1)`,
    );
    expect(textAfter(program, 'partial evaluation')).toBe(
      `let w1 = x1 * x2 in
let w2 = w1 * x1 in
let y1, y2, y3, y4, y5 = 0, 0, 0, 0, 1 in
let y1' = y1 + w1 * y5 in
let y4' = y4 + x1 * y5 in
(y1' + x2 * y4', y2 + x1 * y4', y3)`,
    );
    expect(textAfter(program, 'simplification')).toBe(
      `let w1 = x1 * x2 in
let w2 = w1 * x1 in
(w1 + x2 * x1, x1 * x1, 0)`,
    );
    for (const { term } of gradientSteps(program))
      expect(run({ ...program, term }, [3, 5, 7])).toEqual([30, 9, 0]);
  });

  test('has a unary form, which leads to the same gradient.', () => {
    expect(showUnf(unf(read('(x1, x2) => x1 * x2')))).toBe(
      `var[R, R; 1];
var[R, R, R; 2];
mul[R, R, R, R];
proj[R, R; hides 2]`,
    );
    expect(gradientByUnf(program).at(-1)!.text).toBe(
      gradientSteps(program).at(-1)!.text.replaceAll('w1', 'x_3'),
    );
  });
});

describe('Example 5.5:', () => {
  test.each([
    [
      '(A) => reduce((x, y) => x * y, 1, A)',
      'map2 * (scanr * 1 (shift1L A)) (shift1R (scanl * 1 A))',
    ],
    ['(A) => reduce((x, y) => x + y, 0, A)', 'map (x → 1) A'],
    ['(A: number[], B: number[]) => sum(map2((x, y) => x * y, A, B))', '(B, A)'],
  ])('the gradient of %s is %s.', (text, expected) => {
    expect(final(text)).toBe(expected);
  });

  test('prod has gradients with zeros and without elements.', () => {
    const gradient = gradientTerm(read('(A) => reduce((x, y) => x * y, 1, A)'));
    const at = (xs: number[]) => run(gradient, [xs]);
    expect(at([2, 3, 4])).toEqual([12, 8, 6]);
    expect(at([0, 3, 4])).toEqual([12, 0, 0]);
    expect(at([0, 0, 4])).toEqual([0, 0, 0]);
    expect(at([5])).toEqual([1]);
    expect(at([])).toEqual([]);
  });
});

describe('Known answers:', () => {
  test('reduce of x + y + xy, and foldl with its start.', () => {
    const A = [0.3, -0.2, 0.7, 1.1];
    const close = (xs: readonly number[]) => xs.map((x) => expect.closeTo(x, 7) as number);
    const joined = gradientTerm(read('(A) => reduce((x, y) => x + y + x * y, 0, A)'));
    expect(run(joined, [A])).toEqual(close([2.856, 4.641, 2.184, 1.768]));
    const folded = gradientTerm(read('(v, A) => foldl((x, y) => Math.sin(x) * y + x, v, A)'));
    expect(run(folded, [0.4, A])).toEqual([
      expect.closeTo(3.1808684, 7),
      close([0.9705169, 1.4906566, 0.7468369, 0.6458644]),
    ]);
  });

  test('conditionals are lazy.', () => {
    const program = read('(x) => 1 > 0 ? x : 1 / (x - x)');
    expect(run(gradientTerm(program), [2])).toBe(1);
    expect(show(gradientTerm(program).term)).toBe('1');
    expect(run(gradientTerm(read('(x) => x < 0 ? 0 : x * x')), [3])).toBe(6);
  });
});

describe('Random programs', () => {
  test('have the gradients that reverse mode gives, in all passes.', () => {
    fc.assert(
      fc.property(functionalPrograms(4, { folds: true }), points, (program, at) => {
        const wanted = expected(program, at);
        for (const { term } of gradientSteps(program))
          near(flat(run({ ...program, term }, at)), wanted);
      }),
      { numRuns: sampled(150) },
    );
  });

  test.each([[[]], [[0.6]], [[0.6, -1.2]]])(
    'have them for arrays of other sizes, too: %j.',
    (A) => {
      fc.assert(
        fc.property(fc.boolean(), fc.nat(), (general, seed) => {
          const [program] = fc.sample(functionalPrograms(3, { folds: false, general }), {
            numRuns: 1,
            seed,
          });
          const at = [0.7, -1.3, A];
          const wanted = expected(program, at);
          for (const { term } of gradientSteps(program))
            near(flat(run({ ...program, term }, at)), wanted);
        }),
        { numRuns: sampled(100) },
      );
    },
  );

  test('of Source have the same gradients by UNF.', () => {
    fc.assert(
      fc.property(functionalPrograms(4, { folds: false }), points, (program, at) => {
        const wanted = expected(program, at);
        for (const { term } of gradientByUnf(program))
          near(flat(run({ ...program, term }, at)), wanted);
      }),
      { numRuns: sampled(150) },
    );
  });

  test.each(fig12.map((rule) => [rule.text, rule] as const))(
    'keep their values by %s.',
    (_, rule) => {
      fc.assert(
        fc.property(functionalPrograms(3, { folds: true }), points, (program, at) => {
          for (const { term } of gradientSteps(program).slice(0, 3))
            near(
              flat(run({ ...program, term: rewritten(term, [rule]) }, at)),
              flat(run({ ...program, term }, at)),
            );
        }),
        { numRuns: sampled(20) },
      );
    },
  );

  test('have a second derivative: the gradient is a program again.', () => {
    const first = gradientTerm(read('(A) => reduce((x, y) => x * y, 1, A)'));
    const sum = { ...first, term: read('(A) => reduce((x, y) => x + y, 0, A)').term };
    const total: Program = {
      context: first.context,
      term: { tag: 'let', names: ['A'], bound: first.term, body: sum.term },
    };
    expect(run(gradientTerm(total), [[2, 3, 4]])).toEqual([7, 6, 5]);
  });
});
