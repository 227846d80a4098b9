/** Fourier transforms and arrays of complex numbers between real ends: against NumPy, differences, and each other. */
import { grad, jvp, vjp } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import {
  agrees,
  agreesTwice,
  array,
  flat,
  gradOf,
  N,
  P,
  views,
  type Array_,
  type Loose,
  type OfArrays,
} from './support.js';

const F = np.fft as unknown as Record<string, Loose>;
const x = array([
  [1, 2, 3.5, -1, 0.25],
  [0.5, -2, 3, 1, 7],
]);
const ofComplex = ['ifft', 'irfft', 'hfft', 'ifft2', 'ifftn', 'irfft2', 'irfftn'];

/** Functions with their options; the shape that NumPy gives, and sums of its real and imaginary parts with weights. */
const cases: readonly [
  name: string,
  options: unknown[],
  shape: number[],
  re: number,
  im: number,
][] = [
  ['fft', [], [2, 5], 12.5214450902596, 20.62364899690403],
  ['fft', [3], [2, 3], 5.5778128456398814, -2.8487963185722815],
  ['fft', [8, 0], [8, 5], -9.46379984764431, -10.738675628962337],
  ['fft', [undefined, -1, 'ortho'], [2, 5], 5.59976047967029, 9.223176220234553],
  ['fft', [undefined, -1, 'forward'], [2, 5], 2.50428901805192, 4.124729799380806],
  ['ifft', [4], [2, 4], 3.1751731307598305, -2.953906244581728],
  ['ifft', [undefined, 0, 'forward'], [2, 5], 14.438121078555714, -24.53976708798329],
  ['rfft', [], [2, 3], -5.220412981722862, 0.6309218384117852],
  ['rfft', [4], [2, 3], 3.2207201964741534, -0.8445990032954478],
  ['rfft', [8, -1, 'ortho'], [2, 5], -0.4996542429118076, -1.3932192946565318],
  ['ihfft', [4, -1, 'forward'], [2, 3], 3.2207201964741534, 0.8445990032954478],
  ['ihfft', [], [2, 3], -1.0440825963445723, -0.12618436768235686],
  ['irfft', [], [2, 8], -4.860975588238682, 0.0],
  ['irfft', [5], [2, 5], -9.042339358620199, 0.0],
  ['irfft', [4], [2, 4], 4.612354619825212, 0.0],
  ['irfft', [9, -1, 'ortho'], [2, 9], -17.232203013225636, 0.0],
  ['hfft', [5, -1, 'ortho'], [2, 5], 12.796150923123106, 0.0],
  ['hfft', [], [2, 8], 23.09297256810779, 0.0],
  ['fft2', [], [2, 5], 14.438121078555714, -24.53976708798329],
  ['fft2', [[3, 4]], [3, 4], 6.2221774818799735, 1.9242460625391469],
  ['ifft2', [[2, 6], undefined, 'forward'], [2, 6], -3.8023797877921464, -23.21343518043153],
  ['fftn', [undefined, [0]], [2, 5], 6.949609704577775, 0.0],
  ['fftn', [[4], [1], 'ortho'], [2, 4], 2.708196118461978, -0.9677391487533976],
  ['ifftn', [], [2, 5], 3.4748048522888872, 0.0],
  ['rfft2', [], [2, 3], 20.095980406015222, -8.47710627497056],
  ['rfftn', [undefined, [1, 0]], [2, 5], 14.438121078555712, -24.539767087983286],
  ['irfft2', [[2, 5]], [2, 5], 3.4748048522888877, 0.0],
  [
    'irfftn',
    [
      [4, 3],
      [1, 0],
    ],
    [3, 4],
    -7.968405706994259,
    0.0,
  ],
  ['irfftn', [undefined, [0, 1], 'ortho'], [2, 8], 1.6781859835836261, 0.0],
  ['fftshift', [], [2, 5], -2.5993167600011207, 0.0],
  ['fftshift', [0], [2, 5], -0.29035375053164847, 0.0],
  ['ifftshift', [[0, 1]], [2, 5], -3.9570979676009905, 0.0],
];
const weights = (shape: readonly number[]): Array_ => {
  const size = shape.reduce((n, d) => n * d, 1);
  return N.reshape(array(Array.from({ length: size }, (_, k) => Math.cos(k + 0.5))), [
    ...shape,
  ]) as Array_;
};
const weighed = (z: unknown, part: 'real' | 'imag'): unknown => {
  const numbers = P[part](z) as Array_;
  return P.sum(P.multiply(numbers, weights(numbers.shape)));
};

