/**
 * Lists where functions of numpy-ts take arrays. It reads them as arrays without elements, so that many functions give
 * nothing, in silence. Here they become arrays first, as in NumPy.
 */
import { isReal } from '../core/real.js';
import { ArrayDual, type AnyArray } from './array-dual.js';
import { isPlainComplex } from './complex/complex-array.js';
import { array, holdsArrays, holdsDuals } from './creation.js';
import { listToWrite, notAnOperand, ragged } from './errors.js';
import { isArray, numpy } from './library.js';

type AnyFace = (...args: readonly unknown[]) => unknown;

/** Which arguments are arrays, by their positions, and which are lists of arrays. */
interface Places {
  readonly arrays?: readonly number[];
  readonly lists?: readonly number[];
  /** From here on all are arrays. */
  readonly from?: number;
  /** True if the first is written into. */
  readonly writes?: true;
  /** True if it makes an array of the first. */
  readonly makes?: true;
}

const groups: readonly (readonly [names: string, places: Places])[] = [
  [
    `abs absolute acos acosh all amax amin angle any arccos arccosh arcsin arcsinh arctan arctanh argmax argmin
    argpartition argsort argwhere around array_repr array_split array_str asin asinh atan atanh bitwise_count
    bitwise_invert bitwise_not broadcast_to cbrt ceil conj conjugate copy cos cosh count_nonzero cumprod cumsum
    cumulative_prod cumulative_sum deg2rad degrees delete delete_ diag diag_indices_from diagflat diagonal dsplit
    ediff1d empty_like exp exp2 expand_dims expm1 fabs fix flatnonzero flatten flip fliplr flipud floor frexp full_like
    gradient hsplit i0 iindex imag invert iscomplex iscomplexobj isfinite isfortran isinf isnan isnat isneginf isposinf
    isreal isrealobj item log log10 log1p log2 logical_not matrix_transpose max mean median min modf moveaxis nan_to_num
    nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd
    nansum nanvar ndim negative nonzero ones_like packbits pad partition percentile permute_dims poly polyder polyint
    positive prod ptp quantile rad2deg radians ravel real real_if_close reciprocal repeat reshape resize rint roll
    rollaxis roots rot90 round shape sign signbit sin sinc sinh size sort sort_complex spacing split sqrt square squeeze
    std sum swapaxes take tan tanh tile tolist trace transpose tril tril_indices_from trim_zeros triu triu_indices_from
    trunc unique unique_all unique_counts unique_inverse unique_values unpackbits unravel_index unstack unwrap vander
    var variance vindex vsplit zeros_like
    linalg.det linalg.inv linalg.norm linalg.cond linalg.matrix_rank linalg.matrix_power linalg.pinv linalg.qr
    linalg.cholesky linalg.svd linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.slogdet linalg.svdvals
    linalg.tensorinv linalg.vector_norm linalg.matrix_norm linalg.matrix_transpose linalg.permute_dims linalg.trace
    linalg.diagonal linalg.transpose
    fft.fft fft.ifft fft.fft2 fft.ifft2 fft.fftn fft.ifftn fft.rfft fft.irfft fft.rfft2 fft.irfft2 fft.rfftn fft.irfftn
    fft.hfft fft.ihfft fft.fftshift fft.ifftshift`,
    { arrays: [0] },
  ],
  [
    `add allclose append arctan2 array_equal array_equiv atan2 bincount bindex bitwise_and bitwise_left_shift bitwise_or
    bitwise_right_shift bitwise_xor compress convolve copysign corrcoef correlate cov cross digitize divide divmod dot
    equal extract float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot in1d inner
    intersect1d isclose isin kron lcm ldexp left_shift less less_equal logaddexp logaddexp2 logical_and logical_or
    logical_xor matmul matvec maximum minimum mod multiply nextafter not_equal outer polyadd polydiv polyfit polymul
    polysub polyval pow power remainder right_shift searchsorted setdiff1d setxor1d subtract take_along_axis tensordot
    trapezoid true_divide union1d vdot vecdot vecmat
    linalg.matmul linalg.dot linalg.solve linalg.lstsq linalg.tensorsolve linalg.cross linalg.outer linalg.inner
    linalg.tensordot linalg.vecdot`,
    { arrays: [0, 1] },
  ],
  ['clip interp where', { arrays: [0, 1, 2] }],
  ['average insert', { arrays: [0, 2] }],
  ['diff', { arrays: [0, 3, 4] }],
  ['histogram_bin_edges', { arrays: [0, 3] }],
  ['apply_over_axes', { arrays: [1] }],
  ['apply_along_axis', { arrays: [2] }],
  ['choose', { arrays: [0], lists: [1] }],
  ['select', { arrays: [2], lists: [0, 1] }],
  [
    'column_stack concat concatenate dstack hstack lexsort ravel_multi_index row_stack stack vstack linalg.multi_dot',
    { lists: [0] },
  ],
  ['atleast_1d atleast_2d atleast_3d broadcast_arrays ix_ meshgrid', { from: 0 }],
  ['einsum einsum_path', { from: 1 }],
  ['copyto', { arrays: [1], writes: true }],
  ['place put_along_axis putmask', { arrays: [1, 2], writes: true }],
  ['put', { arrays: [2], writes: true }],
  ['fill fill_diagonal', { writes: true }],
  [
    'array asarray asanyarray asarray_chkfinite ascontiguousarray asfortranarray require',
    { makes: true },
  ],
];

