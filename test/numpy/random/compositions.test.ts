/**
 * Random programs of three to eight functions of arrays, with views as arguments and writes in between: derivatives inside
 * of others and of many examples, single precision, and numbers that are not finite.
 */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import { programFrom, type Choice, type Program } from '../programs.js';
import { flat, gradOf, hvpOf, jvpOf, like, N, P, sum, type Array_ } from '../support.js';

const numRuns = 30;
const seed = Number(process.env.SEED ?? 1);

const part = fc.integer({ min: 0, max: 999 }).map((k) => k / 1000);
const choice: fc.Arbitrary<Choice> = fc.record({
  kind: part,
  step: part,
  one: part,
  other: part,
  r: part,
});
const shapes = [[3], [2, 3], [3, 3], [2, 1], [1], [], [1, 3], [2, 2, 2]];
const ways = ['in order', 'turned', 'strided', 'reversed', 'of a stack', 'broadcast'] as const;

/** The same numbers, stored in a way. */
function stored(x: Array_, way: (typeof ways)[number]): Array_ {
  const axes = x.shape.map(() => ':');
  if (axes.length === 0 && way !== 'of a stack') return x;
  switch (way) {
    case 'in order':
      return x;
    case 'turned':
      return (N.copy(x.T) as Array_).T;
    case 'strided':
      return (N.repeat(x, 2, -1) as Array_).slice('...', '::2');
    case 'reversed':
      return (N.copy(x.slice(...axes.map(() => '::-1'))) as Array_).slice(
        ...axes.map(() => '::-1'),
      );
    case 'of a stack':
      return (N.stack([N.add(x, 9), x, N.add(x, 7)]) as Array_).slice('1');
    case 'broadcast':
      return N.broadcast_to(x.slice(...axes.map((_, k) => (k === 0 ? ':1' : ':'))), [
        ...x.shape,
      ]) as Array_;
  }
}

const argument = fc
  .record({ shape: fc.constantFrom(...shapes), way: fc.constantFrom(...ways), start: part })
  .map(({ shape, way, start }) => {
    const size = shape.reduce((p, d) => p * d, 1);
    const numbers = Array.from({ length: size }, (_, k) => 1.3 * Math.sin(40 * start + 2.3 * k));
    return stored(N.reshape(N.array(numbers), [...shape]) as Array_, way);
  });
const program = fc
  .tuple(argument, argument, fc.array(choice, { minLength: 6, maxLength: 16 }))
  .map(([x, y, choices]) => programFrom([x, y], choices, 8));

const near = (xs: readonly number[], ys: readonly number[], close: number): void => {
  expect(xs.length).toBe(ys.length);
  const size = Math.max(1, ...ys.map(Math.abs));
  xs.forEach((a, k) => {
    if (!(Math.abs(a - ys[k]) <= close * size)) expect(xs).toEqual(ys);
  });
};
const all = (xs: readonly Array_[]): number[] => xs.flatMap(flat);
const wrt = { wrt: [0, 1] };
const gradients = (f: unknown, args: readonly unknown[]): Array_[] =>
  gradOf(f, wrt)(...args) as unknown as Array_[];
const directionsOf = (args: readonly Array_[]) =>
  args.map((x, at) =>
    like(
      x,
      Array.from({ length: x.size }, (_, k) => Math.cos(at + 3 * k)),
    ),
  );
const along = (xs: readonly number[], vs: readonly Array_[]): number =>
  all(vs).reduce((total, v, k) => total + v * xs[k], 0);

const holds = (what: string, check: (program: Program) => void) =>
  test(what, () => fc.assert(fc.property(program, check), { numRuns, seed }));

/** The numbers of each example; null where a function is known to have no form for many examples. */
function inExamples(body: () => unknown): number[] | null {
  try {
    return [body()].flat().flatMap(flat);
  } catch (error) {
    if ((error as { code?: string }).code === 'no-examples') return null;
    throw error;
  }
}

