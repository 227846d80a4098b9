/**
 * The functions of numpy-ts as they are here. What is known to be right under differentiation is in a table; what
 * depends on numbers only in ways that have no derivative is computed from primals; everything else refuses duals.
 */
import { Dual } from '../core/real.js';
import { ArrayDual, type AnyArray } from './array-dual.js';
import { plainOperand } from './apply.js';
import * as creation from './creation.js';
import { holdsDuals } from './creation.js';
import { inOrder } from './elements.js';
import { notDifferentiable } from './errors.js';
import { composed } from './rows/composed.js';
import { elementwise } from './rows/elementwise.js';
import { max, min, ptp } from './rows/extremes.js';
import * as products from './rows/products.js';
import { cumsum, mean, sum } from './rows/reductions.js';
import { shapes } from './rows/shapes.js';
import { everything, isArray } from './library.js';

type Face = (...args: readonly never[]) => unknown;
type AnyFace = (...args: readonly unknown[]) => unknown;

/** On duals; plain arrays are given to numpy-ts itself. */
const ofArrays: Readonly<Record<string, Face>> = {
  ...shapes,
  ...composed,
  ...products,
  sum,
  mean,
  cumsum,
  cumulative_sum: cumsum,
  max,
  amax: max,
  min,
  amin: min,
  ptp,
  array: creation.array,
  asarray: creation.array,
  item: creation.item,
  tolist: creation.tolist,
};

/** What is computed from primals, and is a constant. */
export const constants = [
  ...[
    'greater',
    'greater_equal',
    'less',
    'less_equal',
    'equal',
    'not_equal',
    'isnan',
    'isinf',
    'isfinite',
  ],
  ...[
    'isposinf',
    'isneginf',
    'signbit',
    'logical_and',
    'logical_or',
    'logical_not',
    'logical_xor',
    'all',
    'any',
  ],
  ...[
    'argmax',
    'argmin',
    'argsort',
    'argwhere',
    'nonzero',
    'flatnonzero',
    'count_nonzero',
    'allclose',
    'isclose',
  ],
  ...[
    'array_equal',
    'array_equiv',
    'shape',
    'ndim',
    'size',
    'zeros_like',
    'ones_like',
    'empty_like',
  ],
  ...[
    'argpartition',
    'searchsorted',
    'isreal',
    'iscomplex',
    'isrealobj',
    'iscomplexobj',
    'lexsort',
  ],
] as const;

export type Status = 'differentiable' | 'constant' | 'refused' | 'untouched';

const anyDual = (args: readonly unknown[]): boolean => {
  for (let k = 0; k < args.length; k++)
    if (args[k] instanceof Dual || Array.isArray(args[k])) return args.some(holdsDuals);
  return false;
};
const plain = (x: unknown): unknown => {
  if (x instanceof Dual) return plainOperand(x);
  return Array.isArray(x) ? x.map(plain) : x;
};

function ofPrimals(f: AnyFace): AnyFace {
  return (...args) => f(...(anyDual(args) ? args.map(plain) : args));
}

/** What gives views on its argument. What computes gets arrays in order: some kernels take a view for its memory. */
const viewing: ReadonlySet<string> = new Set([
  ...[
    'reshape',
    'ravel',
    'transpose',
    'permute_dims',
    'matrix_transpose',
    'swapaxes',
    'moveaxis',
    'rollaxis',
  ],
  ...[
    'expand_dims',
    'squeeze',
    'broadcast_to',
    'flip',
    'fliplr',
    'flipud',
    'rot90',
    'diagonal',
    'split',
  ],
  ...[
    'array_split',
    'hsplit',
    'vsplit',
    'dsplit',
    'unstack',
    'atleast_1d',
    'atleast_2d',
    'atleast_3d',
  ],
  ...['array', 'asarray', 'copy', 'item', 'tolist', 'flatten'],
]);
const ordered = (x: unknown): unknown => {
  if (Array.isArray(x)) return x.map(ordered);
  return isArray(x) ? inOrder(x) : x;
};

/** `differentiated` where there are duals, else the function of numpy-ts. */
const either = (name: string, f: AnyFace, differentiated: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    if (anyDual(args)) return differentiated(...args);
    return f(...(viewing.has(name) ? args : args.map(ordered)));
  };

/** Numbers stand where NumPy allows scalars. */
const orNumbers = (f: AnyFace, own: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    const isTheirs =
      !narrow.has(f) &&
      args.every(isInOrder) &&
      isArray(args[0]) &&
      (args.length < 2 || !(args[1] instanceof Dual));
    return isTheirs ? f(...args) : own(...args);
  };

const refusing = (name: string, f: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    if (anyDual(args)) throw notDifferentiable(name);
    return f(...args);
  };

/** Functions of numpy-ts that do not broadcast. */
const narrow: ReadonlySet<unknown> = new Set(
  ['hypot', 'arctan2', 'float_power', 'logaddexp'].map((name) => everything[name]),
);
/** Some of its kernels take a view for what stands in its memory in order. */
const isInOrder = (x: unknown): boolean => !isArray(x) || x.storage.isCContiguous;

const isClass = (f: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(f));
/** Whether it is a group of functions, such as `linalg`. */
const holdsFunctions = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((x) => typeof x === 'function');
const isConstant = (name: string): boolean => (constants as readonly string[]).includes(name);

export const statusOf = (name: string): Status => {
  const value = everything[name];
  if (name in elementwise || name in ofArrays) return 'differentiable';
  if (isConstant(name)) return 'constant';
  const takesArrays =
    typeof value === 'function' ? !isClass(value) : holdsFunctions(value) && !isArray(value);
  return takesArrays ? 'refused' : 'untouched';
};

function faceOf(name: string, value: unknown): unknown {
  if (name in elementwise)
    return orNumbers(value as AnyFace, (elementwise as Record<string, Face>)[name] as AnyFace);
  if (name in ofArrays) return either(name, value as AnyFace, ofArrays[name] as AnyFace);
  if (isConstant(name)) return ofPrimals(value as AnyFace);
  if (typeof value === 'function') return isClass(value) ? value : refusing(name, value as AnyFace);
  if (typeof value !== 'object' || value === null || isArray(value)) return value;
  if (!holdsFunctions(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, x]) => [
      key,
      typeof x === 'function' && !isClass(x) ? refusing(`${name}.${key}`, x as AnyFace) : x,
    ]),
  );
}

/** All exports of numpy-ts. */
export const faces: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(everything).map(([name, value]) => [name, faceOf(name, value)]),
);

export type { AnyArray, ArrayDual };
