/** Trees of parameters, and what fits them. */
export { flatten, type Flattened } from './trees/flatten.js';
export { mapTree, zipTrees } from './trees/map.js';
export { treeDot, treeNorm } from './trees/norms.js';
export { randomTree, type RandomOptions } from './trees/random.js';
export type { RealOf, VectorOf } from './trees/types.js';
