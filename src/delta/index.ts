/** The Delta language and its meaning: `delta-tape/delta`. */
export { Add, Let, Scale, Var, Zero, type Delta, type DeltaId } from './delta.js';
export { addDelta, emptyMap, evalDelta, lookupOrZero, type DeltaMap } from './eval.js';
export { showDelta, type NameOf } from './print.js';
export { SpecDual, specification } from './specification.js';
export { stageOne } from './stages/one.js';
export { stageTwo } from './stages/two.js';
export { bindDelta, initialState, wrapBinds, type DeltaBinds, type DeltaState } from './state.js';
