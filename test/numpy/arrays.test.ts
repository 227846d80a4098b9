/** Arrays under differentiation: in trees, beside reals, and where they are refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  add,
  customGradient,
  grad,
  jacobian,
  jvp,
  lt,
  mul,
  primalOf,
  taylor,
  vjp,
  type Real,
} from 'delta-tape';
import * as numpy from 'numpy-ts';
import { numpyNames, numpyPage } from '../../scripts/numpy-page.js';
import { statusOf } from '../../src/numpy/faces.js';
import { array, flat, N, P, type Array_, type OfArrays } from './support.js';
import { unnoted } from '../../src/errors/swallowed.js';

type Loose = (...args: unknown[]) => unknown;
const gradOf = grad as unknown as (f: Loose, options?: unknown) => Loose;
const m = array([
  [0.3, 1.2, 0.7],
  [0.9, 0.4, 1.6],
]);
const v = array([0.5, 1.1, 0.8]);

/** The memory that numpy-ts allocates meanwhile: each piece registers itself to be finalised. */
function bytesOf(run: () => unknown): number {
  let bytes = 0;
  const register = jest.spyOn(FinalizationRegistry.prototype, 'register');
  register.mockImplementation((piece) => {
    bytes += (piece as { byteLength?: number }).byteLength ?? 0;
  });
  try {
    run();
  } finally {
    register.mockRestore();
  }
  return bytes;
}

describe('Arrays of no dimensions', () => {
  test('are what they are without differentiation: they yield their element, and products of them are reals.', () => {
    const x = array(3);
    const yielded = (a: Array_) =>
      ([...(a as unknown as Iterable<Real>)] as Real[]).reduce((s, z) => add(s, mul(z, z)), 0);
    expect(yielded(x)).toBe(9);
    expect(flat(gradOf(yielded as Loose)(x))).toEqual([6]);
    for (const product of [P.dot, P.inner]) {
      const f = (a: Array_) => mul(product(a, a) as Real, 2);
      expect(f(x)).toBe(18);
      expect(flat(gradOf(f as Loose)(x))).toEqual([12]);
    }
  });
});

test('An array of a finished derivative is refused, also where only its numbers are asked for.', () => {
  let left = v;
  gradOf(((x: Array_) => {
    left = P.multiply(x, 2) as Array_;
    return P.sum(x);
  }) as Loose)(v);
  const uses: Loose[] = [P.argmax, P.greater, P.primalOf, P.sum, P.isnan, P.argsort, P.nonzero];
  for (const use of uses) expect(() => use(left, 0)).toThrow('after its derivative had ended');
});

test('An array full of a number is of floats, whether the number is whole or not.', () => {
  const halves = (x: unknown) => P.sum(P.reciprocal(P.full([2], x)));
  expect([halves(2), halves(2.5)]).toEqual([1, 0.8]);
  expect([gradOf(halves)(2), gradOf(halves)(4)]).toEqual([-0.5, -0.125]);
  const typed = (x: unknown) => P.full([2], x, 'float32') as Array_;
  expect(typed(0.1).dtype).toBe('float32');
  expect(gradOf(((x: Real) => P.sum(typed(x))) as Loose)(0.1)).toBe(2);
  expect((P.full([2], 2, 'int32') as Array_).dtype).toBe('int32');
  expect((P.full([2], true) as Array_).dtype).toBe('bool');
  const whole = array([1, 2], 'int32');
  const intoWhole = ((x: Real) => P.sum(P.full_like(whole, x))) as Loose;
  expect(() => gradOf(intoWhole)(2.5)).toThrow('np.full of int32 has no derivative');
});

test('Whole numbers may be changes of an array.', () => {
  const square = ((x: Array_) => P.multiply(x, x)) as Loose;
  const ones = array([1, 1, 1], 'int32');
  const pulled = (vjp as unknown as (f: Loose) => Loose)(square)(v) as {
    pullback(c: unknown): unknown;
  };
  expect(flat(pulled.pullback(ones))).toEqual(flat(P.multiply(v, 2)));
  const pushed = (jvp as unknown as (f: Loose) => Loose)(square)([v], [ones]) as {
    tangent: unknown;
  };
  expect(flat(pushed.tangent)).toEqual(flat(P.multiply(v, 2)));
});

