/** All derivatives of functions that lowering refuses are answered by specialised code, and held against runs. */
import * as lib from 'delta-tape';
import { why } from 'delta-tape/plain';
import { difference } from '../../../src/plain/runtime/specialised/agreement.js';
import { withEffort } from '../../support/effort.js';
import { load } from '../../support/plain.js';

type F = (...args: unknown[]) => unknown;
type Operator = (f: F, options?: object) => (...args: unknown[]) => unknown;
const of = lib as unknown as Record<string, Operator>;

/** Lowering does not know what a computed key names. */
const source = `
  const pick = (o, k) => o[k];
  exports.number = (x, y = 2) => { const o = { x }; return pick(o, 'x') * x * Math.sin(y) + y * y * x; };
  exports.one = (x) => [pick({ x }, 'x') ** 3, x];
  exports.record = (p) => pick(p, 'a') * p.a * p.in.b + Math.exp(p.in.list[1]) * p.a;
  exports.array = (xs) => { const o = { xs }; let s = 0; for (const x of pick(o, 'xs')) s += x * x * x; return s; };
  exports.bands = (xs) => pick({ xs: xs.map((x, k) => x * x * (k > 0 ? xs[k - 1] : 1)) }, 'xs');
  exports.tree = (xs) => ({ b: [pick({ xs }, 'xs')[0] * xs[1], 'text'], a: { sum: xs[0] + xs[1] }, isBig: xs[0] > 1 });
  exports.listed = (all) => pick({ all: all.map((o) => ({ w: o.v * o.v, name: o.name, u: o.u * all[0].v })) }, 'all');
  exports.pair = (xs) => [pick({ xs }, 'xs')[0] ** 2 * xs[1], { beside: xs[1] * 2, name: 'text' }];`;

const record = () => ({ unread: 3, a: 2, name: 'text', in: { b: 3, list: [1, 0.5] } });
const list = (n = 20) => Array.from({ length: n }, (_, k) => ({ u: k, name: `n`, v: k + 0.5 }));
const xs = () => [1.5, -2, 0.75];

/** By what it does: the function, and the answer by an operator. */
const rows: Readonly<Record<string, readonly [string, (f: F) => unknown]>> = {
  'gradients by several arguments': ['number', (f) => of.valueAndGrad(f, { wrt: [1, 0] })(3, 1.5)],
  'gradients by entries': ['record', (f) => of.valueAndGrad(f, { wrt: ['in', 'a'] })(record())],
  'gradients by one entry': ['record', (f) => of.grad(f, { wrt: 'a' })(record())],
  'gradients with something beside': ['pair', (f) => of.valueAndGrad(f, { aux: true })(xs())],
  'jvp along numbers': ['number', (f) => of.jvp(f)([3, 1.5], [1, 0.5])],
  'jvp along one of several': ['number', (f) => of.jvp(f, { wrt: [1] })([3, 1.5], [2])],
  'jvp along a record': ['record', (f) => of.jvp(f)([record()], [{ ...record(), a: -1 }])],
  'jvp along typed arrays': [
    'array',
    (f) => of.jvp(f)([Float64Array.from(xs())], [Float64Array.from([1, 2, 3])]),
  ],
  'jvp of a tree': ['tree', (f) => of.jvp(f)([xs()], [[1, 2, 3]])],
  'jvp of objects in lists': ['listed', (f) => of.jvp(f)([list()], [list()])],
  'a derivative': ['one', (f) => of.derivative(f)(3)],
  'vjp of a tree': [
    'tree',
    (f) => {
      const { value, pullback } = of.vjp(f)(xs()) as { value: object; pullback: F };
      const cotangent = (k: number) => ({ b: [k, 'text'], a: { sum: 2 }, isBig: true });
      return [value, pullback(cotangent(1)), pullback(cotangent(3))];
    },
  ],
  'vjp of objects in lists': [
    'listed',
    (f) => {
      const { value, pullback } = of.vjp(f)(list()) as { value: unknown[]; pullback: F };
      return [value, pullback(value), pullback(value)];
    },
  ],
  linearize: [
    'bands',
    (f) => {
      const { value, pushforward } = of.linearize(f)(xs()) as { value: object; pushforward: F };
      return [value, pushforward([1, 0, 0]), pushforward([1, 2, 3])];
    },
  ],
  hvp: ['array', (f) => of.hvp(f)(xs(), [1, 2, 3])],
  'hvp along a record': ['record', (f) => of.hvp(f)(record(), { ...record(), a: 2 })],
  'hvp by an entry': ['record', (f) => of.hvp(f, { wrt: 'a' })(record(), 2)],
  hessian: ['number', (f) => of.hessian(f, { wrt: [0, 1] })(3, 1.5)],
  'a Hessian of an array': ['array', (f) => of.hessian(f)(Float64Array.from(xs()))],
  'a sparse Hessian': ['array', (f) => of.hessian(f, { sparse: true })(xs())],
  jacobian: ['bands', (f) => of.jacobian(f)(xs())],
  'a Jacobian forward': ['bands', (f) => of.jacobian(f, { plan: 'forward' })(xs())],
  'a Jacobian in reverse': [
    'bands',
    (f) => of.jacobian(f, { plan: 'reverse' })(Float64Array.from(xs())),
  ],
  'a Jacobian of a tree': ['tree', (f) => of.jacobian(f)(xs())],
  'a sparse Jacobian': ['bands', (f) => of.jacobian(f, { sparse: true })(xs())],
  series: ['number', (f) => (lib.taylor as unknown as (f: F, order: number) => F)(f, 4)(3)],
};

