/**
 * Programs as data, and their gradients as programs: the array language of Huot and Shaikhha, and the λ-calculus of Brunel,
 * Mazza and Pagani. `delta-tape/functional`.
 */
export {
  build,
  foldl,
  map,
  map2,
  put,
  reduce,
  scanl,
  scanr,
  shift1L,
  shift1R,
  unshift1L,
  unshift1R,
} from './operators-on-arrays.js';
export { costOf, nesting, run, type Cost } from './cost-model.js';
export { gradientSteps, gradientTerm, gradientByUnf, type Step } from './gradient-steps.js';
export type { Fun, Iteration, Movement, Program, Term, TermOf, Type } from './language.js';
export type { Value } from './ground-values.js';
export { read } from './read.js';
export { rewritten } from './rewrite.js';
export type { Rule } from './rule.js';
export { fig12 } from './fig-12.js';
export { show } from './show.js';
export {
  reverseUnf,
  showUnf,
  unf,
  type Primitive,
  type SourceUnf,
  type TargetUnf,
} from './unary-form.js';
export { fromUnf } from './unary-inverse.js';
export {
  gradientByReduction,
  reductionSteps,
  type ReducedGradient,
} from './substitution/gradient-by-reduction.js';
export {
  application,
  call,
  lambda,
  numeral,
  pair,
  plus,
  substitution,
  symbolOf,
  unpairing,
  variable,
  type FunctionSymbol,
  type Lambda,
} from './substitution/lambda-terms.js';
export type { Reduced, RuleNumber, Strategy } from './substitution/reduction.js';
export { groundTerm, reverseGradient } from './substitution/reverse-gradient.js';
export { showLambda } from './substitution/show-lambda.js';
