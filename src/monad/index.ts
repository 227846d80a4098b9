/** Reverse mode as a state monad over Let-bindings (§7): `delta-tape/monad`. */
export {
  build,
  foldM,
  forever,
  replicateM,
  sequence,
  traverse,
  traverseReals,
  unless,
  when,
  zipWithM,
} from './combinators.js';
export {
  derivative,
  jacobian,
  jvp,
  valueAndGrad,
  vjp,
  type JacobianOf,
} from './monadic-derivatives.js';
export { dual, real } from './dual.js';
export { Do } from './do.js';
export { M, applyM, deltaLet, pure, runDelta, runState, state } from './monad.js';
export type { DeltaState } from '../delta/delta.js';
export { columnState, initialState } from '../delta/delta-state.js';
export { lift, operators, type MReal } from './monadic-operators.js';
export { applyVector, buildReals, index, type RealVector, type VectorRow } from './vector.js';
export { grad, reverse, type StateFrom } from './wrapper.js';
