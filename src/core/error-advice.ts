/**
 * What to do about an error, as far as the situation tells. The texts are long, and belong to
 * modules that only translated programs load: they put them in here.
 */
import type { Site } from './call-site.js';

export const advice: {
  /** For a native operator that met a dual, at the innermost function that is not the library's. */
  nativeOperator?: (found: Site) => string | undefined;
} = {};
