/** Derivatives as source files. */
export { monadicSource, type MonadicSourceOptions } from '../monadic/monadic-source.js';
export { gradientSource, type GradientSourceOptions, type SourceKind } from './gradient-source.js';
