/** Tells packed arrays (packed-array.ts) from others, without the code that makes them. */
import type { RealArray } from '../core/floats/real-array.js';
import type { Pack } from './pack.js';

export const PACK = Symbol('pack');

export interface Packed extends RealArray {
  [PACK]: Pack | undefined;
}

/** The pack of a packed array of any run; undefined for other values. */
export const packed = (xs: unknown): Pack | undefined => (xs as Packed | null | undefined)?.[PACK];
