/** Functions that do not lower are called by compiled code, in the run that records them; what could be noticed is left to runs. */
import '../../../support/any-runs.js';
import { grad, valueAndGrad } from 'delta-tape';
import { why } from '../../../../src/plain/why.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';

const load = (text: string): Record<string, F> => modules({ program: text })('program') as never;
const at = [0.4, 1.3];

/** Each is compiled but for what its helpers do. */
const compiled: Record<string, string> = {
  'a generator': `function* steps(n: number) { for (let i = 0; i < n; i++) void (yield i * 0.5); }
    export const f = (p: number[]) => { let s = 0; for (const h of steps(4)) s += Math.sin(p[0] * h) * p[1]; return s; };`,
  'a generator that goes on': `function* steps() { for (let i = 0; ; i++) void (yield i); }
    function upto(n: number) { const all: number[] = []; for (const k of steps()) { if (k > n) break; all.push(k); } return all; }
    export const f = (p: number[]) => { let s = 0; for (const k of upto(3)) s += p[0] ** k * p[1]; return s; };`,
  'a generator that reads an array': `function* through(xs: number[]) { for (const [k, x] of xs.entries()) void (yield x * (k + 1)); }
    const square = (x: number) => x * x;
    export const f = (p: number[]) => { const ys = [p[0], p[1], 3]; let s = 0; for (const y of through(ys)) s += square(y) * Math.sin(p[0]); ys[0] = s; return s * ys[1]; };`,
  'a parsed text': `const header = 'a=1.5;b=-2';
    function parse(text: string): number[] { return text.split(';').map((part) => Number(/=(.*)/.exec(part)![1])); }
    export const f = (p: number[]) => { const w = parse(header); return w[0] * Math.sin(p[0]) + w[1] * p[1] * p[0] + w.map((x) => x * p[0]).reduce((a, b) => a + b, 0); };`,
  'a table by texts': `const table = new Map([['lo', 0.5], ['hi', 2]]);
    function factor(x: number) { return table.get(x > 1 ? 'hi' : 'lo') ?? 1; }
    export const f = (p: number[]) => p.reduce((s, x) => s + factor(x) * x * x, 0);`,
  'numbers that go both ways': `function weird(x: number, y: number) { try { return x * y; } finally { [...'ab'].length; } }
    export const f = (p: number[]) => { let s = p[0]; for (let k = 0; k < 3; k++) s = weird(s, p[1]) + Math.sin(s); return s; };`,
  'arrays that are made': `function scaled(xs: number[], x: number) { return Object.entries({ ...xs }).map(([k, y]) => y * x + Number(k)); }
    export const f = (p: number[]) => { let ys = p.map((x) => x * x); ys = scaled(ys, p[0]); ys[0] *= 2; return ys[0] * ys[1]; };`,
  'an array that is read as it is there': `function total(xs: number[]) { return [...new Set(xs.keys())].reduce((s, k) => s + xs[k] * (k + 1), 0); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; let s = 0; for (let k = 0; k < 3; k++) { s += total(ys) + total(p); ys[k % 2] *= s; } return s; };`,
  'an object': `function split(xs: number[]) { const o: Record<string, number> = {}; for (const [k, x] of xs.entries()) o[k % 2 ? 'odd' : 'even'] = x * x; return { odd: o.odd, even: o.even }; }
    export const f = (p: number[]) => { const { odd, even } = split(p); return odd * even + split([p[0], 2]).odd; };`,
  'an object that goes in': `function area({ w, h }: { w: number; h: number }) { return JSON.parse('true') ? w * h : 0; }
    export const f = (p: number[]) => area({ w: p[0], h: p[1] }) * p[0];`,
  accessors: `class Angle { #r = 0; get degrees() { return this.#r * 60; } set degrees(d: number) { this.#r = d / 60; } get sine() { return Math.sin(this.#r); } static [Symbol.hasInstance]() { return true; } }
    function sine(d: number) { const a = new Angle(); a.degrees = d; return a.sine; }
    export const f = (p: number[]) => sine(p[0]) * p[1];`,
  'a function given to map': `function odd(x: number) { return [...'a'].length * x * x; }
    export const f = (p: number[]) => p.map(odd).reduce((a, b) => a + b, 0) + p[0];`,
  'data around and beside': `const data = new Map([[0, 2], [1, 3]]);
    function at(m: Map<number, number>, k: number) { return m.get(k) ?? 0; }
    export const f = (p: number[], names: string[] = ['x', 'y']) => p[0] * at(data, 1) + p[1] * at(data, 0);`,
  recursion: `function deep(x: number, n: number): number { return [...String(n)].length > 1 || n < 1 ? x : Math.sin(deep(x, n - 1)) + x; }
    export const f = (p: number[]) => deep(p[0], 3) * p[1];`,
  'a loop that is left': `function odd(x: number) { return [...'a'].length * Math.cos(x); }
    export const f = (p: number[]) => { let s = 0; for (let k = 0; k < 9; k++) { s += odd(p[0] * k); if (odd(s) < 0) break; } return s * p[1]; };`,
};

