/** A run leaves behind in a program what the function itself would have left: plain numbers. */
import fc from 'fast-check';
import { derivative, grad, jvp, vjp, type Real } from 'delta-tape';
import { leavingPrograms } from '../support/leaving-programs.js';
import { load } from '../support/plain.js';
import { testInTurn } from '../support/sample.js';

type F = (x: number) => number;
interface Program {
  readonly f: F;
  readonly g: F;
  readonly fails: F;
  readonly state: () => unknown;
}

const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as Error).message;
  }
};

/** The results of a call, on a program and on numbers: the derivatives of f and g are known. */
const calls: Readonly<Record<string, [(p: Program) => unknown, (p: Program) => unknown]>> = {
  f: [({ f }) => f(2), ({ f }) => f(2)],
  g: [({ g }) => g(2), ({ g }) => g(2)],
  fails: [({ fails }) => fails(2), ({ fails }) => fails(2)],
  'grad f': [({ f }) => grad(f)(2), ({ f }) => (f(2), 12)],
  'grad g': [({ g }) => grad(g)(2), ({ g }) => (g(2), Math.cos(2) * 2 + Math.sin(2))],
  'grad fails': [({ fails }) => grad(fails)(2), ({ fails }) => fails(2)],
  'jvp f': [({ f }) => jvp(f)([2], [3]).tangent, ({ f }) => (f(2), 36)],
  'hessian g': [
    ({ g }) => grad((x: Real) => grad(g)(x as number))(2),
    ({ g }) => (g(2), 2 * Math.cos(2) - 2 * Math.sin(2)),
  ],
  'pullback f': [({ f }) => vjp(f)(2).pullback(2), ({ f }) => (f(2), 24)],
  'grad grad f': [
    ({ f }) => derivative((x: Real) => jvp(f)([x as number], [1]).tangent)(2),
    ({ f }) => (f(2), 12),
  ],
};

const close = (found: unknown, expected: unknown): void => {
  if (typeof found === 'number') expect(found).toBeCloseTo(expected as number, 12);
  else expect(found).toBe(expected);
};

testInTurn(0, 3)(
  'Random programs that leave things behind find the same in later calls as on numbers.',
  () => {
    fc.assert(
      fc.property(leavingPrograms, ({ text, calls: names }) => {
        const one = load<Program>(text);
        const other = load<Program>(text);
        for (const name of names) {
          const [derived, plain] = calls[name];
          close(
            attempt(() => derived(one)),
            attempt(() => plain(other)),
          );
          expect(one.state()).toEqual(other.state());
        }
      }),
      { numRuns: 40 },
    );
  },
);

describe('An object that was made in a run', () => {
  const program = (text: string) =>
    load<Program>(`const { grad } = require('delta-tape');
class P { v: any = 0; w: any = 0; set(v: any) { this.v = v; } init(o: any, v: any) { this.w = v; o.v = v; } }
const old = new P(); let kept: any; exports.f = f; ${text}`);

  test('and is put into an older place by a run inside of it, holds numbers when all is over.', () => {
    const { f, state } = program(`exports.state = () => kept.v;
function f(x: any): any {
  const p: any = { v: 0 };
  const d: any = grad((y: any) => { kept = p; return y * y; })(1);
  p.v = x;
  return x * x + p.v * d * 0;
}`);
    expect(grad(f)(2)).toBe(4);
    expect(state()).toBe(2);
  });

  test('is older than a run inside of it.', () => {
    const { f, state } = program(`exports.state = () => kept.v;
function f(x: any): any {
  const p: any = new P();
  p.set(x);
  kept = p;
  const d: any = grad((y: any) => { p.set(y * y); return p.v * x; })(x);
  p.set(p.v);
  return d * x;
}`);
    // d is 2 x², and f is 2 x³.
    expect(grad(f)(2)).toBe(24);
    expect(state()).toBe(4);
  });

  test('may be changed together with an older one.', () => {
    const { f, state } = program(`exports.state = () => [old.v, old.w];
function f(x: any): any {
  const p: any = new P();
  p.init(old, x);
  old.set(x * 2);
  p.set(x);
  return p.v * x;
}`);
    expect(grad(f)(2)).toBe(4);
    expect(state()).toEqual([4, 0]);
  });
});

