/**
 * The runtime of translated functions: their derivative versions call these functions in the place of
 * JavaScript's operators and native functions. Each function takes any values, means on duals what JavaScript
 * means on numbers, and does on all other values what JavaScript does.
 */
import './native-operator-advice.js';

export { mode } from '../../core/open-runs.js';
export { attach } from './attach.js';
export { again, eqKept, looseEqKept, near, notTaken, sameKept } from './caches.js';
export { across, met } from '../../errors/meetings.js';
export { unchanged, written, writtenForOthers } from './compiled/classes-as-written.js';
export { held } from './compiled/entry/records.js';
export { bundled, called, lowered, recorded } from './compiled/lowered.js';
export { asRead, moduleAsRead, ofModule } from './compiled/modules-as-read.js';
export { notLowered } from './compiled/obstacles.js';
export { coreOf } from './specialised/behind-runs.js';
export { variable } from './variables-of-modules.js';
export { eq, eqConstant, ge, gt, le, looseEq, looseEqConstant, lt, truthy } from './comparisons.js';
export { Infinity, Math, NaN } from './globals.js';
export { jsonCopy } from './json-copies.js';
export { key, set } from './keys.js';
export {
  assigns,
  into,
  intoList,
  made,
  outlived,
  privateFields,
  put,
  target,
} from './left-behind.js';
export * from './math.js';
export { get, has, member, name, place } from './members.js';
export { call, construct, invoke, make, method, methodOfList, own } from './natives.js';
export { writtenAs } from '../../functions/original-texts.js';
export { add, dec, div, inc, mul, neg, numeric, plus, pow, rem, sub } from './operators.js';
export { and, not, or, shl, shr, ushr, xor } from './step-functions.js';
export { resumed, suspending } from './suspended.js';
export { translatedBy } from './translated-by.js';
export { removable, sized } from './typed-objects.js';
export {
  destructured,
  elements,
  enumerated,
  instanceOf,
  iterable,
  prototype,
  refuse,
  spread,
  text,
  textAlone,
  typeOf,
} from './values.js';
export {
  bind1,
  bind2,
  bind3,
  close,
  columns,
  holdsFloats,
  id,
  idAt,
  open,
  pack,
  primitive,
  real,
  setAt,
  times,
  value,
  valueAt,
} from './recording.js';
export { seen } from '../../core/floats/held-elements.js';
export { elementAt as at } from '../../tape/packed-array.js';
