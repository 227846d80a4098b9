/**
 * The known answers of the papers and of other libraries, of programs in plain TypeScript with native
 * operators. Each is reached in every way there is, also inside other derivatives.
 */
import * as library from 'delta-tape';
import {
  checkGradient,
  customGradient,
  derivative,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  taylor,
  tower,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { cases, type Implementation, type Scalar, type X } from '../support/conformance.js';
import { ways } from '../support/interpret.js';
import { load } from '../support/plain.js';

const scope = `const { ${Object.keys(library)
  .filter((name) => !['default', '__esModule', 'pow', 'log'].includes(name))
  .join(', ')} } = require('delta-tape');
  const { root, fixedPoint, argmin } = require('delta-tape/solve');
  const D = (f, x) => grad(f)(x);
`;

/** The value of an expression in plain TypeScript that may use the library. */
const plain = <T>(expression: string): T =>
  load<{ value: T }>(`${scope}\nexports.value = ${expression};`).value;

type Vector = number[];
type OfVector = (xs: readonly Real[]) => Real;
type OfOne = (x: Real) => Real;

const close = (found: readonly unknown[], expected: Vector, digits = 9) => {
  expect(found).toHaveLength(expected.length);
  found.forEach((x, k) => {
    if (Number.isFinite(expected[k])) expect(x).toBeCloseTo(expected[k], digits);
    else expect(x).toBe(expected[k]);
  });
};

const network = `(list: number[]) => ([epsilon, rho]: number[]) => {
  const church = (f) => (x) => list.reduceRight((rest, a) => f(a)(rest), x);
  const sigma = (t: number) => 1 / (1 + Math.exp(-t));
  return church((x: number) => (h: number) => sigma(epsilon * x + rho * h))(0);
}`;
const product = `(xs: number[]) => xs.reduce((p: number, x: number) => p * x, 1)`;
const fold = `(e) => (v: number) => (xs: number[]) => xs.reduce((r: number, x: number) => e(r, x), v)`;

/** Functions of a list, with their values and gradients. */
const known: readonly (readonly [string, string, Vector, number | null, Vector, number?])[] = [
  [
    'sin((x₁ - x₂)²)',
    '([x, y]: number[]) => { const z = x - y; return Math.sin(z * z); }',
    [5, 2],
    0.412118485,
    [-5.466781571, 5.466781571],
  ],
  [
    'x summed up fifty times doubles fifty times',
    '([x]: number[]) => { for (let k = 0; k < 50; k++) x += x; return x; }',
    [1],
    2 ** 50,
    [2 ** 50],
  ],
  [
    'a tower of squares',
    '([z]: number[]) => { for (let k = 0; k < 16; k++) z *= z; return z; }',
    [1],
    1,
    [2 ** 16],
  ],
  ['a network on a Church list', `(${network})([1])`, [0.3, 0.7], 0.5744425, [0.2444583, 0], 7],
  [
    'a network on a longer Church list',
    `(${network})([1, 2, 3])`,
    [0.5, -0.3],
    0.5734491334,
    [0.2148232131, 0.1533320251],
  ],
  [
    'a sum of a Church list',
    '(l: number[]) => ((f) => (d: number) => f(-1 * l[1])(f(7 * l[0])(d)))((x: number) => (y: number) => x + y)(0)',
    [1, 1],
    6,
    [7, -1],
  ],
  [
    'a power by recursion',
    '([x]: number[]) => { const pow = (n: number, y: number): number => (n === 0 ? 1 : y * pow(n - 1, y)); return pow(5, x); }',
    [2],
    32,
    [80],
  ],
  [
    'w1 = x1 x2; w2 = w1 x1, with an input that is not used',
    '([x1, x2, x3]: number[]) => { const w1 = x1 * x2; const w2 = w1 * x1; return w2; }',
    [3, 5, 7],
    45,
    [30, 9, 0],
  ],
  ['a product', product, [2, 3, 4], 24, [12, 8, 6]],
  ['a product with a zero', product, [0, 3, 4], 0, [12, 0, 0]],
  ['a product with two zeros', product, [0, 0, 4], 0, [0, 0, 0]],
  ['a product of one', product, [5], 5, [1]],
  ['a product of none', product, [], 1, []],
  [
    'a product, by a loop',
    '(xs: number[]) => { let p = 1; for (const x of xs) p *= x; return p; }',
    [0, 3, 4],
    0,
    [12, 0, 0],
  ],
  [
    'a sum',
    '(xs: number[]) => { let s = 0; for (const x of xs) s += x; return s; }',
    [2, 3, 4],
    9,
    [1, 1, 1],
  ],
  [
    'one of many, exp(cos(x))',
    '(xs: number[]) => Math.exp(Math.cos(xs[1]))',
    [1, 2, 3],
    Math.exp(Math.cos(2)),
    [0, -Math.sin(2) * Math.exp(Math.cos(2)), 0],
  ],
  [
    'a reduction by x + y + xy',
    `(${fold})((x: number, y: number) => x + y + x * y)(0)`,
    [0.3, -0.2, 0.7, 1.1],
    null,
    [2.856, 4.641, 2.184, 1.768],
  ],
  [
    'a fold by sin(x) y + x',
    `([v, ...xs]: number[]) => (${fold})((x: number, y: number) => Math.sin(x) * y + x)(v)(xs)`,
    [0.4, 0.3, -0.2, 0.7, 1.1],
    null,
    [3.1808684, 0.9705169, 1.4906566, 0.7468369, 0.6458644],
    7,
  ],
  [
    '((x + 1) (2x + y²))²',
    '([x, y]: number[]) => { const inner = (x: number, y: number) => [x + 1, 2 * x + y ** 2]; const [a, b] = inner(x, y); return (a * b) ** 2; }',
    [1, 3],
    484,
    [660, 528],
  ],
  [
    'atan2(z, w) + z w',
    '([x, y, z]: number[]) => { const w = x * Math.sin(y); return Math.atan2(z, w) + z * w; }',
    [1.1, 2.2, 3.3],
    4.242393641025528,
    [2.4396285219055063, -1.953374825727421, 0.9654825811012627],
  ],
  [
    'atan2(z, w) + z x',
    '([x, y, z]: number[]) => { const w = x * Math.sin(y); return Math.atan2(z, w) + z * x; }',
    [1.1, 2.2, 3.3],
    4.9375516951604155,
    [3.071590389300859, 0.18288422990948425, 1.1761365368997136],
  ],
  [
    'Σ xᵢ^(sin xᵢ + Σx)',
    '(xs: number[]) => { let total = 0; for (const x of xs) total += x; let s = 0; for (let i = 0; i < xs.length; i++) s += xs[i] ** (Math.sin(xs[i]) + total); return s; }',
    [1, 3],
    95.58371,
    [108.7523, 131.60072],
    4,
  ],
  [
    'exp(xy)',
    '([x, y]: number[]) => Math.exp(x * y)',
    [1, 2],
    Math.exp(2),
    [14.7781121978613, 7.38905609893065],
  ],
  [
    '4x e^y + cos z',
    '([x, y, z]: number[]) => 4 * x * Math.exp(y) + Math.cos(z)',
    [1, 2, 3],
    28.566231899122155,
    [29.5562243957226, 29.5562243957226, -0.1411200080598672],
  ],
  [
    'log(1 - e^x)',
    '([x]: number[]) => Math.log(1 - Math.exp(x))',
    [-0.1],
    -2.3521684610440907,
    [-9.50833194477505],
  ],
  [
    'sin, five times, by a fold',
    '([x]: number[]) => Array.from({ length: 5 }).reduce((y: number) => Math.sin(y), x)',
    [1.1],
    null,
    [0.12389721944941383],
  ],
  [
    'a sum of sin, sin of sin, …',
    '([x]: number[]) => { let s = x; for (let k = 0; k < 5; k++) { x = Math.sin(x); s += x; } return s; }',
    [1.1],
    null,
    [2.2207726343670955],
  ],
  [
    'atan2(sin x, sin a) from 2a, three times',
    '([a]: number[]) => { let x = 2 * a; for (let k = 0; k < 3; k++) x = Math.atan2(Math.sin(x), Math.sin(a)); return x; }',
    [1.1],
    null,
    [-0.7053476446727861],
  ],
  [
    'x summed 5,000 times',
    '([x]: number[]) => { let s = 0; for (let k = 0; k < 5000; k++) s += x; return s; }',
    [0.1],
    null,
    [5000],
  ],
  [
    'a conditional evaluates one branch',
    '([x]: number[]) => (x > -1 ? x : 1 / (x - x))',
    [3],
    3,
    [1],
  ],
  [
    'an input returned by a branch is an input',
    '([x]: number[]) => (x < 0 ? x : x)',
    [-1],
    -1,
    [1],
  ],
  [
    'relu by max',
    '([x, y, z]: number[]) => Math.max(0, x) + 10 * Math.max(0, y) + 100 * Math.max(0, z)',
    [-1, 1e-4, 2],
    null,
    [0, 10, 100],
  ],
  ['roots and powers at 0', '([x, y]: number[]) => x ** y', [0, 2], 0, [0, 0]],
  [
    'gradient descent inside, differentiated',
    '([w0]: number[]) => { let w = w0; for (let steps = 0; (2 * w - 6) ** 2 > 0.1; steps++) { w -= 0.05 * D((w: number) => (2 * w - 6) ** 2, w); } return w; }',
    [0],
    2.860032,
    [0.046656],
  ],
];

/** The gradient by each way there is. */
const gradients: Readonly<Record<string, (f: OfVector, at: Vector) => readonly unknown[]>> = {
  grad: (f, at) => grad(f)(at),
  vjp: (f, at) => vjp(f)(at).pullback(1),
  jvp: (f, at) => at.map((_, j) => jvp(f)([at], [at.map((__, k) => Number(j === k))]).tangent),
  'a nested grad': (f, at) => {
    let inner: readonly Real[] = [];
    grad((x: Real) => {
      inner = grad(f)(at);
      return x;
    })(1);
    return inner.map(library.primalOf);
  },
  'grad inside a directional derivative': (f, at) =>
    jvp((xs: readonly Real[]) => grad(f)(xs))([at], [at]).value,
  'forward over reverse': (f, at) =>
    at.map((_, j) =>
      derivative((t: Real) =>
        library.add(f(at.map((x, k) => (k === j ? library.add(x, t) : x))), 0),
      )(0),
    ),
};

describe('In plain TypeScript the gradient is known of', () => {
  test.each(known.map((row) => [row[0], row] as const))('%s.', (_, row) => {
    const [, text, at, value, gradient, digits = 9] = row;
    const f = plain<OfVector>(text);
    if (value !== null) expect(f(at)).toBeCloseTo(value, digits);
    const found = grad(f)(at);
    close(found, gradient, digits);
    expect(vjp(f)(at).value).toBe(f(at));
    for (const way of Object.values(gradients)) close(way(f, at), found, 9);
  });

  test('the shape of the table: a wrong gradient is noticed.', () => {
    const f = plain<OfVector>('([x]: number[]) => x * x');
    expect(() => close(grad(f)([1]), [3])).toThrow();
    expect(checkGradient(f)([3]).ok).toBe(true);
    const wrong = customGradient((xs: readonly Real[]) => ({
      value: f(xs),
      pullback: () => [[1]],
    }));
    expect(checkGradient(wrong)([3]).ok).toBe(false);
  });
});

/** Expressions in which D takes a derivative, in any of the ways. */
const nested: readonly (readonly [string, string, number])[] = [
  ['no confusion of products', 'D((x: number) => x * D((y: number) => x * y, 1), 4)', 8],
  ['no confusion of sums', 'D((x: number) => x * D((y: number) => x + y, 1), 1)', 1],
  [
    'a function that differentiates, in a derivative',
    '(() => { const f = (x: number) => D((y: number) => x + y, 1); return D((x: number) => x + f(x), 1); })()',
    1,
  ],
  ['a second derivative', 'D((x: number) => D((y: number) => y * y * y, x), 2)', 12],
  [
    'a third derivative',
    'D((x: number) => D((y: number) => D((z: number) => z ** 4, y), x), 2)',
    48,
  ],
  [
    'a function defined by its own derivative',
    '(() => { const f = (x: number): number => (x < 1 ? x * x : D((y: number) => f(y), x - 1)); return f(0.5) + 10 * f(1.5) + 100 * f(2.5); })()',
    0.25 + 10 + 200,
  ],
  [
    'shadowed names',
    'D((x: number) => { const y = x * x; return y + D((x: number) => x * y, x) * ((x) => x + 1)(2); }, 3)',
    6 + 3 * 6,
  ],
  [
    'a derivative by recursion',
    '(() => { const pow = (n: number, x: number): number => (n === 0 ? 1 : x * pow(n - 1, x)); return D((x: number) => pow(5, x), 2); })()',
    80,
  ],
  [
    'gradient descent, inside',
    'D((w0: number) => { let w = w0; for (let k = 0; k < 6; k++) w = w - 0.05 * D((v: number) => (2 * v - 6) ** 2, w); return w; }, 0)',
    0.6 ** 6,
  ],
  [
    'a pair swapped in a loop',
    'D((x: number) => { let [a, b] = [x, 1]; for (let k = 0; k < 5; k++) [a, b] = [b, a + b]; return b * a; }, 2)',
    3 * 18 + 5 * 11,
  ],
];

describe('In plain TypeScript, with every way to take a derivative inside any other, there is', () => {
  type Taking = (D: (f: OfOne, x: Real) => Real) => Real;
  test.each(nested)('%s.', (_, expression, expected) => {
    const f = load<{ f: Taking }>(`exports.f = (D) => ${expression};`).f;
    const all = Object.values(ways);
    for (const way of all) expect(f(way)).toBeCloseTo(expected, 10);
    // Outer and inner derivatives in different ways, one after the other.
    for (let first = 0; first < all.length; first++) {
      let next = first;
      const mixed = (g: OfOne, x: Real) => all[next++ % all.length](g, x);
      expect(f(mixed)).toBeCloseTo(expected, 10);
    }
  });

  test('the order of matrix products in a Jacobian.', () => {
    const turn = plain<(xs: readonly Real[]) => Real[]>('([x, y]: number[]) => [-y, x]');
    const stretch = plain<(xs: readonly Real[]) => Real[]>('([x, y]: number[]) => [2 * x, y]');
    expect(jacobian((xs: readonly Real[]) => turn(stretch(xs)))([1, 1])).toEqual(
      [
        [-0, -1],
        [2, 0],
      ].map((row) => row.map((x) => x + 0)),
    );
    expect(jacobian((xs: readonly Real[]) => stretch(turn(xs)))([1, 1])).toEqual([
      [0, -2],
      [1, 0],
    ]);
  });

  test('a Hessian-vector product in every nesting.', () => {
    const f = plain<OfVector>(
      '(xs: number[]) => { let s = 0; for (const x of xs) s += x * x; return Math.exp(0.5 * s); }',
    );
    const [at, v] = [
      [0.1, 0.2, 0.3],
      [0.2, 0.3, 0.4],
    ];
    const along = (g: OfVector) => (xs: readonly Real[]) => jvp(g)([xs], [v]).tangent as Real;
    const products = [
      hvp(f)(at, v),
      jvp((xs: readonly Real[]) => grad(f)(xs))([at], [v]).tangent,
      grad(along(f))(at),
      vjp(along(f))(at).pullback(1),
      hessian(f)(at).map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0)),
    ];
    for (const product of products) close(product, [0.235952, 0.364653, 0.493354], 5);
  });
});

