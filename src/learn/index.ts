/** Trees of parameters, and what fits them. */
export {
  leastSquares,
  type LeastSquaresOptions,
  type LeastSquaresRun,
} from './least-squares/least-squares.js';
export type { Loss } from './least-squares/losses.js';
export { minimize, type MinimizeMethod, type MinimizeOptions } from './minimize/minimize.js';
export { findRoot, type FindRootOptions, type RootRun } from './roots/find-root.js';
export type { Band, BandOptions } from './least-squares/uncertainty.js';
export type {
  Bounds,
  Evaluations,
  HistoryEntry,
  Iteration,
  Reason,
  Run,
  RunOptions,
  Signal,
  WithArgs,
} from './runs/run.js';
export { flatten, type Flattened } from './trees/flatten.js';
export { mapTree, zipTrees } from './trees/map.js';
export { treeDot, treeNorm } from './trees/norms.js';
export { randomTree, type RandomOptions } from './trees/random.js';
export type { RealOf, VectorOf } from './trees/types.js';
