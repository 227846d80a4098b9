/** Reverse mode as a state monad over Let-bindings (§7): `delta-tape/monad`. */
export { build, forM, sequence, traverse } from './collections.js';
export { deltaLet, dual, real, runDelta } from './delta-let.js';
export { Do } from './do.js';
export { M, pure, runState, state } from './monad.js';
export { initialState, type DeltaState } from '../delta/state.js';
export { operators, type MReal } from './operators.js';
export { buildReals, index, type RealVector } from './vector.js';
export { grad, reverse } from './wrapper.js';
