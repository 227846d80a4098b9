/** The functions that random programs of exotic-programs.ts call. */

/**
 * The names that all programs may use; the last ones change what was there before, so that runs answer
 * for them.
 */
export const helpers = `
const table = new Map([['one', 1], ['two', 2]]);
const grid = [0.5, -0.25, 1.5];
const words = 'a=1;b=2;a=0.5';
let calls = 0;
const kept: number[][] = [];
function* steps(n: number, h: number) { for (let i = 0; i < n; i++) void (yield i * h); }
function* pairs(n: number, x: number): Generator<[number, number]> { for (let i = 0; i < n; i++) yield [i / n, x / (i + 1)]; }
function caught(x: number) { try { if (x > 0.9) throw new Error('large'); return x * x; } catch { return Math.sin(x); } }
function thrown(x: number) { try { return Math.cos(x); } finally { if (x > 1.6) throw new RangeError('far'); } }
function looked(k: number) { return table.get(k > 1 ? 'two' : 'one') ?? 0; }
function parsed(name: string) { let s = 0; for (const [, key, value] of words.matchAll(/(\\w)=([\\d.]+)/g)) if (key === name) s += Number(value); return s; }
class Degrees { #r = 0; get value() { return this.#r * 50; } set value(d: number) { this.#r = d / 50; } get sin() { return Math.sin(this.#r); } static [Symbol.hasInstance]() { return true; } }
function degrees(d: number) { const a = new Degrees(); a.value = d; a.value = a.value * d; return a.sin; }
function total(xs: readonly number[]) { return [...new Set(xs.keys())].reduce((s, k) => s + xs[k] * (k + 1), 0); }
function scaled(xs: number[], x: number) { return Object.entries({ ...xs }).map(([k, y]) => y * x + Number(k)); }
function split(xs: number[], x: number) { const parts: Record<string, number> = {}; for (const [k, y] of xs.entries()) { const key = k % 2 ? 'odd' : 'even'; parts[key] = (parts[key] ?? x) * y; } return { odd: parts.odd ?? 0, even: parts.even ?? 0, both: [parts.odd ?? 1, x] }; }
function same(xs: number[]) { return JSON.parse('true') ? xs : []; }
function shown({ a, b }: { a: number; b: number }) { return [\`\${a > b}\`].includes('true') ? a * b : a - b; }
function searched(x: number, at: readonly number[]) { for (const [k, y] of at.entries()) if (x < y) return k + x * y; return x; }
function* weighted(xs: readonly number[], x: number) { for (const [k, y] of xs.entries()) void (yield y * x + k); }
function distinct(xs: number[], ys: number[]) { return new Set([xs, ys]).size; }
function deep(x: number, n: number): number { return [...\`\${n}\`].length > 1 || n < 1 ? x : Math.sin(deep(x, n - 1)) + x; }
function counted(x: number) { calls++; return [...'ab'].length * x + calls * 0; }
function keeping(xs: number[]) { kept.push(xs); return [...kept[kept.length - 1]].length; }
function written(xs: number[], x: number) { xs[0] = x; return [...'a'].length * x; }

// What hands on parts of what it is given, or the same thing twice.
function tail(xs: Float64Array) { try { return xs.subarray(1); } finally { /a/.test('a'); } }
function handed(xs: number[]) { try { return { a: xs, b: xs }; } finally { /a/.test('a'); } }
function twice(x: number) { const r = [x, JSON.parse('2') as number]; return { a: r, b: r }; }
function rows(x: number) { const r = [x, JSON.parse('2') as number]; return [r, r]; }
function lazy(x: number) { let n = 0; return { get a() { n++; return n * x; } }; }
function* moving(n: number) { const a = [0, 1]; for (let i = 0; i < n; i++) { a[0] += i; yield a; } }
// Readers whose order matters.
function drawn(it: Iterable<number>) { for (const y of it) return y; return 0.5; }
function queued(x: number) { let at = 0; const next = () => grid[at++ % 3]; try { return next() - x * next() + 2 * next(); } finally { at = 0; } }
// Half of it happens.
function risky(xs: readonly number[], x: number) { const found: number[] = []; try { for (const y of xs) { found.push(y); if (y > x) throw new RangeError('far'); } return found.length * x; } finally { found.push(x); } }
function attempted(xs: readonly number[], x: number) { try { return risky(xs, x); } catch (e) { return (e as Error).message.length * 0.1 * x; } }
// What is hidden, and changes.
const counter = (() => { let n = 0; return { next: (x: number) => { n++; return x * n; }, reset: () => { n = 0; } }; })();
function ticked(x: number) { return counter.next(x) * (/a/.test('a') ? 1 : 0); }
class Keep { static n = 1; static all = [0.5]; static get(x: number) { return Keep.all[0] * x; } static it = grid.values(); }
function held(x: number) { return /a/.test('a') ? Keep.n * x + Keep.all[0] : 0; }
function heldBy(x: number) { return /a/.test('a') ? Keep.get(x) : 0; }
class Gain { #v = [0.5, 2]; at(k: number) { return this.#v[k]; } put(k: number, x: number) { this.#v[k] = x; } static one = new Gain(); static [Symbol.hasInstance]() { return true; } }
function gained(x: number) { return /a/.test('a') ? Gain.one.at(0) * x : x; }
let level = 1;
function levelled(x: number) { return /a/.test('a') ? level * x : x; }
function far() { return JSON.parse('9007199254740992') as number; }
// Writes that do not look like any.
const tools = { put(xs: number[], x: number) { xs[0] = x; return /a/.test('a') ? 1 : 0; }, put2: (xs: number[], x: number) => { xs[1] = x; return /a/.test('a') ? 1 : 0; } };
const applied = (g: (xs: number[]) => void, xs: number[]) => g(xs);
function stamped(xs: number[]) { xs.forEach((x, k, all) => { all[k] = x * 2; }); return JSON.parse('1') as number; }
function tooled(xs: number[], x: number) { return tools.put(xs, x) + tools.put2(xs, x); }
function applying(xs: number[], x: number) { applied((ys) => { ys[0] = x; }, xs); return JSON.parse('1') as number; }
function defaulted(xs: number[], x: number) { const y: { a?: number[] } = {}; [y.a = xs] = [] as number[][]; y.a![0] = x; return JSON.parse('1') as number; }
// Texts beside data that never change.
const kinds = ['lin', 'quad'];
const gains = [{ k: 'lin', w: 0.5 }, { k: 'quad', w: -1.5 }];
function kindOf(x: number) { try { return x > 0.5 ? kinds[1] : kinds[0]; } finally { /a/.test('a'); } }
const gainOf = (k: string, x: number) => { let s = 0; for (const one of gains) if (one.k === k) s += one.w * x; return s; };
`;

/** The first statements of programs whose helpers remember something: each call finds the same. */
export const resets: Readonly<Record<string, string>> = {
  ticked: 'counter.reset();',
  'Keep.n': 'Keep.n = 1;',
  Gain: 'Gain.one.put(0, 0.5);',
  level: 'level = 1;',
};
