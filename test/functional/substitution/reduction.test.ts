/** The linear substitution calculus of Brunel, Mazza and Pagani: Tables 1, 2 and 3, and what they claim. */
import fc from 'fast-check';
import { grad, mul, sigmoid, sin, sub, traceTerm, type Real } from '../../../src/index.js';
import {
  application,
  call,
  gradientByReduction,
  groundTerm,
  lambda,
  numeral,
  pair,
  plus,
  reductionSteps,
  showLambda,
  substitution,
  symbolOf,
  unpairing,
  variable,
  type Lambda,
} from '../../../src/functional/index.js';
import { isLinearIn } from '../../../src/functional/substitution/linearity.js';
import { sampled } from '../../support/sample.js';
import { randomTerms, run } from './random-terms.js';

const v = variable;
const times = (t: Lambda, u: Lambda) => call(mul.primitive, t, u);
const total = (steps: object) => (Object.values(steps) as number[]).reduce((sum, n) => sum + n, 0);

const tower = (n: number) => {
  const f = (x: Real): Real => Array.from({ length: n }).reduce<Real>((z) => mul(z, z), x);
  return groundTerm(traceTerm(f)(1));
};

const layer = lambda(
  'x',
  lambda('h', call(sigmoid.primitive, plus(times(v('e'), v('x')), times(v('r'), v('h'))))),
);
const church = (as: readonly number[]) =>
  lambda(
    'f',
    lambda(
      'y',
      as.reduceRight((acc, a) => application(application(v('f'), numeral(a)), acc), v('y')),
    ),
  );
const network = (as: readonly number[]) => application(application(church(as), layer), numeral(0));

describe('Gradients by reduction', () => {
  test('of Fig. 1 call the backpropagator of the difference once, by linear factoring.', () => {
    const square = times(v('z1'), v('z1'));
    const difference = call(sub.primitive, v('x1'), v('x2'));
    const G = substitution(call(sin.primitive, square), 'z1', difference);
    const { value, gradient, steps } = gradientByReduction(G, { x1: 5, x2: 2 });
    expect(value).toBeCloseTo(0.412118485, 9);
    expect(gradient.x1).toBeCloseTo(-5.466781571, 9);
    expect(gradient.x2).toBeCloseTo(5.466781571, 9);
    // Backpropagators are applied by (7): those of sin, the square, the difference, x1 and x2.
    expect([steps[17], steps[7]]).toEqual([1, 5]);
    const plainly = gradientByReduction(G, { x1: 5, x2: 2 }, { factoring: false });
    expect([plainly.steps[17], plainly.steps[7]]).toEqual([undefined, 8]);
    expect(plainly.gradient.x1).toBeCloseTo(gradient.x1, 12);
  });

  test('take steps linear in a tower of squares with factoring, and exponential without.', () => {
    const stepsOf = (n: number, factoring: boolean) => {
      const { gradient, steps } = gradientByReduction(tower(n), { s: 1 }, { factoring });
      expect(gradient.s).toBe(2 ** n);
      return steps;
    };
    const [a, b, c] = [4, 8, 16].map((n) => total(stepsOf(n, true)));
    expect(c - b).toBe(2 * (b - a));
    for (const n of [4, 6]) expect(stepsOf(n, false)[7]).toBe(2 ** (n + 1) - 1);
  });

  test('of recurrent networks over Church lists are those of Lemma 20 (§6.1).', () => {
    const one = gradientByReduction(network([1]), { e: 0.3, r: 0.7 });
    expect([one.value, one.gradient.e, one.gradient.r].map((x) => x.toFixed(7))).toEqual([
      '0.5744425',
      '0.2444583',
      '0.0000000',
    ]);
    const three = gradientByReduction(network([1, 2, 3]), { e: 0.5, r: -0.3 });
    expect(three.value).toBeCloseTo(0.5734491334, 9);
    expect(three.gradient.e).toBeCloseTo(0.2148232131, 9);
    expect(three.gradient.r).toBeCloseTo(0.1533320251, 9);
  });

  test('take fewer steps where functions are reduced before they are copied (§6.2).', () => {
    const stepsOf = (n: number, early: boolean) => {
      const list = Array.from({ length: n }, (_, k) => k + 1);
      const { gradient, steps } = gradientByReduction(
        network(list),
        { e: 0.5, r: -0.3 },
        { early },
      );
      return { gradient, steps: total(steps) };
    };
    const gains = [2, 3, 4].map((n) => {
      const [late, early] = [stepsOf(n, false), stepsOf(n, true)];
      expect(early.gradient).toEqual(late.gradient);
      return late.steps - early.steps;
    });
    expect(gains[0]).toBeGreaterThan(0);
    expect(gains[2] - gains[1]).toBe(gains[1] - gains[0]);
  });

  test('of random terms are what grad gives, in every order of steps (Theorem 15, Corollary 9).', () => {
    fc.assert(
      fc.property(randomTerms, (term) => {
        const f = ([x, y]: Real[]) =>
          run(
            term,
            new Map<string, unknown>([
              ['x', x],
              ['y', y],
            ]),
          ) as Real;
        const expected = grad(f)([0.6, -1.1]);
        for (const strategy of [{}, { early: true }, { factoring: false }]) {
          const { value, gradient } = gradientByReduction(term, { x: 0.6, y: -1.1 }, strategy);
          expect(value).toBeCloseTo(f([0.6, -1.1]) as number, 10);
          expect(gradient.x).toBeCloseTo(expected[0], 8);
          expect(gradient.y).toBeCloseTo(expected[1], 8);
        }
      }),
      { numRuns: sampled(200) },
    );
  });
});

