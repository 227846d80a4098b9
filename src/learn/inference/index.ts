/** Inference: draws from distributions that are given by a log density. */
export {
  interval,
  ordered,
  positive,
  real,
  simplex,
  type Constrained,
  type Constraint,
  type Making,
} from './constraints/constraint.js';
export type { Constraints } from './constraints/free-parameters.js';
export type { Draws } from './diagnostics/chains.js';
export {
  bulkEss,
  deviationError,
  meanError,
  quantileError,
  quantileEss,
  tailEss,
} from './diagnostics/effective-size.js';
export { rHat } from './diagnostics/r-hat.js';
export { summary, type Summary } from './diagnostics/summary.js';
export {
  cauchyLogDensity,
  gumbelLogDensity,
  halfCauchyLogDensity,
  halfNormalLogDensity,
  halfStudentTLogDensity,
  laplaceLogDensity,
  logisticLogDensity,
  logNormalLogDensity,
  normalLogDensity,
  studentTLogDensity,
  uniformLogDensity,
} from './distributions/continuous.js';
export {
  bernoulliLogDensity,
  bernoulliLogitLogDensity,
  binomialLogDensity,
  categoricalLogDensity,
  categoricalLogitLogDensity,
  negativeBinomialLogDensity,
  poissonLogDensity,
  type CategoricalDensity,
} from './distributions/discrete.js';
export {
  betaLogDensity,
  exponentialLogDensity,
  gammaLogDensity,
  inverseGammaLogDensity,
  weibullLogDensity,
} from './distributions/positive.js';
export {
  cauchyLogCdf,
  cauchyLogSurvival,
  gumbelLogCdf,
  gumbelLogSurvival,
  laplaceLogCdf,
  laplaceLogSurvival,
  logisticLogCdf,
  logisticLogSurvival,
  normalLogCdf,
  normalLogSurvival,
} from './distributions/line-tails.js';
export {
  exponentialLogCdf,
  exponentialLogSurvival,
  halfCauchyLogCdf,
  halfCauchyLogSurvival,
  halfNormalLogCdf,
  halfNormalLogSurvival,
  logNormalLogCdf,
  logNormalLogSurvival,
  uniformLogCdf,
  uniformLogSurvival,
  weibullLogCdf,
  weibullLogSurvival,
} from './distributions/positive-tails.js';
export type { Density1, Density2, Density3 } from './distributions/support.js';
export {
  dirichletLogDensity,
  multivariateNormalLogDensity,
  type DirichletDensity,
  type MultivariateNormalDensity,
} from './distributions/multivariate.js';
export { laplace, type Laplace, type LaplaceOptions } from './laplace.js';
export type { ChainStats } from './sampling/chain.js';
export type { DrawReport } from './sampling/draw-report.js';
export type {
  ElsewhereOptions,
  HmcOptions,
  NutsOptions,
  SampleOptions,
  SamplerSettings,
} from './sampling/options.js';
export { hmc, nuts } from './sampling/sample.js';
export type { Chain, Samples } from './sampling/samples.js';