describe('Arrays in trees', () => {
  test('have gradients in the same places.', () => {
    const f = ({ w, b, scale }: { w: Array_; b: Array_; scale: Real }) =>
      mul(scale, P.sum(P.tanh(P.add(P.matmul(w, v), b))) as Real);
    const layer = { w: m, b: array([0.1, 0.2]), scale: 2, name: 'first' };
    const gradient = gradOf(f as Loose)(layer) as typeof layer;
    expect(Object.keys(gradient)).toEqual(['w', 'b', 'scale', 'name']);
    expect(gradient.w.shape).toEqual([2, 3]);
    const cosines = flat(P.tanh(P.add(P.matmul(m, v), layer.b))).map((z) => 2 * (1 - z * z));
    flat(gradient.b).forEach((d, k) => expect(d).toBeCloseTo(cosines[k], 12));
    expect(gradient.name).toBe('first');
  });

  test('have gradients of zeros where the function does not use them.', () => {
    const f = (x: Array_, y: Array_) => P.add(P.sum(x), P.multiply(0, P.sum(y)));
    const [dx, dy] = gradOf(((x: Array_) => P.sum(x)) as Loose, { wrt: [0, 1] })(v, m) as Array_[];
    expect(flat(dx)).toEqual([1, 1, 1]);
    expect(dy.tolist()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(f).toBeDefined();
  });

  test('are gradients of their own, though they are equal.', () => {
    const [dx, dy] = gradOf(((x: Array_, y: Array_) => P.sum(P.add(x, y))) as Loose, {
      wrt: [0, 1],
    })(v, v) as { set: (at: number[], x: number) => void; tolist(): unknown }[];
    dx.set([0], 7);
    expect(dx.tolist()).toEqual([7, 1, 1]);
    expect(dy.tolist()).toEqual([1, 1, 1]);
  });

  test('of the caller are not handed back.', () => {
    const seed = array([1, 2, 3]);
    const { value, pullback } = (vjp as unknown as (f: OfArrays) => Loose)((x) => x)(v) as {
      value: Array_;
      pullback: (c: Array_) => Array_;
    };
    expect(pullback(seed)).not.toBe(seed);
    expect(value).not.toBe(v);
  });

  test('of integers are refused with the remedy.', () => {
    const integers = array([1, 2], 'int32');
    expect(() => gradOf(((x: Array_) => P.sum(x)) as Loose)(integers)).toThrow(
      "x.astype('float64')",
    );
  });
});

describe('Reals and arrays', () => {
  test('are made of each other.', () => {
    const f = (x: Real, y: Real) => {
      const made = P.array([
        [x, y],
        [mul(x as number, y), 1],
      ]) as Array_;
      const { get } = made as unknown as { get: (at: number[]) => Real };
      return add(get.call(made, [1, 0]), P.sum(P.multiply(made, made)) as Real);
    };
    // x y + x² + y² + x² y² + 1
    const gradient = gradOf(f as Loose, { wrt: [0, 1] })(2, 3);
    expect(gradient).toEqual([3 + 4 + 2 * 2 * 9, 2 + 6 + 2 * 4 * 3]);
  });

  test('are read one by one in linear time, at every level.', () => {
    const f = (x: Array_) => (x.tolist() as Real[]).reduce((sum, a) => add(sum, mul(a, a)), 0);
    expect(flat(gradOf(f as Loose)(v))).toEqual(flat(v).map((a) => 2 * a));
    const inner = (x: Array_) => P.sum(P.multiply(gradOf(f as Loose)(x), x));
    expect(flat(gradOf(inner as Loose)(v))).toEqual(flat(v).map((a) => 4 * a));
    const g = jvp as unknown as (h: Loose) => (xs: Array_[], vs: Array_[]) => { tangent: number };
    expect(g(f as Loose)([v], [v]).tangent).toBeCloseTo(
      flat(v).reduce((sum, a) => sum + 2 * a * a, 0),
      12,
    );
  });

  test.each([
    ['slices', (x: Array_) => Array.from({ length: x.shape[0] }, (_, k) => x.slice(String(k)))],
    ['their pieces', (x: Array_) => P.split(x, x.shape[0]) as Array_[]],
    ['iteration', (x: Array_) => [...(x as unknown as Iterable<Array_>)]],
  ])('are read by %s in linear time, at every level.', (_, rowsOf) => {
    const f = (x: Array_) =>
      rowsOf(x).reduce((sum: unknown, row) => P.add(sum, P.sum(P.multiply(row, row))), 0);
    const inner = (x: Array_) => P.sum(P.multiply(gradOf(f as Loose)(x), x));
    const size = (n: number, g: Loose) => {
      const x = N.ones([n, 4]) as Array_;
      return bytesOf(() => gradOf(g)(x));
    };
    for (const g of [f, inner] as Loose[]) expect(size(128, g) / size(64, g)).toBeLessThan(2.2);
    expect(flat(gradOf(inner as Loose)(m))).toEqual(flat(m).map((a) => 4 * a));
  });

  test('of which 0 wins over what is not finite, as among reals.', () => {
    const f = (x: Array_) => P.sum(P.where(P.greater(x, 0), P.log(x), 0));
    expect(flat(gradOf(f as Loose)(array([0, 2])))).toEqual([0, 0.5]);
    const g = (w: Array_) =>
      P.sum(
        P.where(
          array([true, false], 'bool'),
          P.matmul(
            array([
              [1, 2],
              [Infinity, 1],
            ]),
            w,
          ),
          0,
        ),
      );
    expect(flat(gradOf(g as Loose)(array([0.5, 0.25])))).toEqual([1, 2]);
  });
});

describe('What is written meanwhile', () => {
  test('does not change what the pullback reads.', () => {
    const batch = array([1, 2, 3]) as unknown as { data: Float64Array };
    const f = (w: Array_) => {
      const first = P.sum(P.multiply(w, batch)) as Real;
      batch.data.fill(100);
      return first;
    };
    expect(flat(gradOf(f as Loose)(v))).toEqual([1, 2, 3]);
  });

  test('does not change the pullback of a vjp.', () => {
    const x = array([1, 2, 3]);
    const { value, pullback } = (vjp as unknown as (f: OfArrays) => Loose)((a) => P.exp(a))(x) as {
      value: { data: Float64Array };
      pullback: (c: Array_) => Array_;
    };
    (x as unknown as { data: Float64Array }).data.fill(0);
    value.data.fill(0);
    expect(flat(pullback(array([1, 1, 1])))).toEqual(
      [1, 2, 3].map(Math.exp).map((z) => expect.closeTo(z, 12) as number),
    );
  });

  test.each(['set', 'iset', 'fill', 'put'])(
    'is refused by %s on an array under differentiation.',
    (name) => {
      const f = (x: Array_) => (x as unknown as Record<string, Loose>)[name]([0], 1);
      expect(() => gradOf(f as Loose)(v)).toThrow(
        'would write into an array under differentiation',
      );
    },
  );
});

test('A sweep that failed leaves nothing behind.', () => {
  let fails = true;
  const once = customGradient((x: Real) => ({
    value: mul(x, 1),
    pullback: (c: Real) => {
      if (fails) throw new Error('once');
      return [c];
    },
  }));
  const f = (x: Array_) => P.add(P.sum(P.multiply(x, x)), once(P.sum(P.tanh(x)) as Real));
  const attempt = () => flat(gradOf(f as Loose)(v));
  expect(attempt).toThrow('once');
  fails = false;
  flat(v).forEach((a, k) => {
    expect(attempt()[k]).toBeCloseTo(2 * a + 1 - Math.tanh(a) ** 2, 12);
  });
});

describe('Arrays under differentiation', () => {
  test.each<[string, (x: Array_) => unknown, string]>([
    ['an operator of reals', (x) => mul(x as unknown as Real, 2), 'np.multiply(x, 2)'],
    ['a native operator', (x) => (x as unknown as number) * 2, 'np.multiply(x, 2)'],
    ['numpy-ts itself', (x) => N.tanh(x), 'delta-tape/numpy'],
    ['their data', (x) => (x as unknown as { data: unknown }).data, 'data'],
    ['a function without derivative', (x) => P.gcd(x, 2), 'np.gcd has no derivative'],
    [
      'a function of a group',
      (x) => (P.random as unknown as Record<string, Loose>).normal(P.sum(x), 1),
      'Draw numbers that depend on nothing',
    ],
    ['a function that writes', (x) => P.put(x, [0], 1), 'np.put would write into an array'],
    ['a list with them', (x) => P.sort_complex([x, x]), 'np.sort_complex has no derivative'],
    ['shapes that do not fit', (x) => P.add(x, array([1, 2])), '(3,) (2,)'],
    ['matrices that do not fit', (x) => P.matmul(x, m), '(3,) and (2, 3)'],
    [
      'an index beside them',
      (x) => (x as unknown as { get: (at: number[]) => unknown }).get([3]),
      'out of bounds',
    ],
  ])('are refused by %s.', (_, f, message) => {
    expect(() => gradOf(f as Loose)(v)).toThrow(message);
    expect(() => (jvp as unknown as (g: Loose) => Loose)(f as Loose)([v], [v])).toThrow(message);
  });

  test.each<[string, () => unknown]>([
    [
      'sparse derivatives',
      () => (jacobian as unknown as (f: Loose, o: unknown) => Loose)((x) => x, { sparse: true })(v),
    ],
    ['primalOf', () => gradOf(((x: Array_) => primalOf(x as unknown as Real)) as Loose)(v)],
    [
      'a comparison',
      () => gradOf(((x: Array_) => Number(lt(x as unknown as Real, 1))) as Loose)(v),
    ],
    ['grad as a result', () => gradOf(((x: Array_) => x) as Loose)(v)],
    [
      'a Set',
      () =>
        gradOf((({ y }: { s: Set<unknown>; y: Real }) => y) as Loose)({ s: new Set([v]), y: 1 }),
    ],
    [
      'taylor',
      () =>
        (taylor as unknown as (f: Loose, n: number) => Loose)(
          ((x: Real) => P.sum(P.multiply(x, v))) as Loose,
          2,
        )(1),
    ],
  ])('are refused by %s, which does not take them yet.', (_, program) => {
    expect(program).toThrow(/array/i);
  });

  test('are refused when their run has returned.', () => {
    let escaped: unknown;
    gradOf(((x: Array_) => {
      escaped = x;
      return P.sum(x);
    }) as Loose)(v);
    expect(() => P.add(escaped, 1)).toThrow('had ended');
  });

  test('pass by a watcher with their kinks.', () => {
    const f = (x: Array_) => P.sum(P.maximum(x, 1.1));
    expect(() => gradOf(f as Loose, { onKink: 'throw' })(v)).toThrow('np.maximum');
    expect(() =>
      gradOf(((x: Array_) => P.max(x)) as Loose, { onKink: 'throw' })(array([1, 2, 2])),
    ).toThrow('np.max');
  });
});

describe('Every export of numpy-ts', () => {
  const names = Object.keys(numpy);

  test('stands on its page with its status.', () => {
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
    const page = readFileSync(join(__dirname, '../../docs/numpy-exports.md'), 'utf8');
    expect(words(page)).toEqual(words(numpyPage(numpyNames(numpy), statusOf)));
  });

  test('is an export here.', () => {
    const own = Object.keys(P);
    expect(names.filter((name) => !own.includes(name))).toEqual([]);
  });

  test('that is differentiable has a case in the tests of rows.', () => {
    const texts = ['rows', 'composed', 'linalg', 'complex', 'spacing'].map((file) =>
      readFileSync(join(__dirname, `${file}.test.ts`), 'utf8'),
    );
    const tested = new Set(texts.join('').match(/\w+/g));
    const differentiable = numpyNames(numpy).filter((name) => statusOf(name) === 'differentiable');
    const last = (name: string) => name.split('.').at(-1)!;
    expect(differentiable.filter((name) => !tested.has(last(name)))).toEqual([]);
  });

  test('that is no known function refuses duals of arrays and reals, also in lists.', () => {
    const silent: string[] = [];
    const refused = names.filter(
      (name) => statusOf(name) === 'refused' && typeof P[name] === 'function',
    );
    expect(refused.length).toBeGreaterThan(100);
    const f = (x: Array_) => {
      for (const name of refused) {
        for (const args of [[x], [[x]], [v, x], [v, P.sum(x)]]) {
          try {
            unnoted(() => void P[name](...args));
            silent.push(name);
          } catch (error) {
            if (!/has no derivative|would write into|takes a whole number/.test(String(error)))
              silent.push(`${name}: ${String(error)}`);
          }
        }
      }
      return P.sum(x);
    };
    gradOf(f as Loose)(v);
    expect(silent).toEqual([]);
  });
});

test('The primal of what is no array and no real is refused.', () => {
  expect(() => P.primalOf('a')).toThrow('np.primalOf takes arrays and numbers');
});

test('A gradient of a function that returns an array says so, with its shape, and what to do.', () => {
  const f = (w: unknown) => P.exp(w);
  const gradOfAny = grad as unknown as (g: typeof f) => (w: unknown) => unknown;
  expect(() => gradOfAny(f)(array([1, 2]))).toThrow(
    'for a gradient, the function must return one real, but it returned an array of numpy-ts of shape [2]. ' +
      'Return one of its reals, or their sum',
  );
});
