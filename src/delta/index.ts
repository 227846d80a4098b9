/** The Delta language and its meaning: `delta-tape/delta`. */
export {
  Add,
  Let,
  Scale,
  Var,
  Zero,
  addDelta,
  bindDelta,
  emptyMap,
  evalDelta,
  initialState,
  lookupOrZero,
  wrapBinds,
  type Delta,
  type DeltaBinds,
  type DeltaId,
  type DeltaMap,
  type DeltaState,
} from './delta.js';
export { showDelta, type NameOf } from './show-delta.js';
export { SpecDual, specification } from './specification.js';
export { stageOne } from './stages/one.js';
export { stageTwo, stageTwoSteps } from './stages/two.js';
