/** Functions that keep what they computed last: derivatives are those of the function without its cache. */
import fc from 'fast-check';
import {
  checkGradient,
  derivative,
  grad,
  hessian,
  jacobian,
  jvp,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { why } from 'delta-tape/plain';
import { cachePrograms } from '../support/cache-programs.js';
import { knots, tablePrograms } from '../support/table-programs.js';
import { load } from '../support/plain.js';
import { testInTurn } from '../support/sample.js';

type F = (x: number) => number;

/** h, with its first two derivatives. */
const h = [
  (x: number) => Math.sin(x) * x,
  (x: number) => Math.cos(x) * x + Math.sin(x),
  (x: number) => 2 * Math.cos(x) - Math.sin(x) * x,
];
const known: Readonly<Record<string, F>> = {
  state: () => h[0](0.75),
  f: (x) => x * h[0](x),
  g: (x) => h[0](x) ** 2 + h[0](x / 2),
  'grad f': (x) => h[0](x) + x * h[1](x),
  'grad g': (x) => 2 * h[0](x) * h[1](x) + h[1](x / 2) / 2,
  'second f': (x) => 2 * h[1](x) + x * h[2](x),
  'second g': (x) => 2 * (h[1](x) ** 2 + h[0](x) * h[2](x)) + h[2](x / 2) / 4,
};

testInTurn(1, 3)(
  'Random functions that keep their last result have the derivatives of what they keep, in any order of calls.',
  () => {
    fc.assert(
      fc.property(cachePrograms, ({ text: { text }, calls }) => {
        const { f, g, state } = load<{ f: F; g: F; state: () => number }>(text);
        const found: Readonly<Record<string, F>> = {
          ...{ f, g, state: () => state() },
          'grad f': (x) => grad(f)(x),
          'grad g': (x) => vjp(g)(x).pullback(1),
          'jvp g': (x) => jvp(g)([x], [1]).tangent,
          'second f': (x) => derivative((y: Real) => grad(f)(y as number))(x),
          'second g': (x) => hessian(g)(x),
        };
        for (const { what, x } of calls)
          expect(found[what](x)).toBeCloseTo(known[what === 'jvp g' ? 'grad g' : what](x), 10);
      }),
      { numRuns: 150 },
    );
  },
);

test('Random functions that read tables are what they are without derivatives, and none is taken for a cache.', () => {
  fc.assert(
    fc.property(tablePrograms, ({ text: { text }, calls }) => {
      const [{ f }, { f: other }] = [load<{ f: F }>(text), load<{ f: F }>(text)];
      for (const { what, x } of calls) {
        const value = other(x);
        if (what === 'f') expect(f(x)).toBe(value);
        const slope = what === 'f' ? null : grad(f, { onConstant: 'ignore' })(x);
        const h = 1e-6;
        if (slope !== null && !knots.includes(x))
          expect(slope).toBeCloseTo((other(x + h) - other(x - h)) / (2 * h), 5);
      }
    }),
    { numRuns: 60 },
  );
});

const program = (keep: string) =>
  load<{ f: F }>(`const h = (x) => Math.sin(x) * x; ${keep} exports.f = (x) => x * keep(x);`);

describe('A cache that cannot be computed again where it is asked is refused, and not taken:', () => {
  test.each([
    [
      'in a loop over its entries',
      `const entries = []; function keep(x) { for (const e of entries) if (e.t === x) return e.v; const v = h(x); entries.push({ t: x, v }); return v; }`,
    ],
    [
      'in a ring',
      `const ts = [NaN, NaN], vs = [0, 0]; let n = 0;
function keep(x) { for (let k = 0; k < 2; k++) if (Math.abs(ts[k] - x) < 1e-9) return vs[k]; const v = h(x); ts[n % 2] = x; vs[n % 2] = v; n++; return v; }`,
    ],
    [
      'in a loop',
      `let at, v; function keep(x) { while (at !== x) { at = x; v = h(x); } return v; }`,
    ],
    [
      'in a switch',
      `let at, v; function keep(x) { switch (x) { case at: return v; default: at = x; return (v = h(x)); } }`,
    ],
    [
      'by the number of a version',
      `class P { t = NaN; version = 0; seen = -1; v = 0; set(v) { if (v !== this.t) { this.t = v; this.version++; } } value() { if (this.seen !== this.version) { this.v = h(this.t); this.seen = this.version; } return this.v; } }
const p = new P(); const keep = (x) => { p.set(x); return p.value(); };`,
    ],
    [
      'by an answer that is kept itself',
      `let at = NaN, isSame = false, v = 0; function keep(x) { isSame = at === x; at = x; if (!isSame) v = h(x); return v; }`,
    ],
    [
      'in variables of a closure',
      `const make = () => { let t = NaN, v = 0; return { t: () => t, v: () => v, set: (a, b) => { t = a; v = b; } }; };
const last = make(); function keep(x) { if (last.t() !== x) last.set(x, h(x)); return last.v(); }`,
    ],
    [
      'behind functions that share a map, by texts of inputs',
      `const make = () => { const map = new Map(); return [(k) => map.get(k), (k, v) => { map.set(k, v); }]; };
const [get, put] = make();
function keep(x) { const key = String(x); const hit = get(key); if (hit !== undefined) return hit; const v = h(x); put(key, v); return v; }`,
    ],
  ])('%s', (_, keep) => {
    const { f } = program(keep);
    const slope = (x: number) => known.f(x) && known['grad f'](x);
    expect(grad(f)(1.5)).toBeCloseTo(slope(1.5), 12);
    expect(f(2)).toBe(2 * (Math.sin(2) * 2));
    expect(() => grad(f)(2)).toThrow(/a number that an earlier call kept, or a key was made of it/);
    expect(f(2)).toBe(2 * (Math.sin(2) * 2));
    expect(grad(f)(0.75)).toBeCloseTo(slope(0.75), 12);
    const text = String(checkGradient(f)(0.75));
    expect(text).toContain('✗ independent of calls: fails at argument 0: expected');
    expect(text).toContain('a number that an earlier call kept');
  });
});

describe('A cache that was filled before', () => {
  const counting = `let at: number = NaN; let kept: number = 0; const misses = { n: 0 };
exports.misses = misses; exports.f = f;
function f(x: number): number { if (at !== x) { at = x; misses.n++; kept = Math.sin(x); } return kept; }`;

  test('is filled again also where types would let the function be compiled.', () => {
    const { f } = load<{ f: F }>(`let at: number = NaN; let kept: number = 0;
exports.f = f;
function f(x: number): number { if (at !== x) { at = x; kept = Math.sin(x); } return kept; }`);
    f(1);
    expect(grad(f)(1)).toBe(Math.cos(1));
    expect(why(f).answers).not.toBe('compiled');
  });

  test('is refused where the function counts how often it fills it.', () => {
    const { f, misses } = load<{ f: F; misses: { n: number } }>(counting);
    f(1);
    expect(() => grad(f)(1)).toThrow(
      /an input equals, or nearly equals, a number that an earlier call kept/,
    );
    f(2);
    expect(grad(f)(1)).toBe(Math.cos(1));
    expect(misses.n).toBe(4);
  });

  test('is refused where it was filled at an input that it takes for the same.', () => {
    const { f } = load<{ f: F }>(`let cache: any;
exports.f = (x: number) => { if (!cache || Math.abs(cache.t - x) > 1e-6) cache = { t: x, v: Math.sin(x) }; return cache.v; };`);
    f(1);
    expect(() => grad(f)(1 + 1e-9)).toThrow(/other numbers come out/);
    f(2);
    expect(grad(f)(1 + 1e-9)).toBeCloseTo(Math.cos(1), 8);
  });

  test('is refused where it is made of the difference to the step before.', () => {
    const { f } = load<{ f: F }>(`let t = 0, x0 = 0, speed = 0;
exports.f = (x: number) => { if (t !== x) { speed = (x * x - x0) / (x - t); x0 = x * x; t = x; } return speed; };`);
    f(1);
    expect(() => grad(f)(1)).toThrow(/other numbers come out/);
    expect(grad(f)(2)).toBe(1);
  });

  test('is what a watcher sees: onKink finds the comparison.', () => {
    const { f } = load<{ f: F }>(`let at = NaN, kept = 0;
exports.f = (x: number) => { if (at !== x) { at = x; kept = Math.sin(x); } return kept; };`);
    f(1);
    expect(() => grad(f, { onKink: 'throw' })(1)).toThrow(/a kink: eq\(1, 1\)/);
    expect(grad(f, { onConstant: 'throw' })(1)).toBe(Math.cos(1));
  });

  test('may hold what does not vary: indices, tables.', () => {
    const { f } = load<{ f: F }>(`let at = NaN, row = 0; const xs = [0, 1, 2], slopes = [1, 5, 7];
exports.f = (x: number) => { if (at !== x) { row = xs.findLastIndex((y) => y <= x); at = x; } return slopes[row] * x; };`);
    f(1.5);
    expect([grad(f)(1.5), grad(f)(1.5), f(1.5)]).toEqual([5, 5, 7.5]);
  });

  test('is no cache where the greatest of all calls is kept.', () => {
    const { f } = load<{ f: F }>(`let best = 0;
exports.f = (x: number) => { if (x > best) best = x; return best * best; };`);
    f(3);
    expect([grad(f, { onConstant: 'ignore' })(2), grad(f)(4), f(1)]).toEqual([0, 8, 16]);
  });

  test('makes no silent 0 where another function answers: the run is refused as its output is constant.', () => {
    const { f } = load<{ f: F }>(`const ts: any[] = [NaN], vs: any[] = [0]; let isFresh = false;
const ask = (x: any) => { isFresh = ts[0] === x; };
exports.f = (x: number) => { ask(x); if (!isFresh) { ts[0] = x; vs[0] = Math.sin(x); } return vs[0]; };`);
    f(1);
    expect(() => grad(f)(1)).toThrow(
      /an input equals, .* and the output does not depend on the inputs/,
    );
    expect(grad(f, { onConstant: 'ignore' })(1)).toBe(0);
    f(2);
    expect(grad(f)(1)).toBe(Math.cos(1));
  });

  test('is nothing that a constant is compared with.', () => {
    const { f } = load<{ f: F }>(`const edge = 3;
exports.f = (x: number) => x === 0 ? 1 : x === edge ? 2 : Math.sin(x) / x;`);
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect([grad(f)(0), grad(f)(3)]).toEqual([0, 0]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('holds rows of a Jacobian, and lists.', () => {
    const { f } = load<{
      f: (xs: number[]) => number[];
    }>(`let last: number[] = []; let kept: number[] = [];
exports.f = (xs: number[]) => { if (last[0] !== xs[0] || last[1] !== xs[1]) { last = xs.slice(); kept = xs.map((x) => x * x); } return kept; };`);
    f([1, 2]);
    expect(jacobian(f)([1, 2])).toEqual([
      [2, 0],
      [0, 4],
    ]);
    expect(f([1, 2])).toEqual([1, 4]);
  });

  test('with a value and a gradient: both are right when they are asked for twice.', () => {
    const { f } = load<{ f: F }>(`let at = NaN, kept = 0;
exports.f = (x: number) => { if (at === x) return kept; at = x; return (kept = x * x * x); };`);
    const expected = { value: 8, gradient: 12 };
    expect([valueAndGrad(f)(2), f(2), valueAndGrad(f)(2)]).toEqual([expected, 8, expected]);
  });
});

describe('checkGradient', () => {
  test('survives functions that keep things, and finds nothing where they are computed again.', () => {
    const { f } = load<{ f: F }>(`let cache: any;
exports.f = (x: number) => { if (!cache || Math.abs(cache.t - x) > 1e-12) cache = { t: x, v: Math.sin(x) }; return 2 * cache.v; };`);
    f(1);
    const report = checkGradient(f)(1);
    expect(String(report)).toContain('✓ independent of calls');
    expect(report.ok).toBe(true);
  });

  test('names a memo as the likely cause.', () => {
    const { f } = load<{ f: F }>(`const memo = new Map<number, number>();
exports.f = (x: number) => { const k = Math.round(x * 1e6) / 1e6; if (!memo.has(k)) memo.set(k, Math.sin(x)); return memo.get(k)!; };`);
    f(1);
    const text = String(checkGradient(f)(1));
    expect(text).toContain('✗ independent of calls');
    expect(text).toContain('such as a cache');
  });

  test('names the comparison that asks a cache.', () => {
    const { f } = load<{ f: F }>(`const ts: any[] = [NaN], vs: any[] = [0]; let isFresh = false;
const ask = (x: any) => { isFresh = ts[0] === x; };
exports.f = (x: number) => { ask(x); if (!isFresh) { ts[0] = x; vs[0] = Math.sin(x); } return vs[0]; };`);
    f(1);
    const text = String(checkGradient(f)(1));
    expect(text).toContain('✗ independent of calls');
    expect(text).toMatch(/asks for what was kept: eq\(/);
  });
});
