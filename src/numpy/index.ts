/**
 * NumPy under differentiation: the functions of numpy-ts, by their names. On arrays each is that of numpy-ts; on
 * arrays under differentiation it records one binding.
 */
import './kind.js';
import './methods.js';
import './sweeps.js';
import './versions.js';

export * from './exports/a-d.js';
export * from './exports/e-m.js';
export * from './exports/n-z.js';
export type { DType, Scalar } from 'numpy-ts';
export { primalOf } from './creation.js';
export * from './functional/index.js';
export { tidy } from './memory/tidy.js';
