/** The functions of arrays by the names of NumPy. */
import * as creation from '../creation.js';
import { applied } from './applied.js';
import { calculus } from './calculus.js';
import { composed } from './composed.js';
import { cumprod, withoutNaN } from './cumulative.js';
import { bySubscripts } from './einsum.js';
import { ptp } from './extremes.js';
import { ordering, partition, sort } from './ordering.js';
import { pad } from './padding.js';
import { partsOfNumbers } from './parts-of-numbers.js';
import { linalg } from './linalg/index.js';
import { full, insert, placing } from './placing.js';
import { polyfit } from './fitting.js';
import { interp } from './interpolation.js';
import { polynomials } from './polynomials.js';
import * as products from './products.js';
import { cumsum, mean } from './reductions.js';
import { bincount, sets } from './sets.js';
import { shapes } from './rearranging.js';
import { spacing } from './spacing.js';
import { statistics } from './statistics.js';
import { polydiv, roots } from './zeros-and-quotients.js';

/** Functions that are members of exports. */
export const groups: Readonly<Record<string, Readonly<Record<string, Face>>>> = { linalg };

export type Face = (...args: readonly never[]) => unknown;

const { array } = creation;

/** On duals; plain arrays are given to numpy-ts itself. */
export const onDuals: Readonly<Record<string, Face>> = {
  ...shapes,
  ...composed,
  ...products,
  ...statistics,
  ...placing,
  ...spacing,
  ...sets,
  polyfit,
  polydiv,
  mean,
  cumsum,
  cumulative_sum: cumsum,
  sort,
  partition,
  array,
  asarray: array,
  asanyarray: array,
  asarray_chkfinite: array,
  require: array,
  item: creation.item,
  tolist: creation.tolist,
};

/** On all arrays of floats: functions of numpy-ts 1.7 that lack cases, or compute what is wrong in some. */
export const everywhere: Readonly<Record<string, Face>> = {
  ...withoutNaN,
  ...ordering,
  ...calculus,
  ...applied,
  interp,
  bincount,
  roots,
  ...polynomials,
  ...bySubscripts,
  ...partsOfNumbers,
  prod: statistics.prod,
  max: statistics.max,
  amax: statistics.max,
  min: statistics.min,
  amin: statistics.min,
  ptp,
  cumprod,
  cumulative_prod: cumprod,
  average: statistics.average,
  var: composed.var,
  variance: composed.var,
  std: composed.std,
  trace: composed.trace,
  diff: statistics.diff,
  cov: statistics.cov,
  corrcoef: statistics.corrcoef,
  full,
  insert,
  pad,
};
