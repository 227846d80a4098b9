/** Trees of parameters, and the functions that fit them. */
export {
  leastSquares,
  type LeastSquaresOptions,
  type LeastSquaresRun,
} from './least-squares/least-squares.js';
export type { Loss } from './least-squares/losses.js';
export { minimize, type MinimizeMethod, type MinimizeOptions } from './minimize/minimize.js';
export { findRoot, type FindRootOptions, type RootRun } from './roots/find-root.js';
export type { Band, BandOptions } from './least-squares/uncertainty.js';
export { bootstrap, type Bootstrap, type BootstrapOptions } from './ensembles/bootstrap.js';
export { map, type CallContext, type MapOptions } from './ensembles/many-inputs.js';
export {
  multiStart,
  type MultiStart,
  type MultiStartOptions,
  type StartRun,
} from './ensembles/multi-start.js';
export type { Range, SettingsOf, Space } from './ensembles/search-space.js';
export {
  sweep,
  type Objective,
  type Search,
  type Sweep,
  type SweepOptions,
  type Trial,
  type TrialContext,
} from './ensembles/sweep.js';
export type {
  Act,
  Begin,
  Executor,
  ExecutorOption,
  TaskOptions,
  Tasks,
  Work,
} from './executors/executor.js';
export { here } from './executors/here.js';
export type { Exported } from './runs/exported.js';
export type {
  Bounds,
  BoundsOf,
  Edge,
  Evaluations,
  HistoryEntry,
  Iteration,
  Reason,
  Run,
  RunOptions,
  Signal,
  WithArgs,
} from './runs/run.js';
export { tensorsOf, treeOf } from './files/named-tensors.js';
export { decodeNpz, encodeNpz } from './files/npz.js';
export { decodeSafetensors, encodeSafetensors, type Safetensors } from './files/safetensors.js';
export type { Tensor, TensorData, TensorType, Tensors } from './files/tensor.js';
export { averaged, type AverageOptions, type AveragingOptimizer } from './optimizers/averaging.js';
export { groups } from './optimizers/groups.js';
export { optimizerOf, type Optimizer, type OptimizerStep } from './optimizers/optimizer.js';
export {
  adagrad,
  adam,
  adamw,
  lion,
  rmsprop,
  sgd,
  type AdagradOptions,
  type AdamOptions,
  type AdamWOptions,
  type LionOptions,
  type RmspropOptions,
  type SgdOptions,
} from './optimizers/optimizers.js';
export {
  accumulate,
  chain,
  clip,
  clipByGlobalNorm,
  frozen,
  scaleByLearningRate,
  scaleBySchedule,
  weightDecay,
} from './optimizers/transforms.js';
export {
  cosineSchedule,
  linearSchedule,
  stepSchedule,
  warmUp,
  type Schedule,
} from './optimizers/schedules.js';
export {
  stateOf,
  type OptimizerState,
  type Transform,
  type Transformed,
} from './optimizers/transform.js';
export type { BatchLoss, LossContext } from './training/batch-gradient.js';
export type { CheckpointStore } from './training/training-state.js';
export type { Dataset } from './training/data.js';
export type { TrainOptions } from './training/options.js';
export type { Ending, EpochReport, Progress, StepReport } from './training/reports.js';
export { train, type Trained } from './training/train.js';
export { flatten, type Flattened } from './trees/flatten.js';
export { mapTree, zipTrees } from './trees/map.js';
export { treeDot, treeNorm } from './trees/tree-norms.js';
export type { Place } from './trees/parts.js';
export { randomTree, type RandomOptions } from './trees/random.js';
export type { RealOf, VectorOf } from './trees/tree-types.js';
