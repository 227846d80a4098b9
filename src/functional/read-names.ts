/** The names of TypeScript for the operations of the language. */
import type { Iteration, Movement } from './language.js';

export const binary: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '**': 'pow',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
};

/** Operators by the names that functions have, those of np among them. Their function comes first. */
export const iterations: Readonly<Record<string, Iteration>> = {
  map: 'map',
  map2: 'map2',
  reduce: 'reduce',
  fold: 'foldl',
  foldl: 'foldl',
  scanl: 'scanl',
  scanr: 'scanr',
};
export const movements: Readonly<Record<string, Movement>> = {
  shift1L: 'shift1L',
  shift1R: 'shift1R',
};
/** The operations and the units of the folds that sums and products of arrays are short for. */
export const folds: Readonly<Record<string, readonly [name: string, unit: number]>> = {
  sum: ['add', 0],
  prod: ['mul', 1],
};

export const has = (table: object, name: string): boolean => Object.hasOwn(table, name);