/** A choice, its derivative there, and the comparisons that a trace tells of. */
const kinks: readonly (readonly [string, string, number, number, readonly string[]])[] = [
  ['a ramp at 0', 'x < 0 ? 0 : x', 0, 1, ['lt']],
  ['a ramp below', 'x < 0 ? 0 : x', -1, 0, []],
  ['a ramp above', 'x < 0 ? 0 : x', 1, 1, []],
  ['a step at 0', 'x < 0 ? 0 : 1', 0, 0, ['lt']],
  ['a step above', 'x < 0 ? 0 : 1', 1, 0, []],
  ['the identity with a hole, there', 'x === 0 ? 0 : x', 0, 0, ['eq']],
  ['the identity with a hole, elsewhere', 'x === 0 ? 0 : x', 1, 1, []],
  ['a loose equality', 'x == 2 ? 4 : x * x', 2, 0, ['eq']],
  ['an inequality', 'x !== 2 ? x * x : 4', 2, 0, ['eq']],
  ['a truth value', 'x ? x * 3 : 0', 0, 0, ['eq']],
  ['a negated truth value', '!x ? 0 : x * 3', 0, 0, ['eq']],
  ['x || 5', 'x || 5', 0, 0, ['eq']],
  ['x && 5 * x', 'x && 5 * x', 0, 1, ['eq']],
  ['Math.abs', 'Math.abs(2 * x)', 0, 0, ['abs']],
  ['Math.max', 'Math.max(x, 2)', 2, 0.5, ['max']],
  ['Math.floor on a step', 'Math.floor(x) + x', 2, 1, ['floor']],
  ['bits on a step', '(x | 0) + x', 2, 1, ['or']],
  [
    '>=, <= and >',
    '(x >= 1 ? x : 0) + (x <= 1 ? x : 0) + (x > 1 ? 7 : x)',
    1,
    3,
    ['ge', 'le', 'gt'],
  ],
];