describe('Functions of np.fft', () => {
  test.each(cases)('give what NumPy gives: %s%j.', (name, options, shape, re, im) => {
    const from = ofComplex.includes(name) ? F.fft(x) : x;
    const z = F[name](from, ...options) as Array_;
    expect(z.shape).toEqual(shape);
    expect(weighed(z, 'real')).toBeCloseTo(re, 11);
    if (z.dtype === 'complex128') expect(weighed(z, 'imag')).toBeCloseTo(im, 11);
    // The same of what is under differentiation, and of views.
    const f: OfArrays = (a) => {
      const given = ofComplex.includes(name) ? F.fft(a) : a;
      const y = F[name](given, ...options);
      return P.stack([P.real(y), P.imag(y)]);
    };
    const value = P.stack([P.real(z), P.imag(z)]) as Array_;
    const back = (P.transpose(x) as Array_).T;
    for (const a of [x, P.flip(P.flip(x, 1), 1) as Array_, back]) {
      const pulled = (vjp as unknown as Loose)(f) as unknown as (a: Array_) => { value: Array_ };
      flat(pulled(a).value).forEach((number, k) => expect(number).toBeCloseTo(flat(value)[k], 12));
    }
    agrees({ f, xs: [x] });
    agreesTwice({ f: (a) => P.square(f(a)), xs: [x] });
  });

  test('take views and float32, and refuse what NumPy refuses.', () => {
    const f: OfArrays = (a) => P.absolute(F.rfft(a, 6, 0));
    for (const a of Object.values(views([3, 2]))) agrees({ f, xs: [a] });
    agrees({ f, xs: [x.astype('float32')], close: 1e-4 });
    expect((F.fft(x.astype('float32')) as Array_).dtype).toBe('complex64');
    expect((F.irfft(F.rfft(x.T, undefined, 0), 5, 0) as Array_).shape).toEqual([5, 2]);
    expect(() => F.fft(x, 0)).toThrow(/n is 0/);
    expect(() => F.fft(x, 3, 2)).toThrow(/axis 2 is out of bounds/);
    expect(() => F.fft(x, 3, 1, 'none')).toThrow(/norm/);
    expect(flat(F.fftfreq(4, 0.5))).toEqual([0, 0.5, -1, -0.5]);
    expect(grad((d: number) => P.sum(P.square(F.rfftfreq(4, d))) as number)(0.5)).toBeCloseTo(
      -20 / 4,
      12,
    );
  });
});

const z = (a: unknown) => F.rfft(a, 4);
test('Squares of views are those of their numbers.', () => {
  const view = array([9, 9, 0.5, 2]).slice('2:');
  expect(flat(P.square(view))).toEqual([0.25, 4]);
  expect(
    flat(gradOf((a: unknown) => P.sum(P.square((a as Array_).slice('2:'))))(array([9, 9, 0.5, 2]))),
  ).toEqual([0, 0, 1, 4]);
});

const both = (y: unknown) => P.stack([P.real(y), P.imag(y)]);
const held = F.fft(array([0.3, 1.2, -0.4]));

