/** Derivatives as source files. */
export { gradientSource, type GradientSourceOptions, type SourceKind } from './gradient-source.js';
