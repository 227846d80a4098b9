/**
 * The functions of `np.fft`. They also compute plain arrays, because those of numpy-ts 1.7 are wrong on views and
 * for some lengths.
 */
import { Dual } from '../../core/real.js';
import { applyRow } from '../apply.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { badOption, notAnOperand } from '../errors.js';
import { isArray, type NDArray } from '../library.js';
import type { ArrayRow } from '../row.js';
import { elementwise as e } from '../rows/elementwise.js';
import { asOperand, settled } from '../rows/building-blocks.js';
import { sliced } from '../rows/views.js';
import { axesOf, axisOf } from '../rows/reductions.js';
import { shapes } from '../rows/rearranging.js';
import { everything } from '../library.js';
import { complex, ComplexArray, isPlainComplex, partsOf } from './complex-array.js';
import { complexOf, pairOf, partType, realOf, signalOf, signalOfPair } from './signal.js';
import {
  conjugation,
  fourier,
  hermitian,
  realPart,
  resize,
  through,
  type Step,
} from './fourier-steps.js';

type Norm = 'backward' | 'ortho' | 'forward' | null | undefined;
/** The ends of a transform: whether each of them is real. */
interface Ends {
  readonly from: 'real' | 'complex';
  readonly to: 'real' | 'complex';
}
interface Transform extends Ends, Step {
  readonly name: string;
}

const transposed = ({ name, from, to, forth, back }: Transform): Transform => ({
  name: `transposed ${name}`,
  from: to,
  to: from,
  forth: back,
  back: forth,
});

/** Between reals, and pairs of them. */
const row: ArrayRow<Transform> = {
  name: 'fft',
  value([x], { from, to, forth }) {
    const array = x as NDArray;
    const type = partType(array.dtype);
    const z = forth(from === 'real' ? signalOf(array) : signalOfPair(array));
    return to === 'real' ? realOf(z.shape, z.re, type) : pairOf(z, type);
  },
  pullback: (c, _, __, ___, transform) => [applyRow(rowOf(transform), [c], transposed(transform))],
  pushforward: ([t], _, __, transform) => applyRow(rowOf(transform), [t], transform),
  // Axes are counted from the first, so examples are put behind the last.
  batch({ xs: [x], options }) {
    const z = applyRow(rowOf(options), [shapes.moveaxis(x, 0, -1)], options);
    return { array: shapes.moveaxis(z, -1, 0) as AnyArray, isReal: false };
  },
};
const rowOf = ({ name }: Transform): ArrayRow<Transform> => ({ ...row, name });

function apply(x: unknown, transform: Transform): unknown {
  if (!(x instanceof ComplexArray || x instanceof Dual)) {
    const array = x as NDArray;
    const z = transform.forth(signalOf(array));
    const type = partType(array.dtype);
    return transform.to === 'real' ? realOf(z.shape, z.re, type) : complexOf(z, type);
  }
  const { re, im } = partsOf(x);
  const given = transform.from === 'real' ? re : shapes.stack([re, im], 0);
  const z = applyRow(rowOf(transform), [given], transform);
  return transform.to === 'real' ? z : complex(partAt(z, 0), partAt(z, 1));
}
const partAt = (pair: Operand, k: number): Operand =>
  sliced(pair, [String(k), ...(pair as AnyArray).shape.slice(1).map(() => ':')]);

/** An array, of complex numbers or not. */
function settledArray(name: string, x: unknown): ComplexArray | AnyArray {
  if (x instanceof ComplexArray || isPlainComplex(x)) return x as ComplexArray;
  if (isArray(x) || x instanceof Dual) return asOperand(settled(x));
  throw notAnOperand(`fft.${name}`, x);
}
const isComplex = (x: unknown): boolean => x instanceof ComplexArray || isPlainComplex(x);

/** The factor of a transform of n numbers. */
function scaleOf(name: string, n: number, norm: Norm, isInverse: boolean): number {
  if (norm === 'ortho') return 1 / Math.sqrt(n);
  if (![undefined, null, 'backward', 'forward'].includes(norm))
    throw badOption(`fft.${name}`, 'norm', norm, "'backward', 'ortho' or 'forward'");
  return (norm === 'forward') === isInverse ? 1 : 1 / n;
}