describe('Arrays of complex numbers between real ends', () => {
  test.each<[string, number, OfArrays]>([
    ['absolute values', 0.1132585070813743, (a) => P.abs(z(a))],
    ['angles', 0.16667060482106633, (a) => P.angle(z(a))],
    ['conjugates', 0.1492774861016361, (a) => both(P.conj(z(a)))],
    ['products', -0.03873217906172555, (a) => both(P.multiply(z(a), P.multiply(z(a), 2)))],
    [
      'products with passive ones',
      7.131031126418333,
      (a) => both(P.multiply(held, P.add(z(a), held))),
    ],
    [
      'products with reals',
      0.22639866053094554,
      (a) => both(P.multiply(P.mean(a), P.subtract(1, z(a)))),
    ],
    ['quotients', 0.5862108736884333, (a) => both(P.divide(held, z(a)))],
    [
      'quotients by reals',
      0.1480984084268892,
      (a) => both(P.divide(z(a), P.exp(P.take(a, array([0, 1, 2]).astype('int32'))))),
    ],
    [
      'exponentials and logarithms',
      0.1922000016441064,
      (a) => both(P.log(P.add(P.exp(P.multiply(z(a), 0.2)), 3))),
    ],
    ['roots and powers', 0.48763714702737665, (a) => both(P.sqrt(P.add(20, P.power(z(a), 3))))],
    [
      'sums and spreads',
      1.5728351200507902,
      (a) => P.array([P.abs(P.sum(z(a))), P.real(P.mean(z(a))), P.var(z(a))]),
    ],
    [
      'matrix products',
      -3.2543910336350717,
      (a) => both(P.matmul(P.outer(z(a), z(a)), P.conj(z(a)))),
    ],
    [
      'inner products',
      5.250283074162703,
      (a) => P.array([P.add(P.real(P.vdot(z(a), held)), P.imag(P.dot(z(a), held)))]),
    ],
    [
      'moves',
      0.1318121245021331,
      (a) =>
        both(
          P.concatenate([
            P.flip(z(a)),
            P.reshape(z(a), [3]),
            held,
            P.take(a, array([0, 1, 2]).astype('int32')),
          ]),
        ),
    ],
    [
      'choices',
      -0.012143852718984771,
      (a) =>
        both(
          P.where(
            array([1, 0, 1]).astype('bool'),
            z(a),
            P.take(a, array([0, 1, 2]).astype('int32')),
          ),
        ),
    ],
    ['methods', 0.23024334525386503, (a) => both((z(a) as Methods).multiply(2).conj().slice('1:'))],
  ])('have the values of NumPy, and derivatives: %s.', (_, value, f) => {
    const given = array([0.8, -0.5, 1.7, 0.4]);
    const y = P.ravel(f(given)) as Array_;
    expect(P.sum(P.multiply(y, weights(y.shape)))).toBeCloseTo(value, 12);
    agrees({ f, xs: [given] });
    agreesTwice({ f, xs: [given], close: 1e-4 });
  });

  const line = array([1, 0, 1]).astype('bool');
  test.each<[string, Loose]>([
    ['diagflat', (y) => P.diagflat(y)],
    ['atleast_3d', (y) => P.atleast_3d(y)],
    ['take_along_axis', (y) => P.take_along_axis(y, array([2, 0]).astype('int32'), 0)],
    ['compress', (y) => P.compress(line, y)],
    ['extract', (y) => P.extract(line, y)],
    ['append', (y) => P.append(y, y)],
    ['hsplit', (y) => (P.hsplit(y, 3) as unknown[])[1]],
    ['unstack', (y) => (P.unstack(P.reshape(y, [3, 1])) as unknown[])[2]],
  ])('have their elements moved as reals are: %s.', (_, move) => {
    const given = array([0.8, -0.5, 1.7, 0.4]);
    const moved = both(move(z(given)));
    const parts = P.stack([move(P.real(z(given))), move(P.imag(z(given)))]);
    expect(flat(moved)).toEqual(flat(parts));
    agrees({ f: (a) => both(move(z(a))), xs: [given] });
  });

  test('have the gradient of a spectrum, in closed form.', () => {
    // Σ|fft(x)|² = n Σx²
    const a = array([1, -2, 3]);
    expect(
      flat(gradOf((b: unknown) => P.sum(P.square(P.abs(F.fft(b)))))(a)).map(Math.round),
    ).toEqual([6, -12, 18]);
  });

  test('have absolute values whose derivatives at 0 are 0.', () => {
    const size = (a: unknown) => P.sum(P.abs(F.fft(P.multiply(a, array([0, 0])))));
    expect(flat(gradOf(size)(array([1, 2])))).toEqual([0, 0]);
  });

  test('are refused as inputs and outputs, and by functions without derivatives of them.', () => {
    expect(() => gradOf((b: unknown) => P.sum(P.abs(b)))(F.fft(x))).toThrow(/complex/);
    for (const operator of [
      vjp,
      (f: unknown) => (b: unknown) => ((jvp as unknown as Loose)(f) as Loose)([b], [b]),
    ]) {
      expect(() => ((operator as Loose)(z) as Loose)(array([1, 2]))).toThrow(/complex numbers/);
    }
    expect(() => gradOf((b: unknown) => P.sum(P.sort(z(b))))(array([1, 2]))).toThrow(
      /np\.sort .*complex numbers/,
    );
    expect(() => gradOf((b: unknown) => (z(b) as Methods).tolist())(array([1, 2]))).toThrow(
      /complex numbers/,
    );
  });
});

interface Methods {
  multiply(y: unknown): Methods;
  slice(text: string): Methods;
  conj(): Methods;
  tolist(): unknown;
}
