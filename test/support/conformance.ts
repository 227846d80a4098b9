/**
 * Mistakes that implementations of derivatives have made, as cases that any implementation can be put
 * to. A case is a function from an implementation to a complaint, or null. Where the point is cost, it
 * counts.
 */

/** A real of the implementation: a number, or whatever it calculates with inside a derivative. */
export type X = unknown;
export type Scalar = (xs: readonly X[]) => X;

export interface Implementation {
  add(x: X, y: X): X;
  mul(x: X, y: X): X;
  div(x: X, y: X): X;
  sqrt(x: X): X;
  /** The identity. It counts how often something is propagated through it. */
  probe(x: X): X;
  readonly propagations: number;
  /** A conditional on primals. */
  ifLess(x: X, y: X, then: () => X, otherwise: () => X): X;
  /** A let: `body` of the value of `bound`. */
  bind(bound: X, body: (x: X) => X): X;
  /** The gradient by a list of reals; it nests. */
  grad(f: Scalar): (xs: readonly X[]) => readonly X[];
  pullback(f: Scalar, xs: readonly number[]): (cotangent: number) => readonly X[];
  /** The gradient by any tree of arrays and objects. */
  gradOfTree<T>(f: (tree: T) => X, tree: T): unknown;
  /** The steps that a gradient takes after the run, as the implementation counts them. */
  steps(f: Scalar, xs: readonly number[]): number;
}

type Case = (on: Implementation) => string | null;

const expecting = (found: unknown, right: unknown): string | null =>
  JSON.stringify(found, shown) === JSON.stringify(right, shown)
    ? null
    : `${JSON.stringify(found, shown)} for ${JSON.stringify(right, shown)}`;
const shown = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value);

const atMost = (count: number, limit: number, what: string): string | null =>
  count <= limit ? null : `${count} ${what}, where ${limit} suffice`;

const range = (length: number): number[] => Array.from({ length }, (_, k) => k);

/** The derivative of a function of one real. */
const slope = (on: Implementation, f: (x: X) => X, x: X): X => on.grad(([y]) => f(y))([x])[0];

/** n doublings; the result is 2ⁿ x. */
const doublings = (on: Implementation, n: number, step: (x: X) => X) => (x: X) =>
  range(n).reduce((y) => step(on.add(y, y)), x);

export const cases: { readonly [name: string]: Case } = {
  'nested gradients are kept apart': (on) =>
    expecting(
      [
        slope(
          on,
          (x) =>
            on.mul(
              x,
              slope(on, (y) => on.mul(x, y), 1),
            ),
          4,
        ),
        slope(
          on,
          (x) =>
            on.mul(
              x,
              slope(on, (y) => on.add(x, y), 1),
            ),
          1,
        ),
        slope(on, (x) => slope(on, (y) => on.mul(on.mul(x, y), y), x), 3),
      ],
      [8, 1, 12],
    ),

  'what is used twice counts once for each use': (on) =>
    expecting(
      slope(
        on,
        (x) => {
          const y = on.mul(x, x);
          const z = on.add(y, y);
          return on.add(on.mul(z, z), z);
        },
        3,
      ),
      // f = 4 x⁴ + 2 x²
      16 * 27 + 4 * 3,
    ),

  'a result used by many is propagated once': (on) => {
    const before = on.propagations;
    const found = slope(
      on,
      doublings(on, 16, (x) => on.probe(x)),
      1,
    );
    return expecting(found, 2 ** 16) ?? atMost(on.propagations - before, 16, 'propagations');
  },

  'a long chain needs no stack': (on) =>
    expecting(
      slope(on, (x) => range(50_000).reduce((y) => on.add(y, 1), x), 1),
      1,
    ),

  'many inputs need no stack': (on) => {
    const gradient = on.grad((xs) => on.mul(xs[0], xs[49_999]))(range(50_000));
    return expecting([gradient.length, gradient[0], gradient[49_999]], [50_000, 49_999, 0]);
  },

  'n-fold nesting runs the function once': (on) => {
    let runs = 0;
    const f = (x: X) => {
      runs++;
      return on.mul(x, x);
    };
    const nested = range(8).reduce<(x: X) => X>((g) => (x) => slope(on, g, x), f);
    return expecting(nested(2), 0) ?? atMost(runs, 1, 'runs');
  },

  'a let differentiates its body once': (on) => {
    let bodies = 0;
    const tower = (x: X, depth: number): X =>
      depth === 0
        ? x
        : on.bind(on.mul(x, x), (z) => {
            bodies++;
            return tower(z, depth - 1);
          });
    const found = slope(on, (x) => tower(x, 10), 1);
    return expecting(found, 2 ** 10) ?? atMost(bodies, 10, 'bodies');
  },

  'reading a container is linear': (on) => {
    const all: Scalar = (xs) => xs.reduce((total, x) => on.add(total, x), 0);
    const [some, more] = [on.steps(all, range(200)), on.steps(all, range(400))];
    return atMost(more, 2 * some + 10, `steps for 400 inputs, and ${some} for 200`);
  },

  'nothing comes from the branch not taken': (on) => {
    const guarded = (x: X) => {
      const pole = () => on.div(1, on.add(x, -1));
      return on.ifLess(1, x, pole, () => on.mul(x, x));
    };
    const f = (x: X) => on.mul(guarded(x), guarded(x));
    return expecting([slope(on, guarded, 1), slope(on, f, 1)], [2, 4]);
  },

  'zero times infinity is nothing where nothing flows': (on) =>
    expecting(
      slope(on, (x) => on.add(on.mul(0, on.sqrt(x)), x), 0),
      1,
    ),

  'an infinite derivative is not swallowed': (on) =>
    expecting(
      [slope(on, (x) => on.sqrt(x), 0), slope(on, (x) => on.mul(NaN, x), 1)],
      [Infinity, NaN],
    ),

  'a pullback used again gives the same': (on) => {
    const pull = on.pullback(([x, y]) => on.mul(x, y), [2, 3]);
    return expecting([pull(1), pull(1)], [pull(1), [3, 2]]);
  },

  'a cotangent is what the sweep starts from': (on) =>
    expecting(on.pullback(([x, y]) => on.mul(x, y), [2, 3])(10), [30, 20]),

  'the seed goes to the result, not to the newest operation': (on) => {
    const f = (x: X) => {
      const y = on.mul(x, x);
      on.mul(y, y);
      return y;
    };
    return expecting([slope(on, f, 3), slope(on, (x) => x, 3), slope(on, () => 7, 3)], [6, 1, 0]);
  },

  'a gradient has the shape of the input': (on) =>
    expecting(
      on.gradOfTree(({ a, b }: { a: X[]; b: { c: X } }) => on.mul(a[1], b.c), {
        a: [1, 2],
        b: { c: 3 },
      }),
      { a: [0, 3], b: { c: 2 } },
    ),

  'a real of a finished derivative is refused or constant': (on) => {
    let kept: X = 0;
    slope(on, (x) => (kept = on.mul(x, x)), 3);
    let found: X;
    try {
      found = slope(
        on,
        (x) => {
          const y = on.mul(x, 5);
          return on.mul(y, kept);
        },
        2,
      );
    } catch {
      return null;
    }
    return expecting(found, 45);
  },
};

/** The mistakes of an implementation: the names of cases with their complaints. */
export const complaints = (on: Implementation): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(cases).flatMap(([name, put]) => {
      const complaint = putTo(put, on);
      return complaint === null ? [] : [[name, complaint] as const];
    }),
  );

function putTo(put: Case, on: Implementation): string | null {
  try {
    return put(on);
  } catch (error) {
    return String(error);
  }
}
