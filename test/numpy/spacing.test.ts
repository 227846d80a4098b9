/** Numbers between ends under differentiation, and polynomials fitted to points under differentiation. */
import {
  agrees,
  agreesTwice,
  array,
  flat,
  gradOf,
  N,
  P,
  type Array_,
  type OfArrays,
} from './support.js';

const element = (a: unknown, k: number) => (a as { get(at: number[]): unknown }).get([k]);

test.each<[string, unknown[]]>([
  ['linspace', [4]],
  ['logspace', [3]],
  ['logspace', [3, 2]],
  ['geomspace', [5]],
  ['linspace', [1]],
])('The ends of np.%s%j may be under differentiation.', (name, options) => {
  const f: OfArrays = (a) => P[name](element(a, 0), element(a, 1), ...options);
  const ends = array([0.4, 1.5]);
  expect(flat(f(ends))).toEqual(flat(N[name](0.4, 1.5, ...options)));
  agrees({ f, xs: [ends] });
  agrees({ f: (a) => P[name](2, element(a, 1), ...options), xs: [ends] });
  agreesTwice({ f: (a) => P.square(f(a)), xs: [ends], close: 1e-4 });
});

test('The base of np.logspace may be under differentiation, and types are those asked for.', () => {
  const f: OfArrays = (a) => P.logspace(0, 1.5, 4, element(a, 0));
  agrees({ f, xs: [array([1.7, 2])] });
  const total = (a: unknown) => {
    const z = P.linspace(element(a, 0), 2, 3, 'float32') as Array_;
    expect(z.dtype).toBe('float32');
    return P.sum(z);
  };
  expect(flat(gradOf(total)(array([1.7])))).toEqual([1.5]);
  expect(() =>
    agrees({ f: (a) => P.linspace(element(a, 0), 2, 3, 'int32'), xs: [array([1])] }),
  ).toThrow(/dtype/);
});

test('np.polyfit has derivatives by points and values.', () => {
  const x = array([0, 0.5, 1.1, 1.8, 2.4]);
  const y = array([1, 0.2, -0.3, 0.4, 2]);
  agrees({ f: (a, b) => P.polyfit(a, b, 2), xs: [x, y], close: 1e-5 });
  agreesTwice({ f: (a, b) => P.polyfit(a, b, 1), xs: [x, y], close: 1e-4 });
  expect(flat(P.polyval(P.polyfit(x, P.polyval(array([2, -1, 3]), x), 2), 1.3))[0]).toBeCloseTo(
    2 * 1.69 - 1.3 + 3,
    12,
  );
});
