/** Each function of arrays: in both modes, against differences, and to second order, on arrays stored in all ways. */
import * as table from 'delta-tape';
import { derivative, type Real } from 'delta-tape';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  N,
  P,
  views,
  type Array_,
  type OfArrays,
} from './support.js';
import { grad } from 'delta-tape';

type Scalar = (...xs: Real[]) => Real;
const t = table as unknown as Record<string, Scalar>;

/** Functions of one array, with the scalar function that says what each element's derivative is. */
const unary: Readonly<Record<string, Scalar>> = {
  negative: t.neg,
  positive: (x) => x,
  reciprocal: (x) => t.div(1, x),
  square: (x) => t.mul(x, x),
  sqrt: t.sqrt,
  cbrt: t.cbrt,
  exp: t.exp,
  exp2: (x) => t.pow(2, x),
  expm1: t.expm1,
  log: t.log,
  log1p: t.log1p,
  log2: t.log2,
  log10: t.log10,
  sin: t.sin,
  cos: t.cos,
  tan: (x) => t.tan(t.mul(0.5, x)),
  arcsin: (x) => t.asin(t.mul(0.5, x)),
  arccos: (x) => t.acos(t.mul(0.5, x)),
  arctan: t.atan,
  sinh: t.sinh,
  cosh: t.cosh,
  tanh: t.tanh,
  arcsinh: t.asinh,
  arccosh: (x) => t.acosh(t.add(1.5, x)),
  arctanh: (x) => t.atanh(t.mul(0.5, x)),
  absolute: t.abs,
  fabs: t.abs,
  sign: t.sign,
  deg2rad: (x) => t.mul(Math.PI / 180, x),
  rad2deg: (x) => t.mul(180 / Math.PI, x),
  radians: (x) => t.mul(Math.PI / 180, x),
  degrees: (x) => t.mul(180 / Math.PI, x),
  floor: t.floor,
  ceil: t.ceil,
  trunc: t.trunc,
  fix: t.trunc,
  rint: (x) => t.floor(t.add(x, 0.5)),
  sinc: (x) => t.div(t.sin(t.mul(Math.PI, x)), t.mul(Math.PI, x)),
  i0: bessel,
  conj: (x) => x,
  conjugate: (x) => x,
  real: (x) => x,
  real_if_close: (x) => x,
};
/** I₀ by its series. */
function bessel(x: Real): Real {
  let term: Real = 1;
  let sum: Real = 1;
  for (let k = 1; k < 25; k++) {
    term = t.mul(term, t.div(t.mul(x, x), 4 * k * k));
    sum = t.add(sum, term);
  }
  return sum;
}

/** The same function of arrays. */
const inDomain: Readonly<Record<string, OfArrays>> = {
  tan: (x) => P.tan(P.multiply(0.5, x)),
  arcsin: (x) => P.arcsin(P.multiply(0.5, x)),
  arccos: (x) => P.arccos(P.multiply(0.5, x)),
  arccosh: (x) => P.arccosh(P.add(1.5, x)),
  arctanh: (x) => P.arctanh(P.multiply(0.5, x)),
};
const ofUnary = (name: string): OfArrays => inDomain[name] ?? ((x) => P[name](x));

const binary: Readonly<Record<string, Scalar>> = {
  add: t.add,
  subtract: t.sub,
  multiply: t.mul,
  divide: t.div,
  power: t.pow,
  float_power: t.pow,
  arctan2: t.atan2,
  hypot: t.hypot,
  maximum: t.max,
  minimum: t.min,
  true_divide: t.div,
  remainder: (x, y) => t.sub(x, t.mul(y, t.floor(t.div(x, y)))),
  fmod: t.rem,
  floor_divide: (x, y) => t.floor(t.div(x, y)),
  heaviside: () => 1,
  copysign: (x) => t.abs(x),
  fmax: t.max,
  fmin: t.min,
  logaddexp2: (x, y) => t.log2(t.add(t.pow(2, x), t.pow(2, y))),
  logaddexp: (x, y) => (table.logSumExp as unknown as (xs: Real[]) => Real)([x, y]),
};

const m = array([
  [0.3, 1.2, 0.7],
  [0.9, 0.4, 1.6],
]);
const v = array([0.5, 1.1, 0.83]);
const s = array([
  [2, 0.3],
  [0.4, 1.5],
]);

