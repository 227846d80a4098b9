/** Functions of arrays of complex numbers, by the names of NumPy, written in functions of their parts. */
import { isReal } from '../../core/real.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { zerosLike } from '../elements.js';
import { elementwise as e } from '../rows/elementwise.js';
import { arraysOf, shapes } from '../rows/rearranging.js';
import { everywhere, onDuals, type Face } from '../rows/table.js';
import { complex, ComplexArray, isPlainComplex, partsOf } from './complex-array.js';

type AnyFace = (...args: readonly unknown[]) => unknown;
type Binary = (x: Operand, y: Operand) => Operand;

const own = (name: string): AnyFace => (onDuals[name] ?? everywhere[name]) as AnyFace;
const isComplex = (x: unknown): boolean => x instanceof ComplexArray || isPlainComplex(x);

const sum: Binary = (x, y) => (x === 0 ? y : y === 0 ? x : e.add(x, y));
const difference: Binary = (x, y) => (y === 0 ? x : x === 0 ? e.negative(y) : e.subtract(x, y));
/** A bilinear function of arrays of complex numbers, by that of their parts, where 0 stands for none. */
const bilinear =
  (f: (x: Operand, y: Operand, ...options: unknown[]) => Operand, isConjugate = false): AnyFace =>
  (x, y, ...options) => {
    const [a, b] = [partsOf(x), partsOf(y)];
    const of: Binary = (p, q) => (p === 0 || q === 0 ? 0 : f(p, q, ...options));
    const [rr, ii, ri, ir] = [of(a.re, b.re), of(a.im, b.im), of(a.re, b.im), of(a.im, b.re)];
    return isConjugate
      ? complex(sum(rr, ii), difference(ri, ir))
      : complex(difference(rr, ii), sum(ri, ir));
  };

const times = bilinear((x, y) => e.multiply(x, y)) as (x: unknown, y: unknown) => ComplexArray;
const conjugate = (z: unknown): ComplexArray => {
  const { re, im } = partsOf(z);
  return complex(re, e.negative(im));
};
const squared = (z: unknown): Operand => {
  const { re, im } = partsOf(z);
  return e.add(e.square(re), e.square(im));
};
const absolute = (z: unknown): Operand => {
  const { re, im } = partsOf(z);
  return e.hypot(re, im);
};
const angle = (z: unknown, isInDegrees = false): Operand => {
  const { re, im } = partsOf(z);
  const radians = e.arctan2(im, re);
  return isInDegrees ? e.rad2deg(radians) : radians;
};

function divide(x: unknown, y: unknown): ComplexArray {
  const b = partsOf(y);
  if (b.im !== 0) return divide(times(x, conjugate(y)), squared(y));
  const a = partsOf(x);
  return complex(e.divide(a.re, b.re), e.divide(a.im, b.re));
}

const polar = (radius: Operand, phase: Operand): ComplexArray =>
  complex(e.multiply(radius, e.cos(phase)), e.multiply(radius, e.sin(phase)));
const exp = (z: unknown): ComplexArray => {
  const { re, im } = partsOf(z);
  return polar(e.exp(re), im);
};
const log = (z: unknown): ComplexArray => complex(e.log(absolute(z)), angle(z));

/** Whole powers by products, others by logarithms. */
function power(z: unknown, exponent: unknown): ComplexArray {
  if (!Number.isInteger(exponent) || (exponent as number) < 1) return exp(times(exponent, log(z)));
  const half = Math.floor((exponent as number) / 2);
  if (half === 0) return complex(partsOf(z).re, partsOf(z).im);
  const root = power(z, half);
  const even = times(root, root);
  return (exponent as number) % 2 === 0 ? even : times(even, z);
}

/** A value, or a list, with one part of each array of complex numbers; of others the imaginary part is 0. */
const part = (x: unknown, name: 're' | 'im'): unknown => {
  if (Array.isArray(x)) return x.map((one) => part(one, name));
  if (isComplex(x)) return partsOf(x)[name];
  if (name === 're') return x;
  return isReal(x) ? 0 : zerosLike(x as AnyArray);
};

/** Both parts of results, of which there may be a list. */
const together = (re: unknown, im: unknown): unknown =>
  Array.isArray(re)
    ? re.map((one, k) => together(one, (im as unknown[])[k]))
    : complex(re as Operand, im as Operand);

/** A function that does the same to real and imaginary parts. `places` are those of operands. */
const onParts = (name: string, places: readonly number[] = [0]): AnyFace => {
  const of = (args: readonly unknown[], which: 're' | 'im') =>
    own(name)(...args.map((x, k) => (places.includes(k) ? part(x, which) : x)));
  return (...args) => together(of(args, 're'), of(args, 'im'));
};
const linear = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, onParts(name)]));
const products = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, bilinear((...args) => own(name)(...args) as Operand)]),
  );

const spread =
  (name: string): AnyFace =>
  (z, axis, ddof, keepdims) =>
    e.add(
      own(name)(partsOf(z).re, axis, ddof, keepdims) as Operand,
      own(name)(partsOf(z).im, axis, ddof, keepdims) as Operand,
    );

export const ofComplex: Readonly<Record<string, Face>> = {
  real: (z: unknown) => partsOf(z).re,
  imag: (z: unknown) => partsOf(z).im,
  conj: conjugate,
  conjugate,
  abs: absolute,
  absolute,
  angle,
  add: (x: unknown, y: unknown) => {
    const [a, b] = [partsOf(x), partsOf(y)];
    return complex(e.add(a.re, b.re), sum(a.im, b.im));
  },
  subtract: (x: unknown, y: unknown) => {
    const [a, b] = [partsOf(x), partsOf(y)];
    return complex(e.subtract(a.re, b.re), difference(a.im, b.im));
  },
  multiply: (x: unknown, y: unknown) => {
    if (x !== 0 && y !== 0) return times(x, y);
    const { re, im } = partsOf(x === 0 ? y : x);
    return complex(e.multiply(re, 0), e.multiply(im, 0));
  },
  divide,
  true_divide: divide,
  reciprocal: (z: unknown) => divide(1, z),
  negative: (z: unknown) => complex(e.negative(partsOf(z).re), e.negative(partsOf(z).im)),
  positive: (z: unknown) => complex(partsOf(z).re, partsOf(z).im),
  square: (z: unknown) => times(z, z),
  power,
  pow: power,
  exp,
  log,
  sqrt: (z: unknown) => polar(e.sqrt(absolute(z)), e.multiply(angle(z), 0.5)),
  var: spread('var'),
  variance: spread('var'),
  std: (...args: readonly unknown[]) => e.sqrt(spread('var')(...args) as Operand),
  vdot: bilinear((...args) => own('vdot')(...args) as Operand, true),
  iscomplexobj: () => true,
  isrealobj: () => false,
  shape: (z: ComplexArray) => z.shape,
  ndim: (z: ComplexArray) => z.ndim,
  size: (z: ComplexArray) => z.size,
  ...products(['dot', 'matmul', 'inner', 'outer', 'tensordot', 'kron', 'cross', 'convolve']),
  ...linear(['sum', 'mean', 'cumsum', 'cumulative_sum', 'diff', 'trace']),
  ...Object.fromEntries(Object.keys(shapes).map((name) => [name, onParts(name, arraysOf[name])])),
};
