/**
 * The functions of numpy-ts as users of this library see them. A table has those that are right under
 * differentiation. Functions whose result has no derivative are computed from primals. Everything else refuses
 * duals.
 */
import { isBlock } from '../core/block.js';
import { asInNumPy } from './as-in-numpy.js';
import { onAxes } from './axes.js';
import { ofOneDtype } from './one-dtype.js';
import { Dual } from '../core/real.js';
import { ArrayDual, type AnyArray, type Operand } from './array-dual.js';
import { comparisons, watchArrays } from './comparisons.js';
import { applyRow, plainOperand } from './apply.js';
import { examplesAreOpen, holdsExamples, passive } from './batch-run.js';
import { areComplex, settledResult, vary } from './complex/complex-array.js';
import { fft } from './complex/fft.js';
import { ofComplex } from './complex/complex-functions.js';
import { constants } from './constant-functions.js';
import { holdsDuals } from './creation.js';
import { ofEachExample } from './each-example.js';
import { inOrder, isFloat } from './elements.js';
import { isOfNumbers, notOfComplex, perExample } from './errors.js';
import { insistingOnNames } from './named-options.js';
import { takingLists } from './lists-for-arrays.js';
import { meaningNumbers } from './number-positions.js';
import { refusalOf } from './remedies.js';
import { elementByElement } from './row-batch.js';
import type { ArrayRow } from './row.js';
import { elementwise, loops } from './rows/elementwise.js';
import { everywhere, groups, onDuals, type Face } from './rows/table.js';
import {
  everything,
  holdsFunctions,
  isArray,
  numpy,
  type FloatType,
  type NDArray,
} from './library.js';

type AnyFace = (...args: readonly unknown[]) => unknown;

/** Of these a number may be the first argument, and numbers give a boolean. */
const ofNumbers: ReadonlySet<string> = new Set([
  ...comparisons,
  ...['isnan', 'isinf', 'isfinite', 'isposinf', 'isneginf', 'signbit', 'isclose'],
  ...['logical_and', 'logical_or', 'logical_not', 'logical_xor', 'isreal', 'iscomplex'],
]);
/** Of these both arguments may be numbers. */
const ofPairs: ReadonlySet<string> = new Set([
  ...['allclose', 'array_equal', 'array_equiv', 'isin', 'in1d'],
]);
/** These ask whether there is an array. */
const ofAnything: ReadonlySet<string> = new Set(['isscalar', 'iterable']);

export type Status = 'differentiable' | 'constant' | 'refused' | 'untouched';

const anyDual = (args: readonly unknown[]): boolean => {
  for (let k = 0; k < args.length; k++) if (ArrayDual.is(args[k])) return true;
  return args.some(holdsDuals);
};
const plain = (x: unknown): unknown => {
  if (x instanceof Dual) return plainOperand(x);
  return Array.isArray(x) ? x.map(plain) : x;
};

/** Of these each element depends on the elements at its place. */
const elementByElementConstants: ReadonlySet<string> = new Set([
  ...[...ofNumbers].filter((name) => name !== 'isclose'),
  'zeros_like',
  'ones_like',
]);

/** Of these the result depends on shapes and types alone. */
const ofShapes: ReadonlySet<string> = new Set([
  ...['shape', 'ndim', 'size', 'empty_like', 'isrealobj', 'iscomplexobj', 'isscalar', 'iterable'],
  ...['diag_indices_from', 'tril_indices_from', 'triu_indices_from'],
]);
const outlined = (x: unknown): unknown => {
  if (!holdsExamples(x)) return x;
  if (!isBlock(x)) return 0;
  const { shape, dtype } = x as AnyArray;
  return numpy.empty(shape, dtype as FloatType);
};

/** A constant of each element, which has no derivative. */
function constantRow(name: string, f: AnyFace): ArrayRow {
  const row: ArrayRow = {
    name,
    value: (xs) =>
      f(...xs.map((x) => (typeof x === 'number' ? numpy.array(x) : ordered(x)))) as NDArray,
    pullback: () => [],
    pushforward: () => 0,
    batch: (examples) => ({
      ...elementByElement((xs) => applyRow(row, xs, undefined))(examples),
      isReal: false,
    }),
  };
  return row;
}