describe('In plain TypeScript a kink is reported, and answered by the branch taken:', () => {
  test.each(kinks)('%s.', (_, expression, x, slope, operations) => {
    const line = `// The third line has it.\n\nexports.f = (x: number) => ${expression};`;
    const { f } = load<{ f: OfOne }>(line);
    const twice = load<{ f: OfOne }>(
      `exports.f = (x: number) => { let z = 1; z = ${expression}; return z; };`,
    ).f;
    for (const g of [f, twice]) {
      const smooth = slope === 0.5 ? [0, 0.5, 1] : [slope];
      expect(smooth).toContain(grad(g)(x));
      expect(smooth).toContain(derivative(g)(x));
      expect(trace(g)(x).kinks.map(({ operation }) => operation)).toEqual(operations);
    }
  });

  test('the reals of a trace stay symbolic, though their values steer.', () => {
    const ramp = plain<OfOne>('(x: number) => (x < 0 ? 0 : x)');
    expect(trace(ramp)(1)).toMatchObject({ outputs: [1], bindings: [] });
    expect(checkGradient(ramp)(0).ok).toBe(true);
  });

  test('the limit of operations ends a recursion without end, with an error.', () => {
    const forever = plain<OfOne>(
      '(() => { const f = (x: number): number => f(x * 1.0001 + 0.1); return f; })()',
    );
    expect(() => grad(forever, { maxOperations: 1000 })(1)).toThrow();
  });
});

