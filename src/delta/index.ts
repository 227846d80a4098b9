/** The Delta language and its meaning: `delta-tape/delta`. */
export { Add, Let, Scale, Var, Zero } from './delta.js';
export type { Delta, DeltaBinds, DeltaId, DeltaState } from './delta.js';
export { addDelta, emptyMap, evalDelta, evalInto, lookupOrZero, meaning } from './eval.js';
export type { DeltaMap } from './eval.js';
export { bindDelta, columnState, initialState, wrapBinds } from './delta-state.js';
export { showDelta, type NameOf } from './show-delta.js';
export { SpecDual, specification } from './specification.js';
export { backpropagated, backpropagatedPlainly, type Calls } from './stages/backpropagators.js';
export { stageOne } from './stages/one.js';
export { stageTwo, stageTwoSteps } from './stages/two.js';