function ofPrimals(name: string, f: AnyFace): AnyFace {
  const isComparison = comparisons.includes(name);
  const row = constantRow(name, f);
  const asThere = asInNumPy(name, f);
  const onPlain: AnyFace = (...plains) => {
    if (ofAnything.has(name)) return asThere(...plains);
    const count = ofPairs.has(name) ? 2 : 1;
    const arrays = plains.map((x, k) => (typeof x === 'number' && k < count ? numpy.array(x) : x));
    const answer = asThere(...arrays);
    const isOne = typeof plains[0] === 'number' && ofNumbers.has(name) && !plains.some(isArray);
    return isOne ? Boolean((answer as { item(): unknown }).item()) : answer;
  };
  return (...args) => {
    if (args.some(holdsExamples)) {
      if (ofShapes.has(name)) return onPlain(...args.map(outlined));
      if (!elementByElementConstants.has(name)) return ofEachExample(name, onPlain, args);
      return applyRow(
        row,
        args.map((x) => passive(x as Operand)),
        undefined,
      );
    }
    if (isComparison) watchArrays(name, args);
    return onPlain(...(anyDual(args) ? args.map(plain) : args).map(ordered));
  };
}

/**
 * The functions that give views of their argument. What computes gets arrays in order: some kernels
 * take a view for its memory.
 */
const viewing: ReadonlySet<string> = new Set(
  `reshape ravel transpose permute_dims matrix_transpose swapaxes moveaxis rollaxis
  expand_dims squeeze broadcast_to flip fliplr flipud rot90 diagonal split array_split
  hsplit vsplit dsplit unstack atleast_1d atleast_2d atleast_3d array asarray asanyarray
  require copy item tolist flatten broadcast_arrays meshgrid block full full_like`.split(/\s+/),
);
const ordered = (x: unknown): unknown => {
  if (Array.isArray(x)) return x.map(ordered);
  return isArray(x) ? inOrder(x) : x;
};
/** True if all arrays are of floats, also in lists. */
const areFloats = (args: readonly unknown[]): boolean =>
  args.every((x) => (Array.isArray(x) ? areFloats(x) : !isArray(x) || isFloat(x.dtype)));

/** With the name of the function in what is said of examples (vmap). */
function named(name: string, f: AnyFace, args: readonly unknown[]): unknown {
  if (!examplesAreOpen()) return f(...args);
  try {
    return f(...args);
  } catch (error) {
    throw isOfNumbers(error) ? perExample(`np.${name}`) : error;
  }
}

/**
 * `differentiated` where there are duals, or numbers where numpy-ts takes arrays only, or null for an axis; else the
 * function of numpy-ts.
 */
const either = (name: string, f: AnyFace, differentiated: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    const isOurs = typeof args[0] === 'number' || (args.includes(null) && areFloats(args));
    if (isOurs || anyDual(args)) return named(name, differentiated, args);
    return f(...(viewing.has(name) ? args : args.map(ordered)));
  };

/** True if the result is of floats: without arrays, or with one of floats and none of complex numbers. */
function givesFloats(args: readonly unknown[]): boolean {
  const dtypes = args.flat(Infinity).flatMap((x) => (isArray(x) ? [x.dtype] : []));
  return dtypes.length === 0 || (dtypes.some(isFloat) && !dtypes.some((d) => d.startsWith('c')));
}

/** `own` on all arrays of floats. */
const ours = (name: string, f: AnyFace, own: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    return givesFloats(args) || anyDual(args) ? named(name, own, args) : f(...args.map(ordered));
  };

/** Numbers stand where NumPy allows scalars. */
function orNumbers(name: string, f: AnyFace, own: AnyFace): AnyFace {
  const isNarrow = narrow.has(name) || loops.has(name);
  return function (this: unknown, ...given: readonly unknown[]): unknown {
    // `list.map(np.exp)` gives more than it takes.
    const args = given.length > f.length ? given.slice(0, f.length) : given;
    if (ArrayDual.is(args[0])) return own(...args);
    const isTheirs =
      isArray(args[0]) &&
      !(args[1] instanceof Dual) &&
      !((isNarrow || hasMore(args[1], args[0])) && areFloats(args));
    if (!isTheirs || anyDual(args)) return own(...args);
    return f(...args.map(ordered));
  };
}

const refusing = (name: string, f: AnyFace): AnyFace =>
  function (this: unknown, ...args: readonly unknown[]): unknown {
    if (anyDual(args)) throw refusalOf(name);
    return f(...args);
  };

