/** The functional array language of Huot and Shaikhha, and its gradients: `delta-tape/functional`. */
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
