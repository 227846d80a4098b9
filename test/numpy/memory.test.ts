/** The arrays left behind in the memory of numpy-ts, by its own count of free bytes. */
import { grad, hvp, jvp, valueAndGrad, vjp, customGradient, jacobian, type Real } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import { array, flat, N, P, type Array_, type Loose } from './support.js';

const freeBytes = N.wasmFreeBytes as unknown as () => number;
const tidy = np.tidy as <T>(f: () => T) => T;
const gradOf = grad as unknown as (f: unknown, options?: unknown) => Loose;
const both = valueAndGrad as unknown as (
  f: unknown,
  options?: unknown,
) => (...args: unknown[]) => { value: number; gradient: unknown; aux: unknown };

const x = array([
  [0.3, 1.2, 0.7],
  [0.9, 0.4, 1.6],
]);
const w = array([0.5, 1.1, 0.8]);

/** The bytes missing in the memory after some calls, less those missing after one. */
function lostBy(run: () => unknown): number {
  run();
  const before = freeBytes();
  for (let k = 0; k < 20; k++) run();
  return before - freeBytes();
}
const dispose = (a: unknown): void => (a as { dispose(): void }).dispose();

const programs: [string, (w: Array_) => unknown][] = [
  ['products', (a) => P.sum(P.tanh(P.matmul(x, a)))],
  ['what is broadcast', (a) => P.sum(P.multiply(P.add(x, a), P.exp(a)))],
  ['views', (a) => P.sum(P.multiply(P.reshape(a, [3, 1]), P.transpose(P.broadcast_to(a, [2, 3]))))],
  [
    'elements',
    (a) => P.add((a as unknown as { get(at: number[]): Real }).get([1]), P.sum(P.square(a))),
  ],
  ['slices', (a) => P.sum(P.multiply(a.slice('1:'), a.slice(':2')))],
  ['moves', (a) => P.sum(P.multiply(P.concatenate([a, P.flip(a)]), P.tile(a, 2)))],
  ['statistics', (a) => P.add(P.var(a), P.median(P.sort(a)))],
  ['choices', (a) => P.sum(P.where(P.greater(a, 0.6), a, P.sqrt(a)))],
  [
    'linear algebra',
    (a) =>
      P.sum((P.linalg as unknown as Record<string, Loose>).inv(P.add(P.outer(a, a), P.eye(3)))),
  ],
  ['an unused array', () => 3],
];

