export { isReal, type Real } from '../../core/real.js';
export type { Primitive } from '../../core/primitives/row.js';