describe('Elementwise functions', () => {
  test.each(Object.keys(unary))(
    'of one array: %s has the derivative of its scalar function.',
    (name) => {
      const scalar = unary[name];
      const f = ofUnary(name);
      for (const x of Object.values(views([2, 3]))) {
        const gradient = (grad as unknown as (g: OfArrays) => OfArrays)((a) => P.sum(f(a)))(x);
        const expected = flat(x).map((a) => derivative((b: Real) => scalar(b))(a) as number);
        flat(gradient).forEach((d, k) => expect(d).toBeCloseTo(expected[k], 12));
        agrees({ f, xs: [x] });
      }
      agreesTwice({ f, xs: [m] });
      agrees({ f, xs: [m.astype('float32')], close: 1e-4 });
      agrees({ f, xs: [N.zeros([0, 3]) as Array_] });
      agrees({ f, xs: [array(0.4)] });
    },
  );

  test.each(Object.keys(binary))('of two arrays: %s broadcasts.', (name) => {
    const scalar = binary[name];
    const f: OfArrays = (x, y) => P[name](x, y);
    const column = array([[0.6], [1.3]]);
    for (const [x, y] of [
      [m, v],
      [v, m],
      [column, v],
      [m, array([[1.7]])],
      [array(0.95), m],
      [N.zeros([0, 3]) as Array_, v],
    ]) {
      agrees({ f, xs: [x, y] });
    }
    agreesTwice({ f, xs: [m, v] });
    agreesTwice({ f: (y) => P[name](m, y), xs: [v] });
    for (const number of [0.77]) {
      agrees({ f: (x) => P[name](x, number), xs: [m] });
      agrees({ f: (x) => P[name](number, x), xs: [m] });
      agreesTwice({ f: (x) => P[name](number, x), xs: [v] });
    }
    const ofReals = (x: Real) => P.sum(P[name](x, v)) as Real;
    const expected = flat(v).reduce(
      (sum, b) => sum + (derivative((a: Real) => scalar(a, b))(0.45) as number),
      0,
    );
    expect(derivative(ofReals)(0.45)).toBeCloseTo(expected, 12);
    expect(grad(ofReals)(0.45)).toBeCloseTo(expected, 12);
    expect(P[name](0.4, 0.9)).toBeCloseTo(scalar(0.4, 0.9) as number, 14);
  });
});

describe('Other names', () => {
  test.each([
    ['acos', 'arccos'],
    ['acosh', 'arccosh'],
    ['asin', 'arcsin'],
    ['asinh', 'arcsinh'],
    ['atan', 'arctan'],
    ['atanh', 'arctanh'],
    ['atan2', 'arctan2'],
    ['abs', 'absolute'],
    ['pow', 'power'],
    ['mod', 'remainder'],
    ['amax', 'max'],
    ['amin', 'min'],
    ['cumulative_sum', 'cumsum'],
    ['variance', 'var'],
    ['permute_dims', 'transpose'],
    ['matrix_transpose', 'transpose'],
    ['concat', 'concatenate'],
    ['row_stack', 'vstack'],
    ['flatten', 'ravel'],
    ['asarray', 'copy'],
    ['asanyarray', 'copy'],
    ['asarray_chkfinite', 'copy'],
    ['ascontiguousarray', 'copy'],
    ['asfortranarray', 'copy'],
    ['require', 'copy'],
  ])('%s is %s.', (name, other) => {
    const isPair = ['atan2', 'pow', 'mod'].includes(name);
    const isList = ['concat', 'row_stack'].includes(name);
    const shift = name === 'acosh' ? 1 : 0;
    const of = (f: string) => (x: Array_) => {
      const inside = P.add(P.multiply(x, 0.5), shift);
      return isList ? P[f]([inside, inside]) : isPair ? P[f](inside, 0.7) : P[f](inside);
    };
    const gradient = (f: OfArrays) =>
      flat((grad as unknown as (g: OfArrays) => OfArrays)((x) => P.sum(P.square(f(x))))(m));
    expect(gradient(of(name))).toEqual(gradient(of(other)));
  });
});