describe('Functions in plain TypeScript', () => {
  type Fn = (x: Real) => Real;
  const shift = plain<(x: Real) => (g: Fn) => Fn>('(x: number) => (g) => (a: number) => g(a + x)');
  const exp = plain<Fn>('(x: number) => Math.exp(x)');

  test('as results of a derivative may be applied to what it gives: no Amazing Bug.', () => {
    const h: (g: Fn) => Fn = derivative(shift)(3);
    expect(h(exp)(5)).toBeCloseTo(Math.exp(8), 9);
    expect(h(h(exp))(5)).toBeCloseTo(Math.exp(11), 8);
    expect(h(h(h(exp)))(5)).toBeCloseTo(Math.exp(14), 7);
  });

  test('as inputs have functions as tangents (Mak, Ong).', () => {
    const list = plain<(f: (x: Real) => Fn) => Fn>('(f) => (d: number) => f(-1)(f(7)(d))');
    const sum = plain<(x: Real) => Fn>('(x: number) => (y: number) => x + y');
    const times = plain<(x: Real) => Fn>('(x: number) => (y: number) => x * y');
    const { value, tangent } = jvp(list)([sum], [times]);
    expect([value(0), value(2), tangent(0), tangent(2)]).toEqual([6, 8, -7, 5]);
  });

  test('are evaluated once: t(u(x)) calls u one time in every way.', () => {
    const { count, f } = load<{ count: () => number; f: OfOne }>(
      `let calls = 0;
       const u = (x: number) => { calls++; return Math.sin(x); };
       exports.f = (x: number) => { const y = u(x); return (y * y) * (y + y); };
       exports.count = () => { const n = calls; calls = 0; return n; };`,
    );
    for (const way of Object.values(ways)) {
      way(f, 0.3);
      expect(count()).toBe(1);
      way((x) => way(f, x), 0.3);
      expect(count()).toBe(1);
    }
  });

  test('have pullbacks of pullbacks.', () => {
    const inner = plain<(p: readonly Real[]) => Real[]>(
      '([x, y]: number[]) => [x + 1, 2 * x + y * y]',
    );
    const outer = plain<OfVector>('([a, b]: number[]) => (a * b) * (a * b)');
    const { pullbackForm } = library;
    expect(pullbackForm(inner)(pullbackForm(outer)(() => 1))([1, 3])).toEqual([660, 528]);
    const f = plain<OfVector>('([x, y]: number[]) => Math.exp(x * y)');
    const rows = [0, 1].map((row) =>
      pullbackForm((p: readonly Real[]) => pullbackForm(f)(() => 1)(p)[row])(() => 1)([1, 2]),
    );
    close(rows.flat(), [29.5562243957226, 22.16716829679195, 22.16716829679195, 7.38905609893065]);
  });

  test('have towers and series of derivatives.', () => {
    const polynomial = plain<OfOne>('(x: number) => 12 + 7 * x + 5 * x ** 2 + 2 * x ** 3');
    const at = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];
    expect(at.map((x) => derivative(polynomial)(x))).toEqual([
      11, 5.5, 3, 3.5, 7, 13.5, 23, 35.5, 51,
    ]);
    expect(taylor(polynomial, 5)(1)).toEqual([26, 23, 11, 2, 0, 0]);
    expect([0, 1, 2, 3].map((k) => tower(polynomial)(1).at(k))).toEqual([26, 23, 22, 12]);
    const sine = plain<OfOne>('(x: number) => Math.sin(x) / (1 + x * x)');
    const explicit = (x: Real) => library.div(library.sin(x), library.add(1, library.mul(x, x)));
    close(taylor(sine, 12)(0.4), taylor(explicit, 12)(0.4), 9);
  });

  test('take what an earlier derivative left behind as the number that it was.', () => {
    const { f, g } = load<{ f: OfOne; g: OfOne }>(
      'let kept; exports.f = (x: number) => { kept = x; return x * x; }; exports.g = (x: number) => x * kept;',
    );
    grad(f)(3);
    expect(g(2)).toBe(6);
    for (const way of Object.values(ways)) expect(way(g, 2)).toBe(3);
    expect(() => g(2)).not.toThrow();
  });
});