describe('Reduction', () => {
  const rulesOf = (t: Lambda) => [...reductionSteps(t)].map(({ rule }) => rule);
  const normal = (t: Lambda) => showLambda([...reductionSteps(t)].at(-1)!.term);

  test('goes by the rules of Table 2.', () => {
    expect(rulesOf(plus(numeral(1), numeral(2)))).toEqual([12]);
    expect(rulesOf(times(numeral(2), numeral(3)))).toEqual([14]);
    expect(rulesOf(call(sin.primitive, numeral(0)))).toEqual([23]);
    expect(rulesOf(application(lambda('x', v('x')), numeral(2)))).toEqual([7, 9, 10]);
    expect(rulesOf(application(lambda('a', v('a'), true), numeral(2)))).toEqual([7, 11]);
    const swapped = unpairing(pair(v('q'), v('p')), ['p', 'q'], pair(numeral(1), numeral(2)));
    expect(rulesOf(swapped)).toEqual([8, 9, 10, 9, 10]);
    expect(normal(swapped)).toBe('⟨2, 1⟩');
    expect(normal(plus(pair(numeral(1), numeral(2)), pair(numeral(3), numeral(4))))).toBe('⟨4, 6⟩');
    const factored = plus(application(v('k'), numeral(2)), application(v('k'), numeral(3)));
    expect(rulesOf(factored)).toEqual([17, 12]);
    expect(normal(factored)).toBe('k 5');
  });

  test('captures no variable.', () => {
    // (λx. λy. x) y 1, where y is free.
    const t = application(application(lambda('x', lambda('y', v('x'))), v('y')), numeral(1));
    expect(normal(t)).toBe('y');
  });

  test('refuses what is not linear, for which factoring would be wrong.', () => {
    const square = lambda('a', times(v('a'), v('a')), true);
    expect(() => rulesOf(application(square, numeral(3)))).toThrow('does not occur linearly');
    expect(isLinearIn('a', plus(v('a'), times(numeral(2), v('a'))))).toBe(true);
    expect(isLinearIn('a', plus(v('a'), numeral(1)))).toBe(false);
    expect(isLinearIn('a', numeral(0))).toBe(true);
  });

  test('refuses gradients of what is no real, and of symbols without partials.', () => {
    expect(() => gradientByReduction(lambda('x', v('x')), {})).toThrow('not reduce to a real');
    const bare = {
      tag: 'call',
      symbol: { ...symbolOf(sin.primitive), partial: undefined },
    } as const;
    expect(() => gradientByReduction({ ...bare, args: [v('x')] } as never, { x: 1 })).toThrow(
      'no partials',
    );
  });
});
