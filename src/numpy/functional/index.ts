/** Functional operators. */
export { build, fold, map, map2, reduce, scanl, scanr, shift, type Item } from './operators.js';
