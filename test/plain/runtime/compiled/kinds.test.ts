/**
 * Programs of each kind that once had gradients only: with functions that call themselves, what they keep on a stack,
 * rows that are functions only, and writes into arguments. Every derivative of each is by compiled code, and is that of
 * a run.
 */
import { hessian, hvp, jacobian, jvp, linearize, vjp } from 'delta-tape';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { load } from '../../../support/plain.js';
import { at as plainAt, comparedAt, withoutCompiled } from '../../../support/tiers.js';

type Call = (...args: unknown[]) => unknown;
type Operator = (f: Call, options?: object) => Call;

interface Program {
  readonly title: string;
  readonly text: string;
  /** Arguments, the first of which moves. */
  readonly args: () => readonly [Float64Array, ...unknown[]];
}

const imports =
  "const { lgamma, erf, atan2, definePrimitive, mul, hypot } = require('delta-tape');\n";
const point = () => Float64Array.of(0.7, 1.3, 2.1, -0.4, 0.9);

const programs: readonly Program[] = [
  {
    title: 'a recursion over halves of an array',
    text: `function f(x: Float64Array): number { return part(x, 0, x.length); }
      function part(x: Float64Array, from: number, to: number): number {
        if (to - from === 1) return x[from] * x[from];
        const middle = (from + to) >> 1;
        return Math.sin(part(x, from, middle)) * part(x, middle, to) + x[from];
      }`,
    args: () => [point()],
  },
  {
    title: 'a recursion that writes into an array of its own',
    text: `function f(x: Float64Array): number { const w = new Float64Array(3); fill(w, x, 4); return w[0] * w[1] + w[2]; }
      function fill(w: Float64Array, x: Float64Array, k: number): void {
        if (k < 0) return;
        w[k % 3] = (w[(k + 1) % 3] + x[k]) * Math.exp(-x[k]);
        fill(w, x, k - 1);
      }`,
    args: () => [point()],
  },
  {
    title: 'special rows',
    text: `function f(x: Float64Array): number {
        let s = 0;
        for (let i = 0; i < 3; i++) s += lgamma(x[i]) * erf(x[i + 1]) + atan2(x[i], x[i + 1]) + hypot(x[i], x[3]);
        return s;
      }`,
    args: () => [point()],
  },
  {
    title: 'rows of the module',
    text: `const bell = definePrimitive({
        name: 'bell', value: (x) => Math.exp(-x * x), partials: [(x, z) => mul(mul(-2, x), z)],
        formula: ['-2x z'], domain: { text: 'all x', points: [[-1.2], [0.3]] }, conventions: [],
      });
      function f(x: Float64Array): number { return bell(x[0] * x[1]) * x[2] + bell(x[3]); }`,
    args: () => [point()],
  },
  {
    title: 'rows whose partials use others',
    text: `function f(x: Float64Array): number {
        return Math.asinh(x[0]) * Math.cbrt(x[1]) + Math.log1p(x[2]) ** x[1] + Math.tan(x[4]) * Math.acosh(1 + x[1]);
      }`,
    args: () => [point()],
  },
  {
    title: 'a list in which a row that moves takes the place of one that does not',
    text: `function f(x: Float64Array, m: Float64Array[]): number {
        const p = m.slice();
        p[1] = x;
        let s = 0;
        for (let i = 0; i < p.length; i++) s += p[i][0] * p[i][1] * p[0][1];
        return s * x[2];
      }`,
    args: () => [point(), [Float64Array.of(4, 5), Float64Array.of(6, 7), Float64Array.of(8, 9)]],
  },
  {
    title: 'lists that move in one call, and not in another',
    text: `function f(x: Float64Array, m: Float64Array[]): number {
        return walk(x, m, 3) * x[3];
      }
      function walk(x: Float64Array, m: Float64Array[], k: number): number {
        if (k === 0) return m[0][0] * x[0] + m[1][1];
        const p = m.map((row) => row.map((y) => y * x[1]));
        return walk(x, k === 2 ? p : m, k - 1) * x[0] + p[1][1];
      }`,
    args: () => [point(), [Float64Array.of(4, 5), Float64Array.of(6, 7)]],
  },
  {
    title: 'a write into an input',
    text: `function f(x: Float64Array): number {
        for (let i = 1; i < x.length; i++) x[i] = x[i] * Math.cos(x[i - 1]);
        return x[1] * x[4];
      }`,
    args: () => [point()],
  },
  {
    title: 'a write into another argument',
    text: `function f(x: Float64Array, count: number[]): number {
        let s = 0;
        for (let i = 0; i < x.length; i++) { count[i % 2] += 1; s += x[i] ** 3 * count[i % 2]; }
        return s;
      }`,
    args: () => [point(), [1, 2]],
  },
];