/** Runs answer for these: what their helpers do could be noticed, or is not known to be harmless. */
const left: Record<string, string> = {
  'a count': `export const calls: number[] = []; function odd(x: number) { calls.push(1); return [...'a'].length * x; }
    export const f = (p: number[]) => odd(p[0]) * p[1];`,
  'a write into what is given': `function odd(xs: number[]) { xs[0] = 2; return JSON.parse('1') * xs[1]; }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const a = odd(ys); return a * ys[0]; };`,
  'random numbers': `function odd(x: number) { return JSON.parse('1') * x * Math.random() * 0; }
    export const f = (p: number[]) => odd(p[0]) + p[1];`,
  'an array that is given back': `function odd(xs: number[]) { return JSON.parse('true') ? xs : []; }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; const zs = odd(ys); ys[0] = p[1] * 2; return zs[0] * p[0]; };`,
  'arrays that are compared': `function odd(xs: number[], ys: number[]) { return [...'a'].length * (xs === ys ? 2 : 1); }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; return odd(ys, ys) * p[0] + odd(ys, [p[0]]); };`,
  'a generator that changes what it gave': `function* steps(n: number) { const a = [0, 0]; for (let i = 0; i < n; i++) { a[0] = i; a[1] += 1; void (yield a); } }
    export const f = (p: number[]) => { let s = 0; for (const [a, b] of steps(4)) s += p[0] ** a * b * p[1]; return s; };`,
  'arrays in a set': `function odd(xs: number[], ys: number[]) { return new Set([xs, ys]).size; }
    export const f = (p: number[]) => { const ys = [p[0], p[1]]; return odd(ys, ys) * p[0] + odd(ys, [p[0]]) * p[1]; };`,
  'writes between the turns of a generator': `function* through(xs: number[]) { for (const [k, x] of xs.entries()) void (yield x * (k + 1)); }
    export const f = (p: number[]) => { const ys = [p[0], p[1], 3]; let s = 0; for (const y of through(ys)) { ys[2] += y; s += y * p[0]; } return s; };`,
  'calls that write between the turns of a generator': `function* through(xs: number[]) { for (const [k, x] of xs.entries()) void (yield x * (k + 1)); }
    const put = (xs: number[], x: number) => { xs[2] += x; };
    export const f = (p: number[]) => { const ys = [p[0], p[1], 3]; let s = 0; for (const y of through(ys)) { put(ys, y); s += y * p[0]; } return s; };`,
  'what the function writes around it': `const state = [1, 2]; function odd(x: number) { return JSON.parse('1') * x * state[0]; }
    export const f = (p: number[]) => { let s = 0; for (let k = 0; k < 3; k++) { state[0] = k; s += odd(p[0]); } return s * p[1]; };`,
  'a generator that is asked twice': `function* steps(n: number) { for (let i = 0; i < n; i++) yield i; }
    export const f = (p: number[]) => { const all = steps(3); let s = 0; for (const k of all) s += k * p[0]; for (const k of all) s += k * p[1]; return s; };`,
  'a generator without end': `function* steps() { for (let i = 0; ; i++) void (yield i); }
    export const f = (p: number[]) => { let s = 0; for (const k of steps()) { if (k > 3) break; s += k * p[0]; } return s * p[1]; };`,
  'a getter of another object': `function odd(x: number) { return { get a() { return x; }, b: new WeakMap() }; }
    export const f = (p: number[]) => odd(p[0]).a * p[1];`,
};

