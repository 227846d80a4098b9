/**
 * Functions and methods of arrays that compiled code may call: they write into nothing that they are given, draw no numbers,
 * call no functions of the program, and change no settings. So they may be called again where compiled code leaves. Names
 * that do not stand here are left to runs.
 */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Names of functions that are methods, too. */
const either = `
  absolute add all allclose any arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort
  argwhere around average bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil choose clip compress conj conjugate copy
  copysign cos cosh cumprod cumsum degrees diagonal diff divide divmod dot equal exp exp2 expand_dims expm1 fabs fix flatten
  floor floor_divide greater greater_equal heaviside hypot inner invert isclose isfinite isinf isnan left_shift less
  less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor matmul max mean median
  min mod moveaxis multiply nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod
  nanquantile nanstd nansum nanvar negative nextafter nonzero not_equal outer percentile positive power prod ptp quantile
  radians ravel reciprocal remainder repeat reshape right_shift rint round searchsorted sign signbit sin sinh spacing sqrt
  square squeeze std subtract sum swapaxes take tan tanh tensordot tolist trace transpose trunc var`;

const functions = namesIn(`${either}
  abs acos acosh amax amin angle append arange array array_equal array_equiv array_split asanyarray asarray
  asarray_chkfinite ascontiguousarray asin asinh atan atan2 atanh atleast_1d atleast_2d atleast_3d bincount
  bitwise_count bitwise_invert bitwise_left_shift bitwise_right_shift block broadcast_arrays broadcast_shapes
  broadcast_to column_stack concat concatenate convolve corrcoef correlate count_nonzero cov cross
  cumulative_prod cumulative_sum deg2rad delete delete_ diag diag_indices diagflat digitize dsplit dstack ediff1d einsum
  extract eye flatnonzero flip fliplr flipud float_power fmax fmin fmod frexp full full_like gcd geomspace gradient
  histogram histogram_bin_edges hsplit hstack i0 identity imag in1d indices insert interp intersect1d iscomplex isin
  isneginf isposinf isreal isscalar item ix_ kron lcm ldexp lexsort linspace logspace matrix_transpose matvec maximum
  meshgrid minimum modf nan_to_num ndim ones ones_like pad partition permute_dims poly polyadd polyder polydiv polyfit
  polyint polymul polysub polyval pow primalOf rad2deg ravel_multi_index real resize roll rollaxis roots rot90 row_stack
  select setdiff1d setxor1d shape sinc size sort split stack take_along_axis tile trapezoid tri tril tril_indices
  trim_zeros triu triu_indices true_divide union1d unique unique_all unique_counts unique_inverse unique_values
  unravel_index unstack unwrap vander variance vdot vecdot vecmat vsplit vstack where zeros zeros_like
  fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn
  cholesky cond det eig eigh eigvals eigvalsh inv linalg lstsq matrix_norm matrix_power matrix_rank multi_dot norm pinv qr
  slogdet solve svd svdvals tensorinv tensorsolve vector_norm
  avgPool batchNorm conv2d crossEntropy embedding gelu layerNorm logSoftmax logSumExp maxPool oneHot relu sigmoid softmax
  softplus`);

const methods = namesIn(
  `${either} astype col cols get iget iindex bindex item row rows slice toArray vindex`,
);

/** True if compiled code may call the function that a module of arrays exports under this name. */
export const isKnownFunction = (name: string): boolean => functions.has(name);

/** The same of a method of what such functions give. */
export const isKnownMethod = (name: string): boolean => methods.has(name);

/** Functions and methods that count, compare or find places: what they give never depends on inputs. */
const counting = namesIn(`
  all allclose any argmax argmin argsort argwhere array_equal count_nonzero digitize equal flatnonzero greater greater_equal
  isclose isfinite isinf isnan less less_equal nanargmax nanargmin ndim nonzero not_equal primalOf searchsorted shape size`);

export const isCounting = (name: string): boolean => counting.has(name);