const others: Readonly<Record<string, readonly [OfArrays, ...Array_[]]>> = {
  'sum of all': [(x) => P.sum(x), m],
  'sum along an axis': [(x) => P.sum(x, 0), m],
  'sum along the last axis': [(x) => P.sum(x, -1, true), m],
  'sum along two axes': [(x) => P.sum(x, [0, 1]), m],
  mean: [(x) => P.mean(x), m],
  'mean along an axis': [(x) => P.mean(x, 1), m],
  var: [(x) => P.var(x, 1, 1), m],
  std: [(x) => P.std(x), m],
  average: [(x, w) => P.average(x, 1, w), m, v],
  max: [(x) => P.max(x), m],
  'max along an axis': [(x) => P.max(x, 0), m],
  'min along an axis': [(x) => P.min(x, 1, true), m],
  ptp: [(x) => P.ptp(x, 1), m],
  cumsum: [(x) => P.cumsum(x, 1), m],
  'cumsum of all': [(x) => P.cumsum(x), m],
  diff: [(x) => P.diff(x), m],
  clip: [(x) => P.clip(x, 0.5, 1), m],
  matmul: [(x, y) => P.matmul(x, y), m, N.transpose(m) as Array_],
  'matmul with a vector': [(x, y) => P.matmul(x, y), m, v],
  'a vector in front': [(x, y) => P.matmul(x, y), array([0.3, 0.8]), m],
  'matmul of vectors': [(x, y) => P.matmul(x, y), v, v],
  'matmul of stacks': [
    (x, y) => P.matmul(x, y),
    N.reshape(array([...Array(12).keys()].map((k) => k / 7)), [2, 2, 3]) as Array_,
    N.transpose(m) as Array_,
  ],
  dot: [(x, y) => P.dot(x, y), v, v],
  'dot of matrices': [(x, y) => P.dot(x, y), s, m],
  inner: [(x, y) => P.inner(x, y), m, v],
  outer: [(x, y) => P.outer(x, y), v, array([0.2, 1.4])],
  tensordot: [(x, y) => P.tensordot(x, y, [[0], [0]]), m, s],
  vdot: [(x, y) => P.vdot(x, y), m, m],
  trace: [(x) => P.trace(x), s],
  reshape: [(x) => P.reshape(x, [3, -1]), m],
  ravel: [(x) => P.ravel(x), m],
  transpose: [(x) => P.transpose(x), m],
  'transpose by axes': [(x) => P.transpose(P.reshape(x, [1, 2, 3]), [2, 0, 1]), m],
  swapaxes: [(x) => P.swapaxes(x, 0, 1), m],
  moveaxis: [(x) => P.moveaxis(x, 0, 1), m],
  expand_dims: [(x) => P.expand_dims(x, 1), m],
  squeeze: [(x) => P.squeeze(P.expand_dims(x, 0)), m],
  broadcast_to: [(x) => P.broadcast_to(x, [2, 3]), v],
  flip: [(x) => P.flip(x, 1), m],
  rot90: [(x) => P.rot90(x), m],
  roll: [(x) => P.roll(x, 2), m],
  tile: [(x) => P.tile(x, [2, 2]), m],
  repeat: [(x) => P.repeat(x, 2, 0), m],
  diagonal: [(x) => P.diagonal(x), m],
  'diag of a vector': [(x) => P.diag(x), v],
  tril: [(x) => P.tril(x), s],
  triu: [(x) => P.triu(x), m],
  take: [(x) => P.take(x, [2, 0, 2], 1), m],
  take_along_axis: [
    (x) =>
      P.take_along_axis(
        x,
        array(
          [
            [0, 2],
            [1, 1],
          ],
          'int32',
        ),
        1,
      ),
    m,
  ],
  iindex: [(x) => P.iindex(x, [1, 1, 0]), m],
  bindex: [(x) => P.bindex(x, N.greater(v, 0.6), 1), m],
  compress: [(x) => P.compress(array([true, false, true], 'bool'), x, 1), m],
  concatenate: [(x, y) => P.concatenate([x, y, x], 1), m, s],
  stack: [(x, y) => P.stack([x, y], 1), m, m],
  hstack: [(x, y) => P.hstack([x, y]), v, v],
  vstack: [(x, y) => P.vstack([x, y]), m, v],
  append: [(x, y) => P.append(x, y), v, m],
  fliplr: [(x) => P.fliplr(x), m],
  flipud: [(x) => P.flipud(x), m],
  rollaxis: [(x) => P.rollaxis(x, 1), m],
  diagflat: [(x) => P.diagflat(x, 1), v],
  dstack: [(x, y) => P.dstack([x, y]), m, m],
  column_stack: [(x, y) => P.column_stack([x, y]), v, v],
  hsplit: [(x) => (P.hsplit(x, 3) as unknown[])[1], m],
  vsplit: [(x) => (P.vsplit(x, 2) as unknown[])[1], m],
  dsplit: [(x) => (P.dsplit(P.reshape(x, [1, 2, 3]), 3) as unknown[])[2], m],
  copy: [(x) => P.copy(x), m],
  array: [(x) => P.array([P.sum(x), P.mean(x)]), m],
  extract: [(x) => P.extract(N.greater(m, 0.5), x), m],
  item: [(x) => P.item(x, 1, 2), m],
  tolist: [(x) => P.array(P.tolist(x)), m],
  split: [(x) => P.add((P.split(x, 2, 0) as unknown[])[0], (P.split(x, 2, 0) as unknown[])[1]), m],
  'split along another axis': [(x) => sumOfProducts(P.split(x, 3, 1) as Array_[]), m],
  array_split: [(x) => sumOfProducts(P.array_split(x, [1, 2], -1) as Array_[]), m],
  unstack: [(x) => sumOfProducts(P.unstack(x, -1) as Array_[]), m],
  'slices that overlap': [
    (x) => P.multiply(x.slice(':', '1:'), P.add(x.slice(':', ':-1'), x.slice('::-1', ':2'))),
    m,
  ],
  'slices of slices': [
    (x) => P.multiply(x.slice(':', '::-1').slice('1', '1:'), x.slice('0', '1:')),
    m,
  ],
  'an element of a slice': [(x) => P.multiply(x, (x.slice('1') as unknown as Real[])[2]), m],
  'a slice without elements': [(x) => P.add(x, P.sum(x.slice('2:'))), m],
  where: [(x, y) => P.where(N.greater(m, 0.6), x, y), m, v],
  slices: [(x) => x.slice('1', '::2'), m],
  'slices from the end': [(x) => x.slice(':', '::-1'), m],
  'a part by its number': [(x) => (x as unknown as Array_[])[1], m],
  'methods in a chain': [
    (x) => (x as unknown as { tanh(): { multiply(y: unknown): Array_ } }).tanh().multiply(x).T,
    m,
  ],
};

