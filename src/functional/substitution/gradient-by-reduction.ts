/**
 * Corollary 16 of Brunel, Mazza and Pagani: the reverse gradient of a term of type ℝ, with ⟨r, λa. x' a⟩ for an input x that
 * is r, reduces to the gradient as a sum of tagged numerals, Σ x'ⱼ gⱼ. It is read back from there, in linear time.
 */
import { notReduced } from '../errors.js';
import {
  Fresh,
  application,
  lambda,
  numeral,
  occurs,
  pair,
  substitution,
  unpairing,
  variable,
  type Lambda,
} from './lambda-terms.js';
import { insistOnLinearity } from './linearity.js';
import {
  Reduction,
  stripped,
  summands,
  type Reduced,
  type RuleNumber,
  type Strategy,
} from './reduction.js';
import { reverseGradient } from './reverse-gradient.js';

/**
 * The terms to which a term reduces, one after the other, each with the number of its rule in Table 2. O(size) for each.
 *
 * @throws DeltaTapeError if a linear variable does not occur linearly (Table 1).
 * @example [...reductionSteps(plus(numeral(1), numeral(2)))].map(({ rule }) => rule) // [12]
 */
export function* reductionSteps(t: Lambda, strategy: Strategy = {}): Generator<Reduced> {
  insistOnLinearity(t);
  const fresh = new Fresh();
  const reduction = new Reduction(fresh, strategy);
  let next = reduction.step(fresh.renamed(t));
  for (; next !== null; next = reduction.step(next.term)) yield next;
}

/** A gradient, and how often each rule of Table 2 was used. */
export interface ReducedGradient {
  readonly value: number;
  readonly gradient: Readonly<Record<string, number>>;
  readonly steps: Readonly<Partial<Record<RuleNumber, number>>>;
}

/** ⟨z, z' 1⟩[⟨z, z'⟩ := D(t)[x := ⟨r, λa. x' a⟩] …] */
function closed(
  t: Lambda,
  at: Readonly<Record<string, number>>,
  tagOf: (x: string) => string,
): Lambda {
  const inputs = Object.entries(at).reduce((body, [x, r]) => {
    const back = lambda('a', application(variable(tagOf(x)), variable('a')), true);
    return substitution(body, x, pair(numeral(r), back));
  }, reverseGradient(t));
  const [z, back] = ['z.0', "z'.0"];
  return unpairing(pair(variable(z), application(variable(back), numeral(1))), [z, back], inputs);
}

/**
 * The value and the gradient of a term of type ℝ at given inputs, by reduction. The steps are O(m + |G|), where the term
 * takes m steps to become a computational graph G; without linear factoring they may be exponential in |G|.
 *
 * @throws DeltaTapeError if it does not reduce to a real, or a variable is not an input.
 * @example
 * import { mul } from 'delta-tape';
 * gradientByReduction(call(mul.primitive, variable('x'), variable('x')), { x: 3 }).gradient // { x: 6 }
 */
export function gradientByReduction(
  t: Lambda,
  at: Readonly<Record<string, number>>,
  strategy: Strategy = {},
): ReducedGradient {
  const tagOf = (x: string) => `${x}'`;
  let term = closed(t, at, tagOf);
  const steps: Partial<Record<RuleNumber, number>> = {};
  for (const reduced of reductionSteps(term, strategy)) {
    ({ term } = reduced);
    steps[reduced.rule] = (steps[reduced.rule] ?? 0) + 1;
  }
  const [result] = stripped(term);
  if (result.tag !== 'pair' || result.left.tag !== 'numeral') throw notReduced();
  const names = Object.keys(at);
  const gradient = Object.fromEntries(names.map((x) => [x, 0]));
  for (const part of summands(result.right)) {
    const [summand] = stripped(part);
    if (summand.tag === 'numeral') continue;
    const x = names.find(
      (name) => summand.tag === 'application' && occurs(tagOf(name), summand.left),
    );
    if (x === undefined || summand.tag !== 'application') throw notReduced();
    const [g] = stripped(summand.right);
    if (g.tag !== 'numeral') throw notReduced();
    gradient[x] += g.value;
  }
  return { value: result.left.value, gradient, steps };
}
