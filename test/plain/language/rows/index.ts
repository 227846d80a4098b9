/** All rows, group by group, in the order of the page. */
import { arithmetic, comparisons } from './operators.js';
import { bindings, statements } from './statements.js';
import { classes, functions, generators } from './functions.js';
import { chaining, collections, lists, math, texts, typedArrays } from './library.js';
import { modules, typescript } from './modules.js';

export const groups = [
  arithmetic,
  comparisons,
  statements,
  bindings,
  functions,
  generators,
  classes,
  chaining,
  math,
  texts,
  lists,
  typedArrays,
  collections,
  modules,
  typescript,
];
