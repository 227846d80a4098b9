/** Derivatives as source files. */
export { gradientSource, type GradientSourceOptions } from './gradient-source.js';
