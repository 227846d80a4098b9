/**
 * The cases that the tests of HIPS autograd and of JAX try of NumPy, by name: for each where it is
 * tried here, or why it is not. A case without a row in the other tests has one here.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  gradOf,
  N,
  P,
  type Array_,
  type Loose,
  type OfArrays,
} from './support.js';

type Group = Record<string, Loose>;
const L = P.linalg as unknown as Group;

/** Names that stand in the tests of rows. */
const byRows = `
  dot outer max min sum flipud fliplr rot90 cumsum mean var std ravel reshape append concatenate trace diag transpose roll triu
  tril clip prod array where squeeze repeat expand_dims tensordot diagonal nan_to_num linspace astype gradient sort partition
  inv pinv solve det slogdet norm eigvalsh eigh eig eigvals cholesky svd svdvals qr lstsq cond matrix_power matrix_rank
  multi_dot tensorsolve tensorinv vector_norm matrix_norm cross vecdot matvec vecmat
  fft ifft rfft irfft fft2 ifft2 fftn ifftn rfft2 irfft2 rfftn irfftn hfft ihfft fftshift ifftshift fftfreq rfftfreq
  sin abs absolute arccosh arcsinh arctanh arcsin arccos arctan ceil cos cosh deg2rad degrees exp exp2 expm1 fabs floor
  log log10 log1p log2 rad2deg radians sign sinh sqrt square tan tanh real imag conj conjugate angle add subtract multiply divide
  logaddexp logaddexp2 remainder true_divide mod moveaxis diff tile kron inner matmul maximum fmax minimum fmin
  atleast_1d atleast_2d atleast_3d einsum swapaxes rollaxis vsplit hsplit dsplit split array_split vstack hstack stack row_stack
  column_stack select pad sinc power arctan2 hypot reciprocal negative cbrt heaviside copysign frexp ldexp modf divmod
  float_power floor_divide fmod i0 rint round trunc fix positive interp unwrap median percentile quantile nanmedian nanquantile
  nanmean nansum nanprod nanvar nanstd nanmax nanmin nancumsum nancumprod cumprod average cov corrcoef convolve correlate
  trapezoid ediff1d vander poly polyadd polysub polymul polydiv polyder polyint polyval polyfit roots trim_zeros
  take take_along_axis choose compress extract insert delete block broadcast_arrays broadcast_to meshgrid resize
  apply_along_axis apply_over_axes unique union1d intersect1d setdiff1d setxor1d bincount arange geomspace logspace full full_like
  argmax argmin argsort argpartition nanargmax searchsorted digitize count_nonzero allclose isin any all
`
  .trim()
  .split(/\s+/);

/** Why others have no row: they are no functions of NumPy here, or have no derivative. */
const without: Readonly<Record<string, string>> = {
  'r_ c_ mgrid ogrid s_ index_exp':
    'numpy-ts has none of these; np.concatenate and np.meshgrid do it',
  'list dict tuple builtins isinstance':
    'lists and objects are trees here, tested in test/core/trees',
  'assignment_raises_error writes': 'tested in test/numpy/writes.test.ts',
  'grad deriv jacobian hessian vspaces wrappers multigrad ggnvp':
    'operators, tested in test/derivatives',
  'complex inputs, holomorphic_grad':
    'inputs and outputs are real (docs/numpy.md); refused in complex.test.ts',
  'scipy, lu, expm, schur, toeplitz, sylvester, triangular solves': 'numpy-ts has no scipy',
  'integer and bool dtypes, weak types, promotion, devices, sharding, jit':
    'derivatives are taken by float64 and float32',
  'bitwise, shifts, gcd, lcm, packbits, ravel_multi_index': 'whole numbers: refused',
  'nextafter spacing': 'of rounding: refused, and a constant',
  'histogram histogram2d histogramdd': 'counts are steps: refused',
  'piecewise frompyfunc ufunc_at segment_sum top_k window functions': 'numpy-ts has none of these',
  'place put put_along_axis fill_diagonal': 'they write: refused',
};

