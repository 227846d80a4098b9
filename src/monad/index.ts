/** Reverse mode as a state monad over Let-bindings (§7): `delta-tape/monad`. */
export { build, sequence, traverse } from './combinators.js';
export { dual, real } from './dual.js';
export { Do } from './do.js';
export { M, deltaLet, pure, runDelta, runState, state } from './monad.js';
export { initialState, type DeltaState } from '../delta/delta.js';
export { operators, type MReal } from './monadic-operators.js';
export { buildReals, index, type RealVector } from './vector.js';
export { grad, reverse } from './wrapper.js';