const hasMore = (x: unknown, dimensionsThan: NDArray): boolean =>
  isArray(x) && x.ndim > dimensionsThan.ndim;

/** Functions of numpy-ts that do not broadcast, or take a view for what stands before it. */
const narrow: ReadonlySet<string> = new Set([
  ...['hypot', 'arctan2', 'atan2', 'float_power', 'logaddexp', 'square'],
]);

const isClass = (f: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(f));
const isConstant = (name: string): boolean => (constants as readonly string[]).includes(name);

export const statusOf = (name: string): Status => {
  const [group, key] = name.split('.');
  if (key !== undefined) {
    if (group === 'fft' && key in fft) return 'differentiable';
    if (groups[group]?.[key] !== undefined) return 'differentiable';
    return isConstant(name)
      ? 'constant'
      : groups[group] === undefined || !(key in everything)
        ? 'refused'
        : statusOf(key);
  }
  const value = everything[name];
  if (name in elementwise || name in onDuals || name in everywhere) return 'differentiable';
  if (isConstant(name)) return 'constant';
  const takesArrays =
    typeof value === 'function' ? !isClass(value) : holdsFunctions(value) && !isArray(value);
  return takesArrays ? 'refused' : 'untouched';
};

function faceOf(name: string, value: unknown): unknown {
  if (name in elementwise)
    return orNumbers(
      name,
      value as AnyFace,
      (elementwise as Record<string, Face>)[name] as AnyFace,
    );
  if (name in everywhere) return ours(name, value as AnyFace, everywhere[name] as AnyFace);
  if (name in onDuals) return either(name, value as AnyFace, onDuals[name] as AnyFace);
  if (isConstant(name)) return ofPrimals(name, value as AnyFace);
  if (typeof value === 'function') return isClass(value) ? value : refusing(name, value as AnyFace);
  if (typeof value !== 'object' || value === null || isArray(value)) return value;
  if (!holdsFunctions(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, x]) => [
      key,
      insisting(
        `${name}.${key}`,
        name === 'fft' ? memberOf(name, key, x) : orComplex(key, memberOf(name, key, x)),
      ),
    ]),
  );
}

/** A function of a group; where the group has no row for it, the row of the function of that name counts. */
function memberOf(group: string, key: string, f: unknown): unknown {
  if (typeof f !== 'function' || isClass(f)) return f;
  if (group === 'fft' && key in fft) return fft[key as keyof typeof fft];
  const own = groups[group]?.[key];
  if (own !== undefined) return ours(`${group}.${key}`, f as AnyFace, own as AnyFace);
  if (isConstant(`${group}.${key}`)) return ofPrimals(key, f as AnyFace);
  const status = groups[group] === undefined || !(key in everything) ? 'refused' : statusOf(key);
  return status === 'differentiable' ? faceOf(key, f) : refusing(`${group}.${key}`, f as AnyFace);
}

/** Complex numbers have functions of their own: those of numpy-ts 1.7 are wrong on views, and beside reals. */
function orComplex(name: string, face: unknown): unknown {
  if (typeof face !== 'function' || isClass(face)) return face;
  const own = ofComplex[name] as AnyFace | undefined;
  return (...args: readonly unknown[]): unknown => {
    if (!areComplex(args)) return (face as AnyFace)(...args);
    if (own !== undefined) return settledResult(own(...args));
    if (vary(args)) throw notOfComplex(name);
    return (face as AnyFace)(...args);
  };
}

/** On axes that there are and operands of one dtype, as NumPy computes. */
const settledIn = (name: string, face: AnyFace): AnyFace =>
  onAxes(name, asInNumPy(name, ofOneDtype(name, face)));

/** Lists are taken for arrays; options that a function does not have are refused. */
const insisting = (name: string, face: unknown): unknown =>
  typeof face !== 'function' || isClass(face)
    ? face
    : insistingOnNames(
        name,
        takingLists(name, meaningNumbers(name, settledIn(name, face as AnyFace))),
        ['differentiable', 'constant'].includes(statusOf(name)),
      );

/** All exports of numpy-ts. */
export const faces: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(everything).map(([name, value]) => [
    name,
    insisting(name, orComplex(name, faceOf(name, value))),
  ]),
);
