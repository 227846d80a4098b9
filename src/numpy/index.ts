/**
 * NumPy under differentiation: the functions of numpy-ts, by their names. On plain arrays each computes what that of
 * numpy-ts computes. On arrays under differentiation it records one binding.
 */
import './kind.js';
import './methods.js';
import './sweeps.js';
import './library-versions.js';

export * from './exports/a-d.js';
export * from './exports/e-m.js';
export * from './exports/n-z.js';
export type { DType, Scalar } from 'numpy-ts';
export { primalOf } from './creation.js';
export * from './functional/index.js';
export { tidy } from './memory/tidy.js';