const m = array([
  [0.3, 1.2, 0.7],
  [0.9, 0.4, 1.6],
]);
const cube = N.reshape(
  array(Array.from({ length: 12 }, (_, k) => Math.sin(k * k + 1))),
  [2, 2, 3],
) as Array_;
const square = array([
  [2.1, 0.3, 0.7],
  [0.4, 1.5, -0.2],
  [-0.6, 0.5, 1.8],
]);
const stack = N.stack([square, N.add(square, 0.3)]) as Array_;
const both = (z: unknown): unknown => P.concatenate([P.ravel(P.real(z)), P.ravel(P.imag(z))]);
const F = P.fft as unknown as Group;

/** Cases that are tried there and were not tried here. */
const cases: Readonly<Record<string, readonly [OfArrays, ...Array_[]]>> = {
  'max along two axes, kept': [(x) => P.max(x, [0, -1], true), cube],
  'mean along negative axes': [(x) => P.mean(x, [-1, -3]), cube],
  'var along two axes, kept': [(x) => P.var(x, [0, 2], 1, true), cube],
  'std along a negative axis': [(x) => P.std(x, -2), cube],
  'prod of one element': [(x) => P.prod(x, 0), array([[0.7, 2]])],
  'cumsum along a negative axis': [(x) => P.cumsum(x, -2), cube],
  'a product with itself': [(x) => P.matmul(x, P.swapaxes(x, -1, -2)), cube],
  'a sum with itself, broadcast': [(x) => P.add(x, P.sum(x, 0, true)), m],
  'places that repeat, from the end': [(x) => P.take(x, [-1, 0, -1], -1), cube],
  'a slice used twice': [(x) => P.multiply(x.slice('1:'), x.slice(':-1')), m],
  'tensordot by pairs of axes': [
    (x, y) =>
      P.tensordot(x, y, [
        [0, 2],
        [1, 2],
      ]),
    cube,
    cube,
  ],
  'tensordot of no axes': [(x, y) => P.tensordot(x, y, 0), m, array([0.4, 2])],
  'matmul of stacks that broadcast': [
    (x, y) => P.matmul(x, y),
    cube,
    N.reshape(cube, [2, 1, 3, 2]) as Array_,
  ],
  'einsum of one array thrice': [(x) => P.einsum('ij,ij,kj->ik', x, x, x), m],
  'repeat by different counts': [(x) => P.repeat(x, [1, 0, 3], 1), m],
  'roll along two axes': [(x) => P.roll(x, [1, -1], [0, 1]), m],
  'gradient along one negative axis': [(x) => P.gradient(x, 1, -1), cube],
  'diff of second order along the first axis': [(x) => P.diff(x, 2, 0), N.transpose(m) as Array_],
  'trace of a stack beside the diagonal': [(x) => P.trace(x, 1, 1, 2), cube],
  'trace of a wide matrix beside the diagonal': [(x) => P.trace(x, 1), m],
  'tril of a stack': [(x) => P.tril(x, -1), stack],
  'norm along axes of a stack': [(x) => L.norm(x, 'nuc', [1, 2]), stack],
  'solve of a stack and a stack': [(x, y) => L.solve(x, y), stack, stack],
  'eigh of a stack, values beside vectors': [
    (x) => P.multiply((L.eigh(x) as { w: unknown }).w, P.sum(x)),
    stack,
  ],
  'a matrix power below 0 of a stack': [(x) => L.matrix_power(x, -2), stack],
  'cholesky of a product': [
    (x) => L.cholesky(P.add(P.matmul(x, P.matrix_transpose(x)), N.identity(3))),
    square,
  ],
  'a transform of one element': [(x) => both(F.fft(x)), array([0.7])],
  'a transform longer than its signal, then shorter': [
    (x) => both(F.ifft(F.fft(x, 9), 4)),
    array([0.3, -1, 2, 0.5, 0.1]),
  ],
  'transforms along axes in another order': [(x) => both(F.fftn(x, [3, 2], [2, 0])), cube],
  'a real transform of odd length and back': [
    (x) => F.irfftn(F.rfftn(x, undefined, [0, 2]), [2, 3], [0, 2]),
    cube,
  ],
  'a spectrum of power': [(x) => P.square(P.abs(F.rfft(x, undefined, -2))), cube],
  'a convolution by transforms': [
    (x, y) => F.irfft(P.multiply(F.rfft(x, 8), F.rfft(y, 8)), 8),
    array([0.3, 1.2, -0.7, 0.4]),
    array([0.9, -0.4, 1.6]),
  ],
  'hypot and arctan2 of one array': [(x) => P.hypot(P.arctan2(x, 0.5), x), m],
  'where of three broadcast shapes': [
    (x, y) => P.where(array([[true], [false]], 'bool'), x, y),
    m,
    array(0.4),
  ],
  'logaddexp of itself': [(x) => P.logaddexp(x, x), m],
  'median of an even and an odd count': [(x) => P.add(P.median(x, 0), P.median(x)), m],
  'averages by weights of the same shape': [(x, w) => P.average(x, 0, w), m, N.add(m, 1) as Array_],
};

