/** Arrays in functions that are recorded again: the derivatives of what is recorded once, in less memory. */
import { add, checkpoint, loop, mul, scan, vjp, type LoopCounts, type Real } from 'delta-tape';
import {
  N,
  P,
  array,
  flat,
  gradOf,
  hvpOf,
  jacobianOf,
  jvpOf,
  sum,
  type Array_,
  type Loose,
} from './support.js';

const vjpOf = vjp as unknown as (
  f: unknown,
) => (...args: unknown[]) => { value: Array_; pullback: (c: unknown) => Array_ };
const get = (x: unknown, at: number[]): Real => (x as { get: (at: number[]) => Real }).get(at);
const data = (x: Array_): Float64Array => (x as unknown as { data: Float64Array }).data;

const x = array([
  [0.3, 0.7],
  [0.2, 0.5],
]);
const dx = array([
  [1, -2],
  [0.5, 3],
]);

/** A function with a part, and the same with the part recorded again. */
type Program = (again: (f: Loose) => Loose) => (x: Array_) => Real;
const plainly = (f: Loose): Loose => f;
const again = checkpoint as unknown as (f: Loose) => Loose;

const programs: readonly (readonly [string, Program])[] = [
  ['an array', (part) => (a) => sum(part((b) => P.matmul(P.sin(b), b))(a))],
  ['a real of an array', (part) => (a) => mul(part((b) => sum(P.exp(b)))(a) as Real, sum(a))],
  ['an array of reals', (part) => (a) => sum(part((b) => P.array([b, mul(b as Real, 2)]))(sum(a)))],
  [
    'trees',
    (part) => (a) => {
      const made = part((tree) => {
        const { u, c } = tree as { u: Array_; c: Real };
        return { out: [P.multiply(u, c), P.tanh(u)], same: u, c: mul(c, c) };
      })({ u: P.square(a), c: sum(a) }) as { out: Array_[]; same: Array_; c: Real };
      return add(sum(P.multiply(made.out[0], made.same)), mul(sum(made.out[1]), made.c));
    },
  ],
  [
    'arrays from outside',
    (part) => (a) => {
      const outside = P.sin(a);
      return sum(part((b) => P.multiply(P.multiply(b, outside), outside))(P.exp(a)));
    },
  ],
  ['parts inside parts', (part) => (a) => sum(part((b) => part((c) => P.sin(c))(P.exp(b)))(a))],
  ['elements', (part) => (a) => part((b) => mul(get(b, [0, 1]), get(b, [1, 0])))(P.exp(a)) as Real],
  ['nothing that varies', (part) => (a) => sum(P.add(part(() => array([1, 2]))(a), a))],
];

describe('A checkpointed function', () => {
  test.each(programs)('of %s has the derivatives of the function itself.', (_, program) => {
    const [f, g] = [program(plainly), program(again)];
    const near = (actual: unknown, expected: unknown) =>
      flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], 10));
    near(gradOf(g)(x), gradOf(f)(x));
    near(jvpOf(g)([x], [dx]).tangent, jvpOf(f)([x], [dx]).tangent);
    near(hvpOf(g)(x, dx), hvpOf(f)(x, dx));
    const twice = (h: Loose) => (a: Array_) => sum(P.multiply(gradOf(h)(a), dx));
    near(gradOf(twice(g as Loose))(x), gradOf(twice(f as Loose))(x));
    near(jacobianOf(gradOf(g))(x), jacobianOf(gradOf(f))(x));
  });

  test('leaves one binding for each of its results.', () => {
    const counts: number[] = [];
    const f = (a: Array_) => {
      const before = { calls: 0 };
      const part = again((b) => {
        before.calls++;
        return P.sin(P.exp(P.cos(b)));
      });
      const y = sum(part(a));
      counts.push(before.calls);
      return y;
    };
    gradOf(f)(x);
    expect(counts).toEqual([1]);
  });

  test('is pulled back as often as is wanted, at the arguments as they were.', () => {
    const given = array([1, 2]);
    const { value, pullback } = vjpOf((a: Array_) => again((b) => P.multiply(b, b))(a))(given);
    data(given).fill(0);
    data(value).fill(0);
    expect(flat(pullback(array([1, 1])))).toEqual([2, 4]);
    expect(flat(pullback(array([1, 0])))).toEqual([2, 0]);
  });

  test('is recorded again with passive arrays as they were.', () => {
    const buffer = array([2, 3]);
    const part = again((b, c) => P.multiply(P.sin(b), c));
    const f = (a: Array_) => {
      const first = part(a, buffer);
      data(buffer).fill(0);
      return sum(first);
    };
    const [one, two] = flat(gradOf(f)(array([0.1, 0.2])));
    expect(one).toBeCloseTo(2 * Math.cos(0.1), 12);
    expect(two).toBeCloseTo(3 * Math.cos(0.2), 12);
  });

  test('writes into the passive arrays that it is given once.', () => {
    const counter = array([0], 'int32');
    const part = again((b, c) => {
      data(c as Array_)[0]++;
      return P.multiply(b, b);
    });
    gradOf((a: Array_) => sum(part(a, counter)))(x);
    expect(counter.tolist()).toEqual([1]);
  });

  test('is refused if it computes other arrays again.', () => {
    let calls = 0;
    const part = again((b) => P.multiply(b, ++calls));
    expect(() => gradOf((a: Array_) => sum(part(a)))(x)).toThrow('checkpointed function');
  });

  test('gives no array to the outside otherwise than by its result.', () => {
    let kept: unknown;
    const part = again((b) => {
      kept = P.sin(b);
      return P.exp(b);
    });
    expect(() => gradOf((a: Array_) => add(sum(part(a)), sum(kept)))(x)).toThrow('had ended');
  });
});

