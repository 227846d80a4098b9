/**
 * Options of a call that hold arrays: positions, masks, axes, shapes. A row reads them again in its reverse
 * sweep, when their owner may have written into them. So they are copied.
 */
import { isArray } from './library.js';

/** A copy of an option, for a row to read later. O(size). */
export function copiedOption(option: unknown): unknown {
  if (isArray(option)) return option.copy();
  if (Array.isArray(option)) return option.map(copiedOption);
  return ArrayBuffer.isView(option) ? (option as Uint8Array).slice() : option;
}
