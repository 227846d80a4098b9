/** Every operator of the library on plain functions, and inside of them, in every mixture. */
import * as library from 'delta-tape';
import { add, div, exp, mul, sin, sub, type Real } from 'delta-tape';
import { argmin, fixedPoint, root } from 'delta-tape/solve';
import { ways } from '../support/interpret.js';
import { load } from '../support/plain.js';

type Vector = readonly Real[];

/** The same functions twice: on native operators, and on those of the library. */
const plain = load<typeof explicit>(`
  exports.f = ([x, y, z]: number[]) => { const u = x * Math.sin(y); return u * u / (1 + z * z) - Math.exp(u * z); };
  exports.g = ([x, y, z]: number[]) => [x * y, Math.sin(y) * z - x / z, x + y, z ** 3];
  exports.arrow = (xs: number[]) => { let s = 0; for (let i = 0; i + 1 < xs.length; i++) { const d = xs[i + 1] - xs[i] * xs[i]; s += d * d; } return s; };
  exports.h = (x: number) => { const s = Math.sin(x); let t = s * s; t += x; return t / (1 + Math.exp(x)); };
  exports.step = (x: number, k: number) => x + 0.1 * Math.sin(x + k);
`);
const explicit = {
  f: ([x, y, z]: Vector): Real => {
    const u = mul(x, sin(y));
    return sub(div(mul(u, u), add(1, mul(z, z))), exp(mul(u, z)));
  },
  g: ([x, y, z]: Vector): Real[] => [
    mul(x, y),
    sub(mul(sin(y), z), div(x, z)),
    add(x, y),
    mul(z, mul(z, z)),
  ],
  arrow: (xs: Vector): Real => {
    let s: Real = 0;
    for (let i = 0; i + 1 < xs.length; i++) {
      const d = sub(xs[i + 1], mul(xs[i], xs[i]));
      s = add(s, mul(d, d));
    }
    return s;
  },
  h: (x: Real): Real => {
    const s = sin(x);
    return div(add(mul(s, s), x), add(1, exp(x)));
  },
  step: (x: Real, k: number): Real => add(x, mul(0.1, sin(add(x, k)))),
};

const at = [1.1, 0.7, 1.3];
const far = [0.3, 0.9, -0.4, 1.2, 0.1];

/** All numbers of a structure, in order. */
function numbersIn(tree: unknown): number[] {
  if (typeof tree === 'number') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(numbersIn) : [];
}

function expectClose(found: unknown, expected: unknown): void {
  const [xs, ys] = [numbersIn(found), numbersIn(expected)];
  expect(xs).toHaveLength(ys.length);
  expect(ys.length).toBeGreaterThan(0);
  xs.forEach((x, k) => expect(Math.abs(x - ys[k])).toBeLessThan(1e-9 * (1 + Math.abs(ys[k]))));
}

const { grad, jvp, vjp, jacobian, hessian, hvp, taylor, tower, pullbackForm, derivative } = library;

const second = { wrt: 1 } as const;

/** Applies an operator to the functions. */
const operators: Readonly<Record<string, (fs: typeof explicit) => unknown>> = {
  grad: ({ f }) => grad(f)(at),
  valueAndGrad: ({ f }) => library.valueAndGrad(f)(at),
  vjp: ({ g }) => vjp(g)(at).pullback([1, 2, 3, 4]),
  jvp: ({ g }) => jvp(g)([at], [[1, 2, 3]]),
  derivative: ({ h }) => derivative(h)(0.4),
  'jacobian, in reverse': ({ g }) => jacobian(g, { plan: 'reverse' })(at),
  'jacobian, forward': ({ g }) => jacobian(g, { plan: 'forward' })(at),
  'a sparse jacobian': ({ g }) => jacobian(g, { sparse: true })(at),
  hessian: ({ f }) => hessian(f)(at),
  'a sparse hessian': ({ arrow }) => hessian(arrow, { sparse: true })(far),
  hvp: ({ arrow }) => hvp(arrow)(far, [1, 2, 3, 4, 5]),
  taylor: ({ h }) => taylor(h, 8)(0.4),
  tower: ({ h }) => [0, 1, 2, 3, 4].map((k) => tower(h)(0.4).at(k)),
  pullbackForm: ({ f, g }) =>
    pullbackForm(g)((y: Vector) => grad(f)(y.slice(1)).concat(y[0]) as never)(at),
  'a hessian of a hessian’s trace': ({ f }) =>
    hessian((xs: Vector) => hessian(f)(xs).reduce<Real>((sum, row, k) => add(sum, row[k]), 0))(at),
  root: ({ h }) =>
    grad(
      root((x: Real, p: Real) => sub(h(x), mul(0.1, p))),
      second,
    )(0.2, 2),
  fixedPoint: ({ h }) =>
    grad(
      fixedPoint((x: Real, p: Real) => mul(0.5, h(mul(x, p)))),
      second,
    )(0.3, 0.8),
  argmin: ({ h }) =>
    grad(
      argmin((x: Real, p: Real) => add(mul(sub(x, p), sub(x, p)), mul(0.1, mul(h(x), h(x))))),
      second,
    )(0.2, 0.8),
};