const v = Float64Array.of(0.3, -1, 0.5, 2, 0.1);
const pulled = (made: unknown): unknown => {
  const { value, pullback } = made as { value: unknown; pullback: Call };
  return [value, pullback(1), pullback(-2)];
};
const pushed = (made: unknown): unknown => {
  const { value, pushforward } = made as { value: unknown; pushforward: Call };
  return [value, pushforward(v)];
};

const kinds: readonly (readonly [
  title: string,
  work: (f: Call, args: readonly unknown[]) => unknown,
])[] = [
  ['jvp', (f, args) => (jvp as Operator)(f)(args, [v, ...args.slice(1).map(() => undefined)])],
  ['hvp', (f, [x, ...others]) => (hvp as Operator)(f)(x, v, ...others)],
  ['hessian', (f, args) => (hessian as Operator)(f)(...args)],
  ['jacobian', (f, args) => (jacobian as Operator)(f)(...args)],
  ['vjp', (f, args) => pulled((vjp as Operator)(f)(...args))],
  ['linearize', (f, args) => pushed((linearize as Operator)(f)(...args))],
];

const rounded = (of: unknown): string =>
  JSON.stringify(of, (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(10)) + 0 : value,
  );

describe.each(programs)('Of $title', ({ title, text, args }) => {
  // A run calls the function for each row of a Hessian, and each call sees what those before have left.
  const isOfRuns = (kind: string): boolean =>
    kind === 'hessian' && title === 'a write into another argument';
  const { f } = load<{ f: Call }>(`${imports}exports.f = f;\n${text}`);

  test.each(kinds)('%s is by compiled code.', (kind, work) => {
    let answers = 0;
    compiled.at = (...given) => {
      const found = comparedAt(...given);
      if (found === null) return null;
      const counted = <R>(found: R): R => {
        if (found !== null) answers++;
        return found;
      };
      const { pushed, pulled, products, kept } = found;
      const all = (point: typeof found): typeof found => ({
        ...point,
        pushed: (directions) => counted(pushed(directions)),
        pulled: (cotangents) => counted(pulled(cotangents)),
        products: (directions) => counted(products(directions)),
        kept: (isPulled) => {
          const own = kept(isPulled);
          return (
            own && {
              ...own,
              pushed: (directions) => counted(own.pushed(directions)),
              pulled: (cotangents) => counted(own.pulled(cotangents)),
            }
          );
        },
      });
      return all(found);
    };
    try {
      const [mine, theirs] = [args(), args()];
      // The comparison itself runs the function, which writes; so writes are asked of other arguments.
      const found = work(f, mine);
      expect(answers > 0).toBe(!isOfRuns(kind));
      compiled.at = comparedAt;
      const expected = withoutCompiled(() => work(f, theirs));
      expect(rounded(found)).toBe(rounded(expected));
    } finally {
      compiled.at = comparedAt;
    }
  });
});

describe('Writes into arguments happen once, whatever the derivative:', () => {
  const { f } = load<{ f: Call }>(`exports.f = f;\n${programs.at(-1)!.text}`);

  test.each(kinds)('%s.', (_, work) => {
    const [mine, theirs] = [programs.at(-1)!.args(), programs.at(-1)!.args()];
    withoutCompiled(() => work(f, theirs));
    compiled.at = plainAt;
    try {
      work(f, mine);
    } finally {
      compiled.at = comparedAt;
    }
    expect(mine).toEqual(theirs);
    expect(mine[1]).not.toEqual([1, 2]);
  });
});