describe('A loop over arrays', () => {
  const step = (state: unknown, k: number): unknown => {
    const { u, v } = state as { u: Array_; v: Array_ };
    return {
      u: P.add(u, P.multiply(0.1, v)),
      v: P.subtract(v, P.multiply(0.1 + 0.001 * k, P.sin(u))),
    };
  };
  const byLoop = (steps: number, memory: number, report?: (counts: LoopCounts) => void) => {
    const options = report === undefined ? { memory } : { memory, report };
    return (a: Array_): Real => {
      const end = loop(steps, step, { u: a, v: P.zeros_like(a) as unknown }, options);
      return sum(P.square((end as { u: Array_ }).u));
    };
  };
  const plain = (steps: number) => (a: Array_) => {
    let state: unknown = { u: a, v: P.zeros_like(a) };
    for (let k = 0; k < steps; k++) state = step(state, k);
    return sum(P.square((state as { u: Array_ }).u));
  };
  const near = (actual: unknown, expected: unknown) =>
    flat(actual).forEach((a, k) => expect(a).toBeCloseTo(flat(expected)[k], 10));

  test.each([1, 2000, 5000, 2 ** 20])('has its derivatives in a memory of %d bytes.', (memory) => {
    const [f, g] = [byLoop(37, memory), plain(37)];
    near(gradOf(f)(x), gradOf(g)(x));
    near(hvpOf(f)(x, dx), hvpOf(g)(x, dx));
    near(jvpOf(f)([x], [dx]).tangent, jvpOf(g)([x], [dx]).tangent);
  });

  test('counts the memory of its arrays.', () => {
    const large = N.ones([1000]) as Array_;
    const counts: LoopCounts[] = [];
    const memory = 400_000;
    near(gradOf(byLoop(40, memory, (one) => counts.push(one)))(large), gradOf(plain(40))(large));
    const [{ block, tape, states }] = counts;
    // A step records five arrays of 8 kB.
    expect(block).toBeLessThan(6);
    expect(tape).toBeLessThanOrEqual(memory / 2);
    expect(states).toBeLessThanOrEqual(memory / 2 / 16_000);
    expect(states).toBeGreaterThan(1);
  });

  test('goes through a list of arrays, whose outputs are arrays.', () => {
    const parts = [array([1, 2]), array([3, 5]), array([7, 11])];
    const f = (a: Array_) => {
      const elements = [...parts, a, P.sin(a)];
      const next = (state: unknown, element: unknown) => {
        const now = P.multiply(P.tanh(state), element);
        return [now, { now, twice: P.multiply(2, element) }] as const;
      };
      const { state, outputs } = scan(elements, next as never, P.exp(a) as never, { memory: 800 });
      const all = outputs as { now: Array_; twice: Array_ }[];
      return add(
        sum(state),
        all.reduce((s: Real, { now, twice }, k) => add(s, mul(k, sum(P.multiply(now, twice)))), 0),
      );
    };
    const g = (a: Array_) => {
      let state: unknown = P.exp(a);
      let total: Real = 0;
      [...parts, a, P.sin(a)].forEach((element, k) => {
        state = P.multiply(P.tanh(state), element);
        total = add(total, mul(k, sum(P.multiply(state, P.multiply(2, element)))));
      });
      return add(sum(state), total);
    };
    const at = array([0.3, -0.4]);
    near(gradOf(f)(at), gradOf(g)(at));
    near(hvpOf(f)(at, array([1, 2])), hvpOf(g)(at, array([1, 2])));
  });

  test('takes passive arrays in the state, which steps may fill.', () => {
    const f = (a: Array_) => {
      const buffer = array([0, 0]);
      const next = (state: unknown, k: number) => {
        const { u, seen } = state as { u: Array_; seen: Array_ };
        const made = { u: P.add(P.multiply(u, 0.5), P.multiply(u, seen)), seen };
        data(seen).fill(0.1 * k);
        return made;
      };
      const end = loop(9, next, { u: a as unknown, seen: buffer as unknown }, { memory: 300 });
      return sum((end as { u: Array_ }).u);
    };
    const at = array([1, 2]);
    let factor = 1;
    for (let k = 0; k < 9; k++) factor *= 0.5 + (k === 0 ? 0 : 0.1 * (k - 1));
    near(gradOf(f)(at), array([factor, factor]));
  });
});