describe('On plain functions as on those with explicit operators there is', () => {
  test.each(Object.entries(operators))('%s.', (_, of) => {
    expectClose(of(plain), of(explicit));
  });

  test('no difference that the comparison would miss.', () => {
    expect(() => expectClose([1, 2], [1, 2.1])).toThrow();
    expect(() => expectClose([1], [1, 2])).toThrow();
    expect(() => expectClose([], [])).toThrow();
  });

  test('the law checker’s consent.', () => {
    library.assertGradient(plain.f)(at);
    library.assertGradient(plain.g)(at);
    library.assertGradient(plain.arrow)(far);
    library.assertGradient(plain.h)(0.4);
  });
});

/** Functions of one real that use an operator of the library inside, on native operators. */
const inside: Readonly<Record<string, string>> = {
  grad: 'x * grad((y: number) => y * y * x + Math.sin(y * x))(x + 1)',
  valueAndGrad:
    '(() => { const { value, gradient } = valueAndGrad((y: number) => y * y * x)(x + 1); return value * gradient; })()',
  vjp: 'vjp(([a, b]: number[]) => [a * b, a / b])([x, 2 * x + 1]).pullback([x, 3])[0] * x',
  jvp: 'jvp(([a, b]: number[]) => a * b * x)([[x, x * x]], [[1, x]]).tangent',
  derivative: 'derivative((y: number) => y ** 3 * x)(x * x)',
  jacobian: 'jacobian(([a, b]: number[]) => [a * b, Math.sin(a) * x])([x, 2])[1][0]',
  hessian: 'hessian(([a, b]: number[]) => a * a * b * x + Math.sin(a * b))([x, 2])[0][1]',
  hvp: 'hvp(([a, b]: number[]) => Math.exp(a * b))([x, 0.5], [1, x])[1]',
  taylor: 'taylor((y: number) => Math.sin(y * x), 4)(x)[3]',
  tower: 'tower((y: number) => Math.exp(y * x))(x).at(2)',
  pullbackForm: 'pullbackForm((y: number) => y * y * x)((z: number) => z * z)(x)',
  checkpoint:
    'checkpoint((y: number) => { let s = y; for (let k = 0; k < 4; k++) s = s * x + Math.sin(s); return s; })(x)',
  loop: 'loop(7, (y: number, k: number) => y + 0.1 * Math.sin(y * x + k), x * x)',
  scan: 'scan([1, x, 3], (y: number, z: number, k: number) => [y * x + z + k, y * z], x).outputs.reduce((s: number, y: number) => s + y, 0)',
  customGradient:
    'customGradient((y: number) => ({ value: y * y * y, pullback: (c: number) => [c * 3 * y * y] }))(Math.sin(x)) * x',
  root: 'root((y: number, p: number) => y * y * y + y - p)(0.5, x) * x',
  fixedPoint: 'fixedPoint((y: number, p: number) => 0.5 * Math.cos(y * p))(0.4, x) + x',
  argmin: 'argmin((y: number, p: number) => (y - p) ** 2 + 0.1 * y ** 4)(0.1, x)',
  stopGradient: 'x * x + 0 * stopGradient(x * x)',
};

describe('Inside plain functions, with every derivative around it, there is', () => {
  const names = `${Object.keys(inside)
    .filter((name) => !['root', 'fixedPoint', 'argmin'].includes(name))
    .join(', ')}, primalOf`;

  test.each(Object.entries(inside))('%s.', (_, expression) => {
    const { f } = load<{ f: (x: Real) => Real }>(
      `const { ${names} } = require('delta-tape');
       const { root, fixedPoint, argmin } = require('delta-tape/solve');
       exports.f = (x: number) => ${expression};`,
    );
    const number = (x: number) => f(x) as number;
    const h = 1e-3;
    const x0 = 0.6;
    const slope =
      (8 * (number(x0 + h) - number(x0 - h)) - (number(x0 + 2 * h) - number(x0 - 2 * h))) /
      (12 * h);
    const seconds: Real[] = [];
    for (const way of Object.values(ways)) {
      expect(way(f, x0)).toBeCloseTo(slope, 6);
      for (const other of Object.values(ways)) seconds.push(other((x) => way(f, x), x0));
    }
    const bend =
      (16 * (number(x0 + h) + number(x0 - h)) -
        (number(x0 + 2 * h) + number(x0 - 2 * h)) -
        30 * number(x0)) /
      (12 * h * h);
    for (const second of seconds) expect(second).toBeCloseTo(bend, 4);
  });

  test('no derivative through stopGradient and constants.', () => {
    const { f } = load<{ f: (x: Real) => Real }>(
      `const { stopGradient, primalOf } = require('delta-tape');
       exports.f = (x: number) => x * stopGradient(x * x) + primalOf(5) * x;`,
    );
    expect(grad(f)(3)).toBe(14);
  });
});

describe('A plain function tells of itself', () => {
  test('by trace: no more bindings than operations.', () => {
    const [found, expected] = [library.trace(plain.h)(0.4), library.trace(explicit.h)(0.4)];
    expect(found.value).toBe(expected.value);
    expect(found.counts.bindings).toBeLessThanOrEqual(expected.counts.bindings);
    found.bindings.forEach(({ id, edges }, k) => {
      expect(id).toBe(found.counts.inputs + 1 + k);
      for (const { arg } of edges) expect(arg).toBeLessThan(id);
    });
  });

  test('by explain.', () => {
    const { f } = load<{ f: (x: Real, y: Real) => Real }>(
      'exports.f = (x: number, y: number) => { const z = x * y; return z + Math.sin(x); };',
    );
    expect(library.explain(f, { wrt: [0, 1] })(2, 3)).toMatch(/^Let x1 = /);
  });
});