describe('Of random programs', () => {
  holds('gradients are pushforwards, and differences.', ({ f, args }) => {
    const vs = directionsOf(args);
    const slope = along(all(gradients(f, args)), vs);
    near([jvpOf(f)(args, vs).tangent as unknown as number], [slope], 1e-9);
    const at = (h: number) =>
      f(...args.map((x, k) => P.add(x, P.multiply(vs[k], h)) as Array_)) as number;
    const byDifferences = slopeByDifferences(at);
    if (byDifferences !== null) near([slope], [byDifferences], 1e-4);
  });

  holds('gradients of gradients agree in all orders of the modes.', ({ f, args }) => {
    const [x, y] = args;
    const [v] = directionsOf(args);
    const product = flat(hvpOf(f)(x, v, y));
    const ofGradient = jvpOf((a: Array_) => gradOf(f)(a, y))([x], [v]).tangent;
    near(flat(ofGradient), product, 1e-9);
    const slope = (a: Array_) => jvpOf((b: Array_) => f(b, y))([a], [v]).tangent;
    near(flat(gradOf(slope)(x)), product, 1e-9);
  });

  holds('examples have the gradients that they have alone.', ({ f, args }) => {
    const examples = [0, 0.01].map((h) => args.map((x) => N.add(x, h) as Array_));
    const stacks = args.map((_, k) => N.stack(examples.map((one) => one[k])) as Array_);
    const alone = examples.map((one) => gradients(f, one));
    const expected = args.flatMap((_, k) => all(alone.map((one) => one[k])));
    const inside = inExamples(() =>
      (np.vmap as unknown as typeof gradOf)(gradOf(f, wrt))(...stacks),
    );
    if (inside !== null) near(inside, expected, 1e-9);
    const total = (...as: unknown[]) => sum((np.vmap as unknown as typeof gradOf)(f)(...as));
    const outside = inExamples(() => gradients(total, stacks));
    if (outside !== null) near(outside, expected, 1e-9);
  });

  holds('single precision gives the same but for its digits, in its type.', ({ f, args }) => {
    const narrow = args.map((x) => (N.copy(x) as Array_).astype('float32'));
    const found = (valueAndGrad as unknown as typeof gradOf)(f, wrt)(...narrow) as unknown as {
      gradient: Array_[];
    };
    const wide = narrow.map((x) => x.astype('float64'));
    const expected = gradients(f, wide);
    const steep = Math.max(1, ...all(expected).map(Math.abs));
    found.gradient.forEach((x, k) => {
      expect([x.dtype, x.shape]).toEqual(['float32', args[k].shape]);
      // Beside a kink the branch may differ.
      const apart = flat(x).map((a, i) => Math.abs(a - flat(expected[k])[i]));
      if (isSmooth(f, wide)) expect(Math.max(0, ...apart)).toBeLessThan(2e-4 * steep);
    });
  });

  test.each([NaN, Infinity, -Infinity, 0])(
    'a cotangent of 0 wins over what %d makes.',
    (special) => {
      const check = ({ f, args }: Program) => {
        const spoilt = args.map((x) =>
          like(
            x,
            flat(x).map((a, k) => (k % 2 === 0 ? special : a)),
          ),
        );
        const unused = (...xs: Array_[]) => P.multiply(f(...xs), 0);
        expect(all(gradients(unused, spoilt)).filter((a) => a !== 0)).toEqual([]);
      };
      fc.assert(fc.property(program, check), { numRuns: 12, seed });
    },
  );
});

/** The slope at 0 by differences; null on a kink or beside one, where differences depend on their distance. */
function slopeByDifferences(at: (h: number) => number): number | null {
  const [wide, narrow] = [1e-4, 1e-5].map((h) => ({
    slope: (at(h) - at(-h)) / (2 * h),
    bend: Math.abs(at(h) - 2 * at(0) + at(-h)) / h,
  }));
  const size = Math.max(1, Math.abs(wide.slope));
  const isBesideKink = !(Math.abs(wide.slope - narrow.slope) < 1e-6 * size);
  const isOnKink = narrow.bend > Math.max(0.5 * wide.bend, 1e-5 * size);
  return isBesideKink || isOnKink ? null : narrow.slope;
}

/** True if the slope is the same a little beside. */
function isSmooth(f: Program['f'], args: readonly Array_[]): boolean {
  const beside = args.map((x, at) => N.add(x, 1e-5 * (at + 1)) as Array_);
  const [here, there] = [args, beside].map((xs) => all(gradients(f, xs)));
  const size = Math.max(1, ...here.map(Math.abs));
  return here.every((a, k) => Math.abs(a - there[k]) < 1e-2 * size);
}

test('Differences are not asked on a kink, and are asked elsewhere.', () => {
  expect(slopeByDifferences((h) => Math.abs(h) + h)).toBeNull();
  expect(slopeByDifferences((h) => Math.abs(h - 3e-5))).toBeNull();
  expect(slopeByDifferences((h) => Math.sin(h) + 40 * h * h)).toBeCloseTo(1, 6);
});