function lengthOf(name: string, n: number | null | undefined, otherwise: number): number {
  const length = n ?? otherwise;
  if (Number.isInteger(length) && length > 0) return length;
  throw badOption(`fft.${name}`, 'n', length, 'a length of at least 1');
}

type OneAxis = (x: unknown, n?: number | null, axis?: number, norm?: Norm) => unknown;
type SomeAxes = (
  x: unknown,
  s?: readonly number[] | null,
  axes?: readonly number[] | null,
  norm?: Norm,
) => unknown;

/** One axis of a transform that is complex at both ends. */
function between(
  name: string,
  axis: number,
  m: number,
  n: number,
  norm: Norm,
  isInverse: boolean,
): Step {
  return through([resize(axis, m, n), fourier(axis, isInverse, scaleOf(name, n, norm, isInverse))]);
}

/** The steps from a real signal to the first half of its frequencies. */
const toHalf = (name: string, axis: number, m: number, n: number, norm: Norm): Step =>
  through([between(name, axis, m, n, norm, false), resize(axis, n, Math.floor(n / 2) + 1)]);

/** The steps from half of the frequencies to a real signal. */
const fromHalf = (name: string, axis: number, m: number, n: number, norm: Norm): Step =>
  through([
    resize(axis, m, Math.floor(n / 2) + 1),
    hermitian(axis, n),
    fourier(axis, true, scaleOf(name, n, norm, true)),
    realPart,
  ]);

const overOne =
  (
    name: string,
    to: Ends['to'],
    length: (m: number) => number,
    steps: (axis: number, m: number, n: number, norm: Norm) => Step,
  ): OneAxis =>
  (given, n, axis = -1, norm) => {
    const x = settledArray(name, given);
    const one = axisOf(`fft.${name}`, x.shape, axis);
    const m = x.shape[one];
    const step = steps(one, m, lengthOf(name, n, length(m)), norm);
    const from = isComplex(x) ? 'complex' : 'real';
    return apply(x, { name: `fft.${name}`, from, to, ...step });
  };

/** Drops the imaginary part, as NumPy does. */
const ofReals =
  (f: OneAxis): OneAxis =>
  (x, ...options) =>
    f(x instanceof ComplexArray ? x.re : isPlainComplex(x) ? partsOf(x).re : x, ...options);

const opposite = (norm: Norm): Norm =>
  norm === 'forward' ? 'backward' : norm === 'ortho' ? 'ortho' : 'forward';

const sameLength = (m: number) => m;
const doubled = (m: number) => 2 * (m - 1);

/** Axes and lengths as NumPy takes them. */
function axesAndLengths(
  name: string,
  shape: readonly number[],
  s: readonly number[] | null | undefined,
  axes: readonly number[] | null | undefined,
): [axes: number[], lengths: (number | undefined)[]] {
  const count = s?.length ?? axes?.length ?? shape.length;
  const named = axes ?? Array.from({ length: count }, (_, k) => shape.length - count + k);
  const all = axesOf(`fft.${name}`, shape, named);
  if (s != null && s.length !== all.length)
    throw badOption(`fft.${name}`, 's', s, 'a length for each axis');
  return [all, all.map((_, k) => s?.[k])];
}

const overSome =
  (
    name: string,
    to: Ends['to'],
    /** The steps of axis `k` of `axes`. */
    steps: (
      shape: readonly number[],
      axes: number[],
      lengths: (number | undefined)[],
      norm: Norm,
    ) => Step[],
    fixed?: readonly number[],
  ): SomeAxes =>
  (given, s, axes, norm) => {
    const x = settledArray(name, given);
    const [all, lengths] = axesAndLengths(name, x.shape, s, axes ?? fixed);
    const from = isComplex(x) ? 'complex' : 'real';
    const step = through(steps(x.shape, all, lengths, norm));
    return apply(x, { name: `fft.${name}`, from, to, ...step });
  };

const allBetween =
  (name: string, isInverse: boolean) =>
  (shape: readonly number[], axes: number[], lengths: (number | undefined)[], norm: Norm): Step[] =>
    axes
      .map((axis, k) => {
        const n = lengthOf(name, lengths[k], shape[axis]);
        return between(name, axis, shape[axis], n, norm, isInverse);
      })
      .reverse();

type StepsOf = ReturnType<typeof allBetween>;

