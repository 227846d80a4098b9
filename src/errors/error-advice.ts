/**
 * Advice for an error in a known situation. The texts are long, so modules that only translated programs
 * load put them in here.
 */
import type { Site } from './call-site.js';

export const advice: {
  /** For a native operator that met a dual, at the innermost function that is not the library's. */
  nativeOperator?: (found: Site) => string | undefined;
} = {};
