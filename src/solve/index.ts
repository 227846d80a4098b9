/** Solutions of equations as functions that can be differentiated. */
export { argmin } from './argmin.js';
export { fixedPoint } from './fixed-point.js';
export type { SolverOptions } from './options.js';
export { root } from './root.js';