describe('Specialised code answers', () => {
  test.each(Object.entries(rows))('%s.', (_, [name, derivative]) => {
    const expected = withEffort({ isOn: false }, () =>
      derivative(load<Record<string, F>>(source)[name]),
    );
    const f = load<Record<string, F>>(source)[name];
    const told: unknown[] = [];
    withEffort({ onDifference: (what) => told.push(what), held: 1 }, () => {
      expect(derivative(f)).toEqual(expected);
      expect(told.length).toBeGreaterThan(0);
      expect(told.filter((what) => what !== null)).toEqual([]);
      const before = told.length;
      // From now on no run is needed.
      const found = derivative(f);
      expect(told).toHaveLength(before);
      const [own, meant] = [found, expected].map((one) => JSON.stringify(one, rounded));
      expect(own).toBe(meant);
      if (name !== 'number') expect(why(f as never).answers).toBe('specialised');
    });
  });

  test('nothing that differs from a run.', () => {
    const of = { value: [1, { a: 2 }], tangent: [0.5, 1] };
    expect(difference(of, { value: [1, { a: 2 }], tangent: [0.5, 1] })).toBeNull();
    expect(difference(of, { ...of, value: [1, { a: 2 + 1e-15 }] })).toMatch('value');
    expect(difference(of, { ...of, tangent: [0.5, 1 + 1e-6] })).toMatch('partial derivative');
    expect(difference(of, { ...of, tangent: Float64Array.from([0.5, 1]) })).toMatch('form');
    expect(difference({ rows: [[1, 2]] }, { rows: [[2, 1]] })).toMatch('partial derivative');
  });

  test('pullbacks that differ from those of a run, and runs answer for good.', () => {
    const f = load<Record<string, F>>(source).bands;
    const told: unknown[] = [];
    withEffort({ onDifference: (what) => told.push(what), held: 1 }, () => {
      // A cotangent that changes between the two.
      let calls = 0;
      const odd = [1, 0, 0];
      Object.defineProperty(odd, 0, { get: () => calls++ % 2, enumerable: true });
      const { pullback } = of.vjp(f)(xs()) as { pullback: F };
      pullback(odd);
      expect(told).toHaveLength(2);
      expect(told[1]).toMatch('partial derivative');
      of.vjp(f)(xs());
      expect(told).toHaveLength(2);
    });
    expect(JSON.stringify(why(f as never))).toMatch('tiers-differ');
  });
});

const rounded = (_: string, x: unknown) => (typeof x === 'number' ? Number(x.toPrecision(10)) : x);
