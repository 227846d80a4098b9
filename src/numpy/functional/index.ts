/** Functional operators. */
export { build, fold, map, map2, reduce, scanl, scanr, shift, type Item } from './higher-order.js';
export { vmap, type Axes, type Collected, type Many, type VmapOptions } from './vmap.js';