describe('A function that does not lower', () => {
  test.each(Object.entries(compiled))('is called by compiled code: %s.', (_, text) => {
    const { f } = load(text);
    const { value, gradient } = (valueAndGrad(f as never) as unknown as F)(at) as never as {
      value: number;
      gradient: number[];
    };
    expect(Object.is(value, f(at))).toBe(true);
    expect(answers(f, [at])).toBe(true);
    gradient.forEach((slope, k) => {
      const moved = (h: number) => f(at.map((x, n) => (n === k ? x + h : x)));
      expect(slope).toBeCloseTo((moved(1e-6) - moved(-1e-6)) / 2e-6, 5);
    });
  });

  test.each(Object.entries(left))('is left to runs: %s.', (_, text) => {
    const { f } = load(text);
    expect(answers(f, [at])).toBe(false);
    const gradient = (grad(f as never) as F)(at) as never as number[];
    gradient.forEach((slope, k) => {
      const moved = (h: number) => f(at.map((x, n) => (n === k ? x + h : x)));
      expect(slope).toBeCloseTo((moved(1e-6) - moved(-1e-6)) / 2e-6, 5);
    });
  });

  test('does what it does once.', () => {
    const { f, calls } = load(`let all = 0; export const calls = () => all;
      function odd(x: number) { all++; return [...'a'].length * x; }
      export const f = (p: number[]) => odd(p[0]) * p[1];`);
    (grad(f as never) as F)(at);
    expect(calls()).toBe(1);
  });

  test('throws what it throws.', () => {
    const { f } =
      load(`function odd(x: number) { if ([...'a'].length * x > 1) throw new RangeError('far'); return x; }
      export const f = (p: number[]) => odd(p[0]) * p[1];`);
    expect(answers(f, [[0.5, 2]])).toBe(true);
    expect(() => (grad(f as never) as F)([2, 3])).toThrow(new RangeError('far'));
  });

  test('may hide what is not finite: an exact 0 wins.', () => {
    const { f } = load(`function odd(x: number) { return [...'a'].length * Math.sqrt(x); }
      export const f = (p: number[]) => 0 * odd(p[0]) + p[1] * odd(p[1]);`);
    expect((grad(f as never) as F)([0, 4])).toEqual([0, 3]);
  });

  test('takes a text and an object that the function is given.', () => {
    const { f } =
      load(`function pick(o: { readonly [name: string]: number }, name: string) { return o[[...name].join('')] ?? 1; }
      export const f = (p: number[], o: { readonly [name: string]: number }, name: string) => p[0] * p[1] * pick(o, name);`);
    expect(answers(f, [at, { a: 3 }, 'a'])).toBe(true);
    expect((grad(f as never) as F)(at, { a: 3 }, 'a')).toEqual([
      3.9000000000000004, 1.2000000000000002,
    ]);
  });

  test('is named by why, with what keeps it from being compiled.', () => {
    const { f } = load(compiled['a generator']);
    const [{ exists, runs }] = why(f).versions;
    expect({ exists, runs }).toEqual({
      exists: true,
      runs: [
        {
          name: 'steps',
          what: 'a generator',
          instead: 'return an array, or call a function with each value',
          line: 2,
        },
      ],
    });
  });

  test('may have derivatives inside.', () => {
    const { f } = load(`import { grad } from 'delta-tape';
      function odd(x: number) { return [...'a'].length * Math.sin(x); }
      const g = (x: number) => odd(x) * x;
      export const f = (p: number[]) => odd(p[0]) * (grad(g) as (x: number) => number)(p[1]);`);
    const gradient = (grad(f as never) as F)(at) as never as number[];
    expect(gradient[0]).toBeCloseTo(Math.cos(0.4) * (Math.sin(1.3) + 1.3 * Math.cos(1.3)), 10);
  });
});

test('What is compiled by itself says so, though another function calls it as it is.', () => {
  const { f, g } = load(`export function g(x: number, k) { return x * k * Math.sin(x * k); }
    export const f = (p: number[]) => {
      let s = 0;
      for (let i = 0; i < 600; i++) s += Math.sin(p[0] * i + p[1]);
      return s + g(p[0], '3') + g(p[1], 2);
    };`);
  expect(answers(f, [at])).toBe(true);
  expect(answers(g, [0.4, 2])).toBe(true);
  const [[ofF], [ofG]] = [f, g].map((of) => why(of as never).versions);
  expect(ofF.runs?.map(({ name }) => name)).toEqual(['g']);
  expect(ofG).toMatchObject({ version: 'compiled', exists: true });
});