const places: ReadonlyMap<string, Places> = new Map(
  groups.flatMap(([names, where]) => names.split(/\s+/).map((name) => [name, where] as const)),
);

type List = readonly unknown[];

const isAnyArray = (x: unknown): x is AnyArray => ArrayDual.is(x) || isArray(x);
const isElement = (x: unknown): boolean =>
  isReal(x) || isAnyArray(x) || isPlainComplex(x) || ['boolean', 'bigint'].includes(typeof x);

const lengthsOf = (x: unknown): readonly number[] => {
  if (isAnyArray(x)) return x.shape;
  return Array.isArray(x) ? [x.length, ...(x.length > 0 ? lengthsOf(x[0]) : [])] : [];
};
/** True if the parts below an axis have these lengths. */
function fits(x: unknown, lengths: readonly number[], axis: number): boolean {
  if (Array.isArray(x))
    return x.length === lengths[axis] && x.every((part) => fits(part, lengths, axis + 1));
  if (isAnyArray(x)) return String(x.shape) === String(lengths.slice(axis));
  return axis === lengths.length;
}
function insistOnShape(name: string, list: List): void {
  if (!fits(list, lengthsOf(list), 0)) throw ragged(name);
}

/** The array of a list, of booleans if all its elements are. */
function arrayOf(name: string, list: List): unknown {
  const elements = list.flat(Infinity);
  if (!elements.every(isElement)) throw notAnOperand(name, list);
  insistOnShape(name, list);
  const areBooleans = elements.length > 0 && elements.every((x) => typeof x === 'boolean');
  return areBooleans ? numpy.array(list, 'bool') : array(list);
}

/** A list that is to become an array; numpy-ts would take arrays in it for numbers that are missing. */
function toBeMade(name: string, list: List): unknown {
  insistOnShape(name, list);
  return holdsArrays(list) ? array(list) : list;
}

const settled = (name: string, x: unknown): unknown => {
  if (Array.isArray(x)) return arrayOf(name, x);
  const isTyped = ArrayBuffer.isView(x) && !(x instanceof DataView);
  return isTyped ? numpy.array(Array.from(x as unknown as ArrayLike<number>)) : x;
};

/** Options, whose `where` is an array, too. */
const withMask = (name: string, x: object): object =>
  'where' in x && Array.isArray(x.where) ? { ...x, where: settled(name, x.where) } : x;

/** The same function, which takes lists for arrays. O(size) for a list, O(1) otherwise. */
export function takingLists(name: string, face: AnyFace): AnyFace {
  const where = places.get(name);
  if (where === undefined) return face;
  const { arrays = [], lists = [], from = Infinity, writes = false, makes = false } = where;
  return function (this: unknown, ...args: readonly unknown[]): unknown {
    if (writes && Array.isArray(args[0]) && !holdsDuals(args[0])) throw listToWrite(name);
    const taken = args.map((x, k) => {
      if (typeof x !== 'object' || x === null) return x;
      if (makes && k === 0 && Array.isArray(x)) return toBeMade(name, x);
      if (k >= from || arrays.includes(k)) return settled(name, x);
      if (lists.includes(k) && Array.isArray(x)) return x.map((part) => settled(name, part));
      return withMask(name, x);
    });
    return face.apply(this, taken);
  };
}
