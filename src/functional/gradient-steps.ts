/** ∇_Γ(e) = π₂ D_{Γ;Id}(e)(0_Γ, 1), and the programs on the way from the literal derivative to it. */
import { zeroOf } from './ground.js';
import {
  apply,
  constant,
  letIn,
  proj,
  tuple,
  variable,
  type Program,
  type Term,
} from './language.js';
import { Names, apartFromEachOther } from './fresh-names.js';
import { Reverse } from './reverse-mode.js';
import { optimised, passes, rewritten } from './rewrite.js';
import { show } from './show.js';
import { insistOnReal, typeOf } from './typing.js';
import { reverseUnf, unf } from './unary-form.js';
import { fromUnf } from './unary-inverse.js';

/** A pass, and the program after it. */
export interface Step {
  readonly pass: string;
  readonly term: Term;
  /** The program as the paper prints it. */
  readonly text: string;
}

/**
 * The gradient of a real program by its inputs, pass by pass: the literal transformation of Fig. 5 comes
 * first, the optimised gradient last. It is a tuple of the cotangents of the inputs, or the cotangent of
 * the only one.
 *
 * @param wrt the inputs that it is taken by; all, if it is left out
 * @throws DeltaTapeError if the program has no type, or not the type R
 * @example gradientSteps(read('(A) => sum(A)')).at(-1)!.text // map (x → 1) A
 */
export function gradientSteps(program: Program, wrt?: readonly string[]): readonly Step[] {
  const { derived, zeros } = pairOf(program, wrt);
  const gradient = apply(proj(1, 2, derived), ...zeros, constant(1));
  return stepsFrom('reverse mode (Fig. 5)', gradient);
}

/** D_{Γ;Id}(e), and 0_Γ. */
function pairOf(program: Program, wrt?: readonly string[]) {
  const { context: inputs, term } = apartFromEachOther(program);
  const context = new Map(inputs);
  insistOnReal(typeOf(term, context));
  const by = wrt ?? inputs.map(([name]) => name);
  const zeros = by.map((name) => zeroOf(context.get(name)!, variable(name)));
  const reverse = new Reverse(new Names(program));
  return { derived: reverse.derived(term, context, by), zeros, names: reverse.names };
}

/** The program pass by pass, from the first one. */
function stepsFrom(first: string, whole: Term): readonly Step[] {
  let here = whole;
  const steps = [{ pass: first, term: here, text: show(here) }];
  for (const [pass, rules] of passes) {
    here = rewritten(here, rules);
    steps.push({ pass, term: here, text: show(here) });
  }
  return steps;
}

/** The value and the optimised gradient as one program, a pair, which shares what both need. */
export function valueAndGradientTerm(program: Program, wrt?: readonly string[]): Program {
  const { derived, zeros, names } = pairOf(program, wrt);
  const [value, back] = [names.fresh('v'), names.fresh('Y')];
  const pair = tuple(variable(value), apply(variable(back), ...zeros, constant(1)));
  return { context: program.context, term: optimised(letIn([value, back], derived, pair)) };
}

/**
 * The same by the other way of Fig. 1: UNF⁻¹(D_ρ(UNF(e))). The steps after the first are the same passes.
 *
 * @throws DeltaTapeError if the program has what Source of Fig. 2 has not
 * @example gradientByUnf(read('(A) => sum(A)')).at(-1)!.text // map (x → 1) A
 */
export function gradientByUnf(program: Program): readonly Step[] {
  const own = apartFromEachOther(program);
  insistOnReal(typeOf(own.term, new Map(own.context)));
  const derived = fromUnf(own, reverseUnf(unf(own)));
  const zeros = own.context.map(([name, type]) => zeroOf(type, variable(name)));
  const gradient = apply(proj(1, 2, derived), ...zeros, constant(1));
  return stepsFrom('reverse mode by UNF (Figs. 8 to 10)', gradient);
}

/**
 * The last of the steps: the optimised gradient, in the same inputs.
 *
 * @example show(gradientTerm(read('(A) => reduce((x, y) => x + y, 0, A)')).term) // map (x → 1) A
 */
export const gradientTerm = (program: Program, wrt?: readonly string[]): Program => ({
  context: program.context,
  term: gradientSteps(program, wrt).at(-1)!.term,
});