describe('What other libraries got wrong is right on native operators:', () => {
  /** The operators in plain TypeScript, and the derivatives of the library. */
  class Native implements Implementation {
    propagations = 0;
    constructor(private readonly take: (f: OfVector, xs: readonly Real[]) => readonly Real[]) {}
    add = plain<(x: X, y: X) => X>('(x: number, y: number) => x + y');
    mul = plain<(x: X, y: X) => X>('(x, y) => x * y');
    div = plain<(x: X, y: X) => X>('(x: number, y: number) => { const z = x / y; return z; }');
    sqrt = plain<(x: X) => X>('(x: number) => Math.sqrt(x)');
    probe = customGradient((x: Real) => ({
      value: x,
      pullback: (c: Real) => {
        this.propagations++;
        return [c];
      },
    })) as (x: X) => X;
    ifLess = plain<Implementation['ifLess']>(
      '(x: number, y: number, then, otherwise) => { if (x < y) return then(); return otherwise(); }',
    );
    bind = (bound: X, body: (x: X) => X) => body(bound);
    grad = (f: Scalar) => (xs: readonly X[]) => this.take(f as OfVector, xs as readonly Real[]);
    pullback = (f: Scalar, xs: readonly number[]) => vjp(f as OfVector)(xs).pullback;
    gradOfTree = <T>(f: (tree: T) => X, tree: T): unknown =>
      (grad as (f: unknown) => (tree: unknown) => unknown)(f)(tree);
    steps = (f: Scalar, xs: readonly number[]) => trace(f as OfVector)(xs).counts.edges;
  }

  test.each(Object.entries(cases))('%s.', (_, put) => {
    expect(put(new Native((f, xs) => grad(f)(xs)))).toBeNull();
    expect(put(new Native((f, xs) => vjp(f)(xs).pullback(1)))).toBeNull();
  });
});