describe('Cases of other libraries', () => {
  test.each(Object.keys(cases))('%s.', (name) => {
    const [f, ...xs] = cases[name];
    agrees({ f, xs });
    agreesTwice({ f, xs, close: 1e-4 });
  });

  test.each<[string, (x: Array_) => unknown, number[], number[]]>([
    ['max of equal values is the first', (x) => P.max(x), [1, 2, 2], [0, 1, 0]],
    ['min of three equal values is the first', (x) => P.min(x), [3, 3, 3], [1, 0, 0]],
    [
      'maximum of equal values is the first operand',
      (x) => P.sum(P.maximum(x, array([1, 2]))),
      [1, 1],
      [1, 0],
    ],
    ['a norm at 0 has the gradient 0', (x) => L.norm(x), [0, 0], [0, 0]],
    ['sinc at 0 has the gradient 0', (x) => P.sum(P.sinc(x)), [0, 0], [0, 0]],
    ['a power of 0 has the gradient of its exponent', (x) => P.sum(P.power(x, 2)), [0, 1], [0, 2]],
    ['a first power at 0 has the gradient 1', (x) => P.sum(P.power(x, 1)), [0], [1]],
    ['NaN that is replaced has the gradient 0', (x) => P.sum(P.nan_to_num(x)), [NaN, 2], [0, 1]],
    ['clip counts its bounds', (x) => P.sum(P.clip(x, 1, 2)), [1, 1.5, 2, 3], [1, 1, 1, 0]],
    [
      'softplus by logaddexp is flat far out',
      (x) => P.sum(P.logaddexp(x, 0)),
      [-1000, 1000],
      [0, 1],
    ],
    ['of no elements there is none', (x) => P.sum(P.multiply(x, x)), [], []],
    ['what is multiplied by 0 has the gradient 0', (x) => P.sum(P.multiply(P.log(x), 0)), [0], [0]],
  ])('At edges: %s.', (_, f, at, expected) => {
    expect(flat(gradOf(f)(array(at)))).toEqual(expected);
  });

  test('have rows in the tests here, by their names.', () => {
    const folders = [__dirname, join(__dirname, 'functional')];
    const texts = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.test.ts') && !file.startsWith('checklist'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    );
    const tried = new Set(texts.join('\n').match(/\w+/g));
    expect(byRows.filter((name) => !tried.has(name))).toEqual([]);
    expect(tried.has('no_such_row')).toBe(false);
    expect(Object.values(without).every((why) => why !== '')).toBe(true);
  });
});