/** The last axis, with its length, apart from the others. */
function lastAxis(
  name: string,
  axes: readonly number[],
  lengths: readonly (number | undefined)[],
  defaultLength: (axis: number) => number,
) {
  const last = axes.length - 1;
  const axis = axes[last];
  const n = lengthOf(name, lengths[last], defaultLength(axis));
  return { axis, n, others: axes.slice(0, last) };
}

const allToHalf =
  (name: string): StepsOf =>
  (shape, axes, lengths, norm) => {
    const { axis, n, others } = lastAxis(name, axes, lengths, (k) => shape[k]);
    const rest = allBetween(name, false)(shape, others, lengths, norm);
    return [toHalf(name, axis, shape[axis], n, norm), ...rest];
  };

const allFromHalf =
  (name: string): StepsOf =>
  (shape, axes, lengths, norm) => {
    const { axis, n, others } = lastAxis(name, axes, lengths, (k) => doubled(shape[k]));
    const rest = allBetween(name, true)(shape, others, lengths, norm);
    return [...rest, fromHalf(name, axis, shape[axis], n, norm)];
  };

const two = [-2, -1];
const theirs = everything['fft'] as Readonly<
  Record<string, (...args: readonly unknown[]) => NDArray>
>;

/** The distance between samples may be under differentiation. */
const frequencies =
  (name: 'fftfreq' | 'rfftfreq') =>
  (n: number, d: Operand = 1): Operand =>
    d instanceof Dual ? e.divide(theirs[name](n), d) : theirs[name](n, d);

/** Puts the zero frequency into the middle, or back. */
const shift =
  (name: string, by: (n: number) => number) =>
  (given: unknown, axes?: number | readonly number[] | null): unknown => {
    const x = settledArray(name, given);
    const all = axesOf(`fft.${name}`, x.shape, axes ?? undefined);
    const rolled = (part: Operand): Operand =>
      all.reduce((y, axis) => shapes.roll(y, by(x.shape[axis]), axis), part);
    if (isPlainComplex(x)) return theirs[name](x, axes ?? undefined);
    return x instanceof ComplexArray ? complex(rolled(x.re), rolled(x.im)) : rolled(x);
  };

export const fft = {
  fft: overOne('fft', 'complex', sameLength, (axis, m, n, norm) =>
    between('fft', axis, m, n, norm, false),
  ),
  ifft: overOne('ifft', 'complex', sameLength, (axis, m, n, norm) =>
    between('ifft', axis, m, n, norm, true),
  ),
  rfft: ofReals(
    overOne('rfft', 'complex', sameLength, (axis, m, n, norm) => toHalf('rfft', axis, m, n, norm)),
  ),
  irfft: overOne('irfft', 'real', doubled, (axis, m, n, norm) =>
    fromHalf('irfft', axis, m, n, norm),
  ),
  hfft: overOne('hfft', 'real', doubled, (axis, m, n, norm) =>
    through([conjugation, fromHalf('hfft', axis, m, n, opposite(norm))]),
  ),
  ihfft: ofReals(
    overOne('ihfft', 'complex', sameLength, (axis, m, n, norm) =>
      through([toHalf('ihfft', axis, m, n, opposite(norm)), conjugation]),
    ),
  ),
  fft2: overSome('fft2', 'complex', allBetween('fft2', false), two),
  ifft2: overSome('ifft2', 'complex', allBetween('ifft2', true), two),
  fftn: overSome('fftn', 'complex', allBetween('fftn', false)),
  ifftn: overSome('ifftn', 'complex', allBetween('ifftn', true)),
  rfft2: ofReals(overSome('rfft2', 'complex', allToHalf('rfft2'), two) as OneAxis),
  rfftn: ofReals(overSome('rfftn', 'complex', allToHalf('rfftn')) as OneAxis),
  irfft2: overSome('irfft2', 'real', allFromHalf('irfft2'), two),
  irfftn: overSome('irfftn', 'real', allFromHalf('irfftn')),
  fftfreq: frequencies('fftfreq'),
  rfftfreq: frequencies('rfftfreq'),
  fftshift: shift('fftshift', (n) => Math.floor(n / 2)),
  ifftshift: shift('ifftshift', (n) => -Math.floor(n / 2)),
};