describe('A derivative gives back what it allocates for itself', () => {
  test.each(
    programs.filter(([name]) => !['choices', 'linear algebra', 'statistics'].includes(name)),
  )('in %s.', (_, f) => {
    expect(lostBy(() => dispose(gradOf(f)(w)))).toBe(0);
  });

  test('when a function throws.', () => {
    const f = (a: Array_) => {
      P.exp(a);
      throw new Error('meant');
    };
    expect(lostBy(() => expect(() => gradOf(f)(w)).toThrow('meant'))).toBe(0);
  });

  test('and never what the function itself has.', () => {
    let held: Array_ | undefined;
    const f = (a: Array_) => {
      held = P.multiply(w, 2) as Array_;
      return P.sum(P.multiply(P.exp(a), held));
    };
    const found = gradOf(f)(w) as Array_;
    gradOf(f)(w);
    expect(flat(held)).toEqual([1, 2.2, 1.6]);
    expect(flat(found)).toEqual(
      flat(w).map((a) => expect.closeTo(2 * a * Math.exp(a), 12) as number),
    );
  });

  test('and never what it returns beside its value.', () => {
    const f = (a: Array_) => {
      const z = P.exp(a) as Array_;
      return [P.sum(z), { z, view: P.reshape(z, [3, 1]), a }];
    };
    const { aux } = both(f, { aux: true })(w) as { aux: { z: Array_; view: Array_; a: Array_ } };
    for (let k = 0; k < 5; k++) both(f, { aux: true })(array([0, 0, 0]));
    expect(flat(aux.z)).toEqual(flat(w).map(Math.exp));
    expect(flat(aux.view)).toEqual(flat(w).map(Math.exp));
    expect(flat(aux.a)).toEqual(flat(w));
  });

  test("and never what a rule of the user's was given.", () => {
    const given: Array_[] = [];
    const own = (a: Array_) => {
      given.push(a);
      return {
        value: P.square(a),
        pullback: (c: Array_) => {
          given.push(c);
          return [P.multiply(c, P.multiply(a, 2))];
        },
      };
    };
    const rule = customGradient(own as never) as unknown as Loose;
    const f = (a: Array_) => P.sum(P.multiply(rule(P.tanh(a)), 3));
    gradOf(f)(w);
    gradOf(programs[0][1])(w);
    expect(flat(given[0])).toEqual(flat(P.tanh(w)));
    expect(flat(given[1])).toEqual([3, 3, 3]);
  });

  test('but for what a pullback reads later.', () => {
    const { pullback } = (vjp as unknown as (f: unknown) => Loose)((a: Array_) => P.exp(P.tanh(a)))(
      w,
    ) as { pullback: Loose };
    const seed = array([1, 1, 1]);
    const first = flat(pullback(seed));
    for (const [, f] of programs) gradOf(f)(w);
    expect(flat(pullback(seed))).toEqual(first);
    expect(lostBy(() => tidy(() => void pullback(seed)))).toBe(0);
  });

  test('also inside another derivative.', () => {
    const inner = (a: Array_) => P.sum(P.multiply(gradOf(programs[0][1])(a), P.exp(a)));
    expect(lostBy(() => dispose(gradOf(inner)(w)))).toBe(0);
  });

  test.each(programs.filter(([name]) => name !== 'an unused array'))(
    'and takes nothing that other orders need, in %s.',
    (_, f) => {
      const v = array([1, -1, 2]);
      const hv = (hvp as unknown as (f: unknown) => Loose)(f)(w, v);
      const { tangent } = (jvp as unknown as (f: unknown) => Loose)(gradOf(f))([w], [v]) as {
        tangent: Array_;
      };
      const rows = (jacobian as unknown as (f: unknown) => Loose)(gradOf(f))(w);
      expect(flat(P.matmul(rows, v))).toEqual(flat(hv).map((a) => expect.closeTo(a, 9) as number));
      expect(flat(tangent)).toEqual(flat(hv).map((a) => expect.closeTo(a, 9) as number));
    },
  );
});

