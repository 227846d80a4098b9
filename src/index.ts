/** delta-tape: exact derivatives of ordinary TypeScript functions, in linear time. */
export * from './core/comparisons.js';
export * from './special/special.js';
export * from './core/primitives/table.js';
export type { ErrorCode } from './errors/error-codes.js';
export { DeltaTapeError } from './errors/errors.js';
export { definePrimitive } from './core/primitives/primitive.js';
export { Dual, primalOf, type Coefficients, type Operation, type Real } from './core/real.js';
export type * from './core/primitives/row.js';
export type {
  Cotangent,
  D,
  Direction,
  FoundCotangent,
  Primal,
  Reals,
  Tangent,
} from './core/types.js';
export type { Kink } from './errors/kink.js';
export type { WatchOptions } from './core/watcher.js';
export { checkpoint } from './derivatives/checkpointing/checkpoint.js';
export { assertGradient, checkGradient, type CheckOptions } from './derivatives/check/check.js';
export type { Discrepancy, GradientReport, LawReport } from './derivatives/check/report.js';
export { stopGradient } from './derivatives/stop-gradient.js';
export {
  customGradient,
  customTangent,
  type ForEach,
  type WithOwnPullback,
  type WithOwnPushforward,
} from './derivatives/custom.js';
export {
  grad,
  valueAndGrad,
  type Gradient,
  type ValueAndGradient,
  type ValueGradientAndAux,
  type WithGradient,
  type WithGradientAndAux,
} from './derivatives/grad.js';
export {
  hessian,
  type HessianOf,
  type HessianOptions,
  type SparseHessian,
  type DenseHessian,
} from './derivatives/hessian.js';
export { hvp, type HessianVectorProduct, type HessianVectorProductBy } from './derivatives/hvp.js';
export {
  jacobian,
  type JacobianOf,
  type JacobianOptions,
  type JacobianPlan,
  type SparseJacobian,
  type DenseJacobian,
} from './derivatives/jacobian.js';
export {
  derivative,
  jvp,
  type DerivativeOf,
  type Pushforward,
  type PushforwardBy,
  type Tangents,
  type ValueAndTangent,
} from './derivatives/jvp.js';
export { linearTranspose, type Transposed } from './derivatives/linear-transpose.js';
export { linearize, type Linearized, type ValueAndPushforward } from './derivatives/linearize.js';
export { loop, scan, type LoopOptions, type Scanned } from './derivatives/checkpointing/loop.js';
export type { LoopCounts } from './derivatives/checkpointing/reversal.js';
export {
  pullbackForm,
  type CotangentByWrt,
  type OneForm,
  type PulledBack,
} from './derivatives/pullback-form.js';
export type {
  Arguments,
  ByWrt,
  EntryKey,
  Options,
  TangentsBy,
  Wrt,
  WrtOf,
} from './derivatives/signatures.js';
export type { SparsityPattern } from './derivatives/sparse/pattern.js';
export type { Sparse, SparseOf, SparseOption } from './derivatives/sparse/result.js';
export { Tower, taylor, tower } from './derivatives/taylor.js';
export {
  explain,
  trace,
  type Binding,
  type ListingOptions,
  type Trace,
} from './derivatives/trace.js';
export { traceTerm } from './derivatives/traces/of-function.js';
export { differentiateTrace } from './derivatives/traces/differentiate.js';
export {
  evaluateTrace,
  type Departure,
  type EvaluatedTrace,
} from './derivatives/traces/evaluate.js';
export { traceFromJSON, traceToJSON } from './derivatives/traces/json.js';
export { compareTraces, showTrace, type TraceDifference } from './derivatives/traces/show-trace.js';
export type { Guard, Operand, TraceBinding, TraceTerm } from './derivatives/traces/trace-term.js';
export { vjp, type ValueAndPullback, type WithPullback } from './derivatives/vjp.js';
