/** Functions that constants of the module hold, that stand in arrays with what they capture, and that are read as fields. */
import { grad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { answers, type F } from '../../../support/linked-modules.js';
import { load } from '../../../support/plain.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';

interface Stats {
  offset: number;
  readonly weights: number[];
  mean: (xs: readonly number[]) => number;
  inner: { twice: (x: number) => number };
}
interface Module {
  readonly f: F;
  readonly stats?: Stats;
}
const own = (text: string): Module => load<Module>(`${text} exports.f = f;`);

const stats = `const stats = {
  offset: 1, weights: [1, 2],
  mean(xs) { return xs.reduce((a, b) => a + b, 0) / xs.length + this.offset; },
  variance(xs) { const m = this.mean(xs); return this.mean(xs.map((x) => (x - m) ** 2)); },
  inner: { twice: (x) => 2 * x },
};`;
const use =
  'const f = (xs: number[]): number => stats.inner.twice(stats.variance(xs)) * stats.weights[1];';

describe('Constants of the module that hold functions', () => {
  test.each([
    ['by a key', 'const d = [1, 2];', 'd[k] = x;'],
    ['by a method', 'const d = [1, 2];', 'd.push(x); d.reverse();'],
    ['in place', 'const d = [2, 1];', 'd.sort();'],
    ['by another name', 'const d = [1, 2];', 'const e = d; e[k] = x;'],
    ['in an object', 'const d = { 0: 1, 1: 2 };', 'd[k] = x;'],
    ['in a row', 'const rows = [[1, 2], [3, 4]]; const d = { 0: 1, 1: 5 };', 'd[k] = rows[0][0];'],
    ['by a function', 'const d = [1, 2]; const put = (a, k, x) => { a[k] = x; };', 'put(d, k, x);'],
    ['by who gets it', 'const d = [1, 2];', 'return d;'],
  ])('see what nobody else can see change: %s.', (_, data, change) => {
    const { f, made } = load<{ f: F; made: { set: (k: number, x: number) => number[] } }>(
      `const made = (() => { ${data} return { one: (x) => x * d[0] + d[1], set: (k, x) => { ${change} } }; })();
       const f = (xs: number[]): number => made.one(xs[0]) * xs[1]; exports.f = f; exports.made = made;`,
    );
    for (let k = 0; k < 4; k++) {
      const [one, other] = [f([1, 1]), f([0, 1])];
      expect((grad(f as never) as F)([0.5, 2])).toEqual([
        2 * (one - other),
        0.5 * (one - other) + other,
      ]);
      const found = made.set(k % 2, k + 3) as number[] | undefined;
      if (found !== undefined) found[0] += 2;
    }
  });

  test('are compiled with data of their own that nobody changes.', () => {
    const { f } = own(
      `const made = (() => { const d = [1, 2]; const m = [[1, 2], [3, 4]]; const o = { a: 1 }; const given = [3];
       return { given, one: (x) => x * d[0] + m[1][0] * o.a + d.reduce((a, b) => a + b, 0) + given[0] }; })();
       const f = (xs: number[]): number => made.one(xs[0]) * xs[1];`,
    );
    expect(answers(f, [[0.5, 2]])).toBe(true);
  });

  test.each([
    ['methods that call others', `${stats} ${use}`],
    ['frozen ones', `${stats.replace('= {', '= Object.freeze({').replace('};', '});')} ${use}`],
    [
      'what a function gives that is called at once',
      'const k = (() => { const s = Math.sqrt(5); const one = (x) => s * x; return { one, two: (x) => one(x) ** 2 }; })(); const f = (xs: number[]): number => k.two(xs[0]) + k.one(xs[1]); exports.k = k;',
    ],
    [
      'handed to functions',
      'const normal = { log: (x, { mu }) => -((x - mu) ** 2) }; const sum = (d, xs, p) => xs.reduce((s, x) => s + d.log(x, p), 0); const f = (xs: number[]): number => sum(normal, xs, { mu: xs[0] * 2 });',
    ],
    [
      'gone through by their keys',
      'const pen = { l1: (x) => Math.abs(x), l2: (x) => x * x }; const f = (xs: number[]): number => { let s = 0; for (const [k, g] of Object.entries(pen)) s += g(xs[0]) * (k === "l1" ? 2 : 1); return s; };',
    ],
    [
      'objects of functions in a list',
      'const models = [{ n: 2, rate: (x) => x * x }, { n: 3, rate: (x) => Math.sin(x) }]; exports.models = models; const f = (xs: number[]): number => { let s = 0; for (const m of models) s += m.n * m.rate(xs[0]); return s; };',
    ],
  ])('are taken as they are written: %s.', (_, text) => {
    expect(answers(own(text).f, [[0.5, 0.7, -0.2]])).toBe(true);
  });

  test.each<readonly [string, (held: Stats) => unknown]>([
    ['a method', (held) => (held.mean = (xs) => xs[0])],
    ['a number', (held) => (held.offset = 2)],
    ['an element', (held) => (held.weights[1] = 5)],
    ['a function further in', (held) => (held.inner.twice = (x) => x)],
    ['an object', (held) => (held.inner = { twice: (x) => x })],
    ['what it inherits', (held) => Object.setPrototypeOf(held.inner, { more: 1 }) as unknown],
    ['its keys', (held) => Object.assign(held, { another: 1 })],
    ['a length', (held) => held.weights.push(1)],
  ])(
    'are asked on entry whether they still are so; after a change of %s a run answers.',
    (_, change) => {
      // The module itself must not show the change.
      const { f, stats: held } = own(`${stats} exports.stats = stats; ${use}`);
      const at = [0.5, 0.7, -0.2];
      expect(answers(f, [at])).toBe(true);
      change(held!);
      expect(compiled.answer(f, [at], 0)).toBeNull();
      const h = 1e-6;
      const differences = at.map((__, k) => {
        const moved = (by: number) => f(at.map((x, i) => (i === k ? x + by : x)));
        return ((moved(h) as number) - (moved(-h) as number)) / (2 * h);
      });
      (grad(f)(at) as number[]).forEach((slope, k) => expect(slope).toBeCloseTo(differences[k], 6));
    },
  );

  test.each([
    ['counts', 'const o = { n: 0, next(x) { this.n++; return this.n * x; } };', 'o.next(xs[0])'],
    [
      'has state of its own',
      'const o = (() => { const seen = [0, 0]; return { next(x) { seen[0] += 1; return seen[0] * x; } }; })();',
      'o.next(xs[0])',
    ],
    [
      'has a variable that changes',
      'const o = (() => { let n = 0; return { next: (x) => ++n * x }; })();',
      'o.next(xs[0])',
    ],
    [
      'is another one at times',
      'let o = { g: Math.sin }; exports.change = () => { o = { g: Math.cos }; };',
      'o.g(xs[0])',
    ],
  ])('are left to runs where one %s.', (_, text, call) => {
    const { f } = own(`${text} exports.o = o; const f = (xs: number[]): number => ${call};`);
    expect(why(f).versions[0].exists).toBe(false);
    expect(compiled.answer(f, [[0.5]], 0)).toBeNull();
  });
});

const biquad = `const make = ({ b, a }) => { let z = 0, n = 0; return (x) => { n += 1; const y = b * x + z; z = a * y + n * 0.1; return y; }; };`;

describe('Functions in an array with what they capture', () => {
  test.each([
    [
      'state of their own',
      `${biquad} const f = (xs: number[]): number => { const chain = xs.map((b, k) => make({ b, a: 0.1 * k })); let s = 0; for (let t = 0; t < 3; t++) { let y = t + xs[1]; for (const step of chain) y = step(y); s += y * y; } return s; };`,
    ],
    [
      'folds over them',
      'const f = (xs: number[]): number => { const layers = xs.map((w, k) => (h) => Math.tanh(w * h + k)); return layers.reduce((h, layer) => layer(h), xs[0]); };',
    ],
    [
      'one by its index, and how many there are',
      `${biquad} const f = (xs: number[]): number => { const chain = xs.map((b) => make({ b, a: 0.3 })); const first = chain[0]; let s = first(1) + chain[chain.length - 1](2); s += chain[0](3) * first(2); return s; };`,
    ],
    [
      'arrays, functions and objects that they capture',
      'const f = (xs: number[]): number => { const by = (g, w) => (v) => g(v.map((x, i) => x * w[i])); const sum = (v) => v.reduce((a, b) => a + b, 0); const fs = xs.map((x, k) => by(sum, xs.map((u) => u * x + k))); let s = 0; for (const f of fs) s += f(xs) ** 2; return s; };',
    ],
    [
      'other functions beside them that use each other',
      'const f = (xs: number[]): number => { const fs = Array.from({ length: 2 }, (_, k) => { const inner = (t) => xs[k] * t; function outer(t) { return inner(t) + inner(t * t); } return outer; }); return fs.map((g, k) => g(k + 0.5)).reduce((a, b) => a * b, 1); };',
    ],
    [
      'objects with methods, fields that change and getters',
      'const cell = (rate) => ({ level: 1, rate, grow(x) { this.level += this.rate * x; return this; }, get twice() { return 2 * this.level; } }); const f = (xs: number[]): number => { const cells = xs.map(cell); for (const c of cells) c.grow(0.5).grow(xs[0]); cells[1].grow(1); cells[0].level *= 3; let s = 0; for (const { twice, level } of cells) s += twice * level; return s; };',
    ],
    [
      'objects of closures that share a variable',
      'const tank = (k) => { let v = k; return { fill: (x) => { v += x; }, drain: () => { v *= 0.5; return v; } }; }; const f = (xs: number[]): number => { const ts = xs.map(tank); let s = 0; for (const t of ts) { t.fill(xs[0]); s += t.drain(); t.fill(1); s *= t.drain(); } return s + ts[1].drain(); };',
    ],
    [
      'an object that names itself',
      'const made = (k) => { const self = { x: k, step: (h) => { self.x += h * self.x; return self.x; } }; return self; }; const f = (xs: number[]): number => { const all = xs.map(made); let s = 0; for (const one of all) s += one.step(0.1) + one.step(0.2) + one.x; return s; };',
    ],
    [
      'an object outside that changes while they are made',
      'const make = (o, x) => () => o.n * x; const f = (xs: number[]): number => { const acc = { n: 1 }; const fs = xs.map((x) => { acc.n += x; return make(acc, x); }); let s = 0; for (const g of fs) s += g(); acc.n *= 2; return s + fs[0](); };',
    ],
    [
      'an object outside with functions, which they change',
      'const make = (o, x) => () => { o.n += x; return o.by(x); }; const f = (xs: number[]): number => { const acc = { n: 1, by: (x) => x * acc.n }; const fs = xs.map((x) => make(acc, x)); let s = 0; for (const g of fs) s += g(); return s + acc.n; };',
    ],
    [
      'a pair of their own that changes',
      'const f = (xs: number[]): number => { const fs = xs.map((x) => { const z = [x, 1]; return (y) => { z[0] = z[1] * y; z[1] += z[0]; return z[1]; }; }); let s = 0.1; for (let t = 0; t < 2; t++) for (const g of fs) s += g(s); return s; };',
    ],
    [
      'an outer variable, as it is when they are called',
      'const f = (xs: number[]): number => { let k = 1; const fs = xs.map((x) => () => { k *= 1.5; return k * x; }); k = 2; let s = 0; for (const g of fs) { s += g(); k += s; } return s * k; };',
    ],
  ])('are compiled: %s.', (_, text) => {
    const { f } = own(text);
    expect(answers(f, [[0.5, 0.7, -0.2]])).toBe(true);
    expect(answers(f, [[0.3, -0.4]])).toBe(true);
  });

  test.each([
    ['of several texts', 'xs.map((x, k) => (x > 0 ? () => x : () => k))'],
    [
      'whose object has another name',
      '(() => { let last; const all = xs.map((x) => { const o = { n: x, g: () => x }; last = o; return o; }); last.n = 7; return all.map((o) => () => o.n); })()',
    ],
  ])('are right, compiled or not, where they are %s.', (_, made) => {
    const { f } = own(
      `const f = (xs: number[]): number => { const fs = ${made}; let s = 0; for (const g of fs) s += g() ** 2; return s; };`,
    );
    const found = compiled.answer(f, [[0.5, -0.7]], 0);
    if (found !== null) expect(answers(f, [[0.5, -0.7]])).toBe(true);
  });
});

describe('Getters and setters of literals', () => {
  test.each([
    'const make = (q) => { let p = 1; return { up(z) { p += z * q; }, get state() { return p * p; }, set state(to) { p = to; } }; }; const f = (xs: number[]): number => { const k = make(xs[0]); let s = 0; for (const x of xs) { k.up(x); s += k.state; } k.state = xs[1] * 3; k.state += 1; return s + k.state; };',
    'const f = (xs: number[]): number => { const o = { get n() { return xs.length; }, x: 2 }; let s = 0; for (let i = 0; i < o.n; i++) s += xs[i] * o.x; const { n } = o; return s * n; };',
    'const f = (xs: number[]): number => { const o = { a: 1, get a() { return xs[0]; } }; const p = { get a() { return xs[0]; }, a: xs[1] }; return o.a * p.a; };',
    'const f = (xs: number[]): number => { const o = { set a(x) { this.b = x * 2; }, b: 0 }; o.a = xs[0]; return o.b; };',
  ])('are called: %s', (text) => {
    expect(answers(own(text).f, [[0.5, 0.7, -0.2]])).toBe(true);
  });

  test.each([
    'const o = { ...{ a: 1 }, get a() { return xs[0]; } }; const p = { ...o }; return p.a;',
    'const o = { get a() { return xs[0]; }, b: 1 }; const { b, ...rest } = o; return rest.a * b;',
    'const o = { get a() { return xs[0]; } }; return Object.keys(o).length * xs[1];',
    'const o = { get a() { return xs[0]; } }; const p = xs[1] > 0 ? o : { a: xs[2] }; return p.a;',
    'const all = []; for (const x of xs) all.push({ get a() { return x * 2; } }); return all[1].a;',
  ])('are never lost: %s', (body) => {
    const { f } = own(`const f = (xs: number[]): number => { ${body} };`);
    if (why(f).versions[0].exists) expect(answers(f, [[0.5, 0.7, -0.2]])).toBe(true);
    else expect(f([0.5, 0.7, -0.2])).not.toBeNaN();
  });
});

test('A field of an instance that holds nothing before a loop is compiled.', () => {
  const { f } = own(`class Pid {
  sum = 0; prev;
  constructor(k) { this.k = k; }
  update(e) {
    this.sum += e;
    const d = this.prev === undefined ? 0 : e - this.prev;
    this.prev = e;
    return this.k * e + 0.1 * this.sum + d;
  }
}
const f = (xs: number[]): number => { const pid = new Pid(xs[0]); let y = 0; for (let t = 0; t < 5; t++) y += 0.1 * pid.update(xs[1] - y); return y; };`);
  expect(answers(f, [[0.5, 0.7]])).toBe(true);
});

test('Cases of a switch over a bool are asked in their order.', () => {
  const { f } = own(`function f(xs: number[]): number {
  let s = 0;
  for (const x of xs) switch (true) {
    case x < 0: s += x * x; break;
    case x < 0.6: s += Math.sin(x);
    case s > 2: s *= 2; break;
    default: s += 3 * x;
  }
  switch (s > 1) { case false: return s * xs[0]; case true: return s * xs[1]; }
}`);
  for (const at of [
    [0.5, 0.7, -0.2],
    [0.3, 0.1],
    [-3, 2, 0.9],
  ])
    expect(answers(f, [at])).toBe(true);
});