const sumOfProducts = (xs: readonly Array_[]): unknown =>
  xs.reduce((z: unknown, x, k) => P.add(z, P.multiply(x, xs[(k + 1) % xs.length])), 0);

describe('Other functions', () => {
  test.each(Object.keys(others))('%s agrees in all modes, and to second order.', (name) => {
    const [f, ...xs] = others[name];
    agrees({ f, xs });
    agreesTwice({ f, xs });
    for (const x of Object.values(views(xs[0].shape))) agrees({ f, xs: [x, ...xs.slice(1)] });
    agrees({ f, xs: xs.map((x) => x.astype('float32')), close: 1e-4 });
  });
});

test('An operand of one element keeps its dimensions, on either side.', () => {
  const shapesOf = (x: unknown) => (x as Array_).shape;
  const shapes = [[], [1], [1, 1], [3], [1, 1, 1]];
  const filled = (shape: number[], by = 1.5) => N.full(shape, by) as Array_;
  for (const name of ['add', 'subtract', 'multiply', 'divide', 'power', 'maximum', 'hypot']) {
    for (const one of shapes) {
      for (const other of shapes) {
        const length = Math.max(one.length, other.length);
        const expected = Array.from({ length }, (_, k) =>
          k === length - 1 && [...one, ...other].includes(3) ? 3 : 1,
        );
        const [x, y] = [filled(one), filled(other, 2.5)];
        expect(shapesOf(P[name](x, y))).toEqual(expected);
        agrees({ f: (a, b) => P[name](a, b), xs: [x, y] });
      }
      if (one.length > 0) expect(shapesOf(P[name](1.5, filled(one)))).toEqual(one);
    }
  }
});

test('A view keeps its order when its type changes.', () => {
  const f: OfArrays = (x) =>
    P.sum(P.multiply((P.transpose(x) as Array_).astype('float32'), N.transpose(m)));
  expect(flat((grad as unknown as (g: OfArrays) => OfArrays)(f)(m))).toEqual(
    flat(m).map(Math.fround),
  );
});
