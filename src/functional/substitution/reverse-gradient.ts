/**
 * Table 3 of Brunel, Mazza and Pagani: the reverse gradient of a λ-term, as a λ-term. It is compositional: only numerals,
 * sums and function symbols are more than a walk through the term.
 *
 *     D(ℝ) = ℝ × ℝ^⊥      D(A → B) = D(A) → D(B)      D(A × B) = D(A) × D(B)
 */
import type { DeltaId } from '../../delta/delta.js';
import { isVariable, type TraceTerm } from '../../derivatives/traces/trace-term.js';
import { multiplied } from './arithmetic.js';
import { noPartial } from '../errors.js';
import {
  Fresh,
  application,
  call,
  lambda,
  numeral,
  pair,
  partsOf,
  plus,
  substitution,
  unpairing,
  variable,
  withParts,
  type Lambda,
} from './lambda-terms.js';

/** t[⟨x₁, x₁'⟩ := u₁] … [⟨xₖ, xₖ'⟩ := uₖ] */
const unpaired = (t: Lambda, names: readonly [string, string][], us: readonly Lambda[]): Lambda =>
  us.reduce((body, u, k) => unpairing(body, names[k], u), t);

/**
 * The reverse gradient D(t). O(size of t).
 *
 * @throws DeltaTapeError if a function symbol has no partials.
 * @example showLambda(reverseGradient(numeral(3))) // ⟨3, λa1. 0⟩
 */
export function reverseGradient(t: Lambda): Lambda {
  const fresh = new Fresh();
  const D = (of: Lambda): Lambda => {
    switch (of.tag) {
      case 'numeral':
        return pair(of, lambda(fresh.name('a'), numeral(0), true));
      case 'sum': {
        const names = [pairOfNames('x'), pairOfNames('y')];
        const a = fresh.name('a');
        const [[x, xBack], [y, yBack]] = names;
        const back = [xBack, yBack].map((name) => application(variable(name), variable(a)));
        const both = pair(plus(variable(x), variable(y)), lambda(a, plus(back[0], back[1]), true));
        return unpaired(both, names, [D(of.left), D(of.right)]);
      }
      case 'call': {
        const { symbol, args } = of;
        const { partial } = symbol;
        if (partial === undefined) throw noPartial(symbol.name);
        const names = args.map(() => pairOfNames('x'));
        const a = fresh.name('a');
        const xs = names.map(([x]) => variable(x));
        const terms = names.map(([, back], i) =>
          application(
            variable(back),
            multiplied({ tag: 'call', symbol: partial(i), args: xs }, variable(a)),
          ),
        );
        const both = pair({ ...of, args: xs }, lambda(a, terms.reduce(plus), true));
        return unpaired(both, names, args.map(D));
      }
      default:
        return withParts(
          of,
          partsOf(of).map(([part]) => D(part)),
        );
    }
  };
  const pairOfNames = (like: string): [string, string] => [
    fresh.name(like),
    fresh.name(`${like}'`),
  ];
  return D(t);
}

/**
 * The ground term (25) of a trace: a computational graph, whose nodes are substitutions. Its free variables are the inputs by
 * their names. O(length of the trace).
 *
 * @example
 * import { mul, traceTerm, type Real } from 'delta-tape';
 * showLambda(groundTerm(traceTerm((x: Real) => mul(x, 2))(3))) // x1[x1 := s · 2]
 */
export function groundTerm(trace: TraceTerm): Lambda {
  const { inputs, bindings, outputs } = trace;
  const count = inputs.length;
  const nameOf = (id: DeltaId) => (id <= count ? inputs[id - 1].name : `x${id - count}`);
  const operand = (one: TraceTerm['outputs'][number]): Lambda =>
    isVariable(one) ? variable(nameOf(one.id)) : numeral(one);
  return bindings.reduceRight<Lambda>((body, { operation, args }, k) => {
    const operands = args.map(operand);
    const bound =
      operation.name === 'add' && operands.length === 2
        ? plus(operands[0], operands[1])
        : call(operation, ...operands);
    return substitution(body, nameOf(count + k + 1), bound);
  }, operand(outputs[0]));
}