describe('What keeps values where nobody can reach them holds numbers after a run:', () => {
  const program = (text: string) => load<Record<'f' | 'again', F>>(`exports.f = f; ${text}`);

  test('a bound function, by its receiver and its arguments.', () => {
    const { f, again } = program(`let saved: any; let Made: any;
class Point { x: any; constructor(x: any, readonly y: any = 0) { this.x = x; } scaled(a: any, b: any = 1) { return [this.x, a, b]; } }
function f(x: any): any { saved = new Point(x).scaled.bind(Object.freeze({ x }), x * 2); Made = Point.bind(null, x * 3); return x * x; }
exports.again = (b: any) => [saved(b), saved.name, saved.length, 'prototype' in saved, new Made(b), new Made(b) instanceof Point];`);
    expect(grad(f)(2)).toBe(4);
    const point = { x: 6, y: 5 };
    expect(again(5)).toEqual([[2, 4, 5], 'bound scaled', 0, false, point, true]);
    expect(grad(f)(3)).toBe(6);
    expect(again(5)).toEqual([[3, 6, 5], 'bound scaled', 0, false, { x: 9, y: 5 }, true]);
  });

  test('a generator that goes on later, also in another run.', () => {
    const { f, again } = program(`let gen: any; let last: any = 0;
function* steps(v: any) { const twice = v * 2; for (const p of [v, twice]) { const { q } = { q: p * p }; yield q; last = q; } return twice; }
function f(x: any): any { const y = gen ? gen.next().value * x : x; last = 0; gen = steps(x); return y + gen.next().value; }
exports.again = () => [last, gen.next(), last];`);
    // x + x², and then 4 x₀² x + x² where x₀ = 2.
    expect(grad(f)(2)).toBe(5);
    expect(grad(f)(3)).toBe(16 + 6);
    expect(again(0)).toEqual([0, { value: 36, done: false }, 9]);
    expect(again(0)).toEqual([9, { value: 6, done: true }, 36]);
  });

  test('an async function that waits.', async () => {
    const { f, again } = program(`const log: any[] = [];
async function note(v: any) { const twice = v * 2; for (const p of [v, twice]) { await null; log.push(p); } log.push(v + twice, { v }); }
function f(x: any): any { void note(x); return x * x; }
exports.again = () => log;`);
    expect(grad(f)(2)).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(again(0)).toEqual([2, 4, 6, { v: 2 }]);
  });

  test('names of a long list.', () => {
    const { f, again } = program(`const xs: any = Array(10000).fill(0);
function f(x: any): any { xs[5000] = x; xs.total = x * 2; Object.assign(xs, { other: x * 3 }); return x * x; }
exports.again = () => [xs[5000], xs.total, xs.other];`);
    expect(grad(f)(2)).toBe(4);
    expect(again(0)).toEqual([2, 4, 6]);
  });

  test('a map and a function, after an instance of a class of maps and an async function were left.', () => {
    const { f, again } = program(`let left: any; let map: any; let get: any;
class Memo extends Map<string, any> {} class Lazy extends Promise<any> {}
function f(x: any): any {
  if (left) { map = new Map([['x', x]]); get = [(() => { const y = x * 3; return () => y; })()]; }
  left = [new Memo([['x', x]]), async () => x, Object.create(Array.prototype), Lazy.resolve(1)];
  return x * x;
}
exports.again = () => [map.get('x'), get[0]()];`);
    expect(grad(f)(2)).toBe(4);
    expect(grad(f)(2)).toBe(4);
    expect(again(0)).toEqual([2, 6]);
  });
});

describe('A proxy', () => {
  const reading = (traps: string) =>
    load<Program>(`const asked: string[] = []; const inner: any = { t: 0, list: [0] }; exports.f = f;
const proxy: any = new Proxy(inner, ${traps}); exports.state = () => [inner, asked.length > 0, proxy.t];
function f(x: any): any { const { t = 5 } = proxy; proxy.t = x; proxy.list[0] = x * 2; proxy.more = { v: x }; return x * x * x + t * 0 + proxy.missing * x; }`);

  test.each([
    ['without traps has no missing field', '{}', NaN],
    ['may give defaults', '{ get: (o: any, k: any) => (k in o ? o[k] : 7) }', 12 + 7],
    [
      'may have traps for all that a program asks',
      `{ get: (o: any, k: any, me: any) => (asked.push('get'), k === 'missing' ? 3 : Reflect.get(o, k, me)),
  set: (o: any, k: any, v: any, me: any) => Reflect.set(o, k, v, me), has: Reflect.has, ownKeys: Reflect.ownKeys,
  getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor, defineProperty: Reflect.defineProperty }`,
      12 + 3,
    ],
  ])('%s, and what was stored through it are numbers later.', (_, traps, expected) => {
    const { f, state } = reading(traps);
    for (let k = 0; k < 2; k++) {
      expect(grad(f)(2)).toBe(expected);
      const inner = { t: 2, list: [4], more: { v: 2 } };
      expect(state()).toEqual([inner, /asked/.test(traps), 2]);
    }
  });

  test('that stands for a number of the caller gives its gradient.', () => {
    const norm = load<{ f: (p: { x: number; y: number }) => number }>(
      'exports.f = (p: any) => Math.hypot(p.x, p.y) ** 2;',
    ).f;
    const counted: string[] = [];
    const point = new Proxy(
      { x: 3, y: 4 },
      { get: (o, k) => (counted.push(String(k)), o[k as 'x']) },
    );
    expect(grad(norm)(point)).toEqual({ x: 6, y: 8 });
    expect(counted).toContain('x');
  });
});
