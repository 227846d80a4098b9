/**
 * The parts of Babel that the translator uses, and the package that combines source maps. The build bundles these
 * packages into this module, so that an installation has one file instead of them.
 */
export {
  generate,
  parseSync,
  transformFromAstSync,
  transformSync,
  traverse,
  types,
} from '@babel/core';
export { default as namespaceExports } from '@babel/plugin-transform-export-namespace-from';
export { default as modulesCommonjs } from '@babel/plugin-transform-modules-commonjs';
export { default as typescript } from '@babel/plugin-transform-typescript';
export { default as remapping } from '@jridgewell/remapping';