describe('tidy', () => {
  test('frees all that was made inside, but the result.', () => {
    const step = () =>
      tidy(() => {
        const z = P.exp(P.multiply(x, 2)) as Array_ & Record<string, Loose>;
        const views = [
          z.reshape([3, 2]),
          z.T,
          z.add(1),
          z[0],
          P.broadcast_to(w, [2, 3]),
          P.split(z, 2),
        ];
        expect(views).toHaveLength(6);
        return { sum: P.sum(z), rows: [z.slice('0')] };
      });
    expect(lostBy(() => dispose(step().rows[0]))).toBe(0);
    expect(flat(step().rows[0])).toEqual([0.3, 1.2, 0.7].map((a) => Math.exp(2 * a)));
  });

  test.each(programs)('frees what gradients leave, in %s.', (_, f) => {
    expect(lostBy(() => tidy(() => void gradOf(f)(w)))).toBe(0);
    expect(lostBy(() => tidy(() => void (hvp as unknown as (f: unknown) => Loose)(f)(w, w)))).toBe(
      0,
    );
  });

  test('keeps the memory of views in the result that do not keep it themselves.', () => {
    const kept = tidy(() => P.broadcast_to(P.multiply(w, 2), [2, 3])) as Array_;
    for (let k = 0; k < 5; k++) P.full([3], 7);
    expect(flat(kept)).toEqual([1, 2.2, 1.6, 1, 2.2, 1.6]);
  });

  test('hands its result to the tidy around it.', () => {
    let inner: Array_ | undefined;
    const before = freeBytes();
    tidy(() => {
      inner = tidy(() => P.add(w, 1) as Array_);
      expect(flat(inner)).toEqual([1.5, 2.1, 1.8]);
    });
    expect(freeBytes()).toBe(before);
    expect(() => flat(inner)).toThrow('after tidy had returned');
  });

  test('says so when an array is used that it freed.', () => {
    let escaped: Array_ | undefined;
    tidy(() => {
      escaped = P.add(w, 1) as Array_;
    });
    for (const use of [
      () => flat(escaped),
      () => N.add(escaped, 1),
      () => P.add(escaped, 1),
      () => escaped!.shape,
      () => gradOf(programs[0][1])(escaped),
    ])
      expect(use).toThrow('after tidy had returned');
    dispose(escaped);
  });

  test('says so when a pullback is called whose arrays it freed.', () => {
    let pullback: Loose = () => 0;
    tidy(() => {
      ({ pullback } = (vjp as unknown as (f: unknown) => Loose)((a: Array_) => P.exp(a))(w) as {
        pullback: Loose;
      });
    });
    expect(() => pullback(array([1, 1, 1]))).toThrow('after tidy had returned');
  });

  test('refuses what is asynchronous, and the numbers of arrays.', () => {
    expect(() => tidy(() => Promise.resolve(1))).toThrow('asynchronous');
    expect(() => tidy(() => (P.add(w, 1) as unknown as { data: unknown }).data)).toThrow(
      'x.data.slice()',
    );
  });

  test('frees also when the function throws.', () => {
    const failing = () =>
      tidy(() => {
        P.add(w, 1);
        throw new Error('meant');
      });
    expect(lostBy(() => expect(failing).toThrow('meant'))).toBe(0);
  });

  test('leaves what was there before, also where functions give it back.', () => {
    tidy(() => [P.atleast_1d(w), P.asarray(w), P.ravel(w), w.slice(':')].length);
    expect(flat(w)).toEqual([0.5, 1.1, 0.8]);
  });

  test('lets a synchronous loop train in constant memory.', () => {
    let weights = P.zeros([3]) as Array_;
    const loss = (a: Array_) => P.mean(P.square(P.subtract(P.matmul(x, a), P.array([1, 2]))));
    const train = () => {
      const next = tidy(
        () => P.subtract(weights, P.multiply(gradOf(loss)(weights), 0.1)) as Array_,
      );
      dispose(weights);
      weights = next;
    };
    expect(lostBy(train)).toBe(0);
  });

  test('lets a network train in constant memory.', () => {
    const network = { k: P.ones([3, 3, 1, 2]), b: P.zeros([2]), d: P.ones([8, 3]) };
    const images = P.ones([4, 6, 6, 1]);
    const loss = ({ k, b, d }: typeof network) => {
      const { conv2d, maxPool, relu, crossEntropy } = nn as unknown as Record<string, Loose>;
      const seen = relu(maxPool(conv2d(images, k, { bias: b }), { size: 2 }));
      return crossEntropy(P.matmul(P.reshape(seen, [4, 8]), d), [0, 1, 2, 0]);
    };
    expect(lostBy(() => tidy(() => both(loss)(network).value))).toBe(0);
    const release = (tree: unknown) => Object.values(tree as object).forEach(dispose);
    expect(lostBy(() => release(both(loss)(network).gradient))).toBe(0);
  });
});

describe('The collector notices', () => {
  const buffers = () => process.memoryUsage().arrayBuffers;
  const big = P.ones([512, 512]) as Array_;
  const grown = (make: () => unknown): number => {
    const before = buffers();
    const held = Array.from({ length: 8 }, make);
    return (buffers() - before) / held.length / (512 * 512 * 8);
  };

  test('arrays that users get, and no others.', () => {
    expect(grown(() => P.multiply(big, 2))).toBeGreaterThan(0.9);
    expect(grown(() => gradOf((a: Array_) => P.sum(P.square(a)))(big))).toBeGreaterThan(0.9);
    expect(grown(() => P.reshape(big, [512 * 512]))).toBeLessThan(0.1);
    expect(grown(() => tidy(() => P.sum(P.multiply(big, 2))))).toBeLessThan(0.1);
  });

  test('many small ones as one that is large.', () => {
    const small = P.ones([64]) as Array_;
    const before = buffers();
    const held = Array.from({ length: 4096 }, () => P.negative(small));
    expect((buffers() - before) / held.length / 512).toBeGreaterThan(0.9);
  });
});
