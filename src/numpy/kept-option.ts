/**
 * How a call says that a function is to be applied: places, masks, axes, shapes. A row reads them again on its way back,
 * when whoever made them may have written into them.
 */
import { isArray } from './library.js';

/** What a row may read later. O(size). */
export function keptOption(option: unknown): unknown {
  if (isArray(option)) return option.copy();
  if (Array.isArray(option)) return option.map(keptOption);
  return ArrayBuffer.isView(option) ? (option as Uint8Array).slice() : option;
}
