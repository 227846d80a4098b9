/**
 * Modules, as text, whose function `f` leaves something behind in each call: its last step, a cache, a memo, a scratch
 * array, a field, a static or private member, an entry of a Map or WeakMap, a closure, an object with all of these. What is
 * left is read in the next call, through a factor that is 0, so that each call means the same; and `state` gives all.
 */
import fc from 'fast-check';

const declared = `
let last: any = 0; let cache: { t: any; v: any } | undefined; let saved: any = () => 0; let frozen: any = null; let list: any[] = [0];
var old: any; let node: any = null;
const step: any = { dt: 1, inner: { t: 0 } }; const memo = new Map<any, any>(); const weak = new WeakMap<object, any>(); const key = {};
const scratch: number[] = [0, 0, 0]; const rows: any[] = [[0], { v: 0 }]; const unique = new Set<any>();
class Base { static best: any = 0; static #hidden: any = 0; x: any = 0; #p: any = 0; list: any[] = [];
  set(v: any) { this.x = v; this.#p = v; Base.#hidden = v; } get p() { return this.#p; } static get hidden() { return Base.#hidden; }
  set y(v: any) { this.x = v * 2; } keep(v: any) { this.list.push(v); this.list.length = 1; } }
class Derived extends Base { z: any = 0; set(v: any) { super.set(v); this.z = v; } get all() { return this.p + this.z; } }
const one = new Base(); const two: any = new Derived();
function counter() { let n: any = 0; let m: any = 0; return { add: (v: any) => { n = v; m = n * 2; return n; }, get n() { return n; }, get: () => m }; }
const made = counter(); let lazy: any; let gen: any;
function* numbers(v: any) { yield v; yield v * 2; }
function* running(v: any, o: any = { t: v }) { const twice = v * 2; for (const p of [v, twice, o.t]) { const q = p * 3; yield q; last = q; yield p; } return twice; }
async function log(v: any) { const twice = v * 2; await null; waited.push(v, twice); }
const waited: any[] = []; const long: any = Array(5000).fill(0); const hidden = new Proxy({ t: 0 } as any, {}); const checked = new Proxy([0] as any[], { get: (o, k) => (o as any)[k] });
function shifted(this: any, a: any, b: any = 1) { return (this ? this.t : 0) * 0 + a * b; }
class Bound { v: any; constructor(v: any, readonly w: any = 1) { this.v = v; } get() { return this.v * 3; } }
function walk(v: any, seen = new Set<any>()): any {
  if (typeof v === 'function') { try { return walk(v(), seen); } catch { return 'threw'; } }
  if (typeof v !== 'object' || v === null) return v;
  if (seen.has(v)) return 'again'; seen.add(v);
  if (v === long) return [v.total, v[7]];
  if (v && typeof v.next === 'function') return walk(v.next(), seen);
  if (v instanceof Map) return [...v].map((e) => walk(e, seen));
  if (v instanceof Set) return [...v].map((e) => walk(e, seen));
  if (ArrayBuffer.isView(v)) return [Object.prototype.toString.call(v), ...(v as any)];
  if (Array.isArray(v)) return Array.from(v, (e) => walk(e, seen));
  return Object.fromEntries(Object.keys(v).map((k) => [k, walk(v[k], seen)]));
}
exports.state = (): unknown => walk([last, cache, saved, frozen, list, old, node, step, memo, weak.get(key), scratch, rows, unique,
  Base.best, Base.hidden, one, one.p, two, two.all, made.n, made.get(), lazy && [lazy.n, lazy.get()], gen, long, hidden, checked]);
exports.waited = (): unknown => walk(waited);
`;

/** Each reads what was left, and leaves something. \`x\` is the input. */
const statements = fc.constantFrom(
  ...[
    's += last * 0; last = x * 2;',
    'if (!cache || Math.abs(cache.t - x) > 1e-9 || true) cache = { t: x, v: Math.sin(x) };',
  ],
  ...[
    's += cache ? cache.v * 0 : 0; cache = { t: x, v: x * x };',
    's += saved() * 0; saved = () => x * 3;',
  ],
  ...[
    'const y = x * x; s += saved() * 0; saved = () => y;',
    'const o = { v: x * 2 }; saved = () => o.v;',
  ],
  ...[
    'let w = x; saved = () => { const before = w; w = before; return w * 1; };',
    'saved = ((a) => () => a)(x);',
  ],
  ...[
    's += (frozen ? frozen.v * 0 : 0); frozen = Object.freeze({ v: x, deep: Object.freeze([x * 2]) });',
  ],
  ...[
    'list = [x, [x * 2, { d: x }]];',
    'list.push(x); if (list.length > 4) list = [0];',
    'list.splice(0, 1, x * 5);',
    'list.unshift(x); list.pop();',
  ],
  ...[
    'list.fill(x);',
    'old = x;',
    'node = { next: node && { v: x }, v: x };',
    'node = { v: x, up: step };',
  ],
  ...[
    's += step.dt * 0; step.dt = x * 0.1;',
    'step.inner.t = x;',
    'step.inner = { t: x * x };',
    'step["name"] = x;',
  ],
  ...[
    'step.own ??= x;',
    'step.dt += x * 0;',
    'step.dt *= x;',
    'step.count = (step.count || 0) + x * 0;',
    'Object.assign(step, { a: x });',
  ],
  ...[
    'Object.defineProperty(step, "b", { value: x, writable: true, enumerable: true, configurable: true });',
    'Reflect.set(step, "c", x);',
  ],
  ...[
    '({ v: step.d, last } = { v: x, last: x * 3 });',
    '[last, step.e] = [x, x * 2];',
    'for (step.f of [x, x * 2]) s += step.f * 0;',
    'for (last of [x]) s += last * 0;',
  ],
  ...[
    's += (memo.get("k") ?? 0) * 0; memo.set("k", x);',
    'memo.set("m", { v: x, list: [x] });',
    'memo.set("n", new Map([["a", x]]));',
    'weak.set(key, x * 4);',
    'weak.set(key, { v: x });',
  ],
  ...[
    'unique.clear(); unique.add({ v: x });',
    'scratch[1] = x;',
    'for (let k = 0; k < 3; k++) scratch[k] = x * k;',
    'scratch.push(x); scratch.length = 3;',
    'Array.prototype.push.call(scratch, x); scratch.length = 3;',
  ],
  ...[
    'scratch.copyWithin(0, 1);',
    'scratch.reverse(); scratch[0] = x;',
    'rows[0][0] = x;',
    'rows[1].v = x;',
    'rows[1] = { v: x };',
    'rows.forEach((r) => { r.q = x; });',
  ],
  ...[
    'Base.best = x;',
    'one.set(x);',
    's += one.p * 0; one.set(x * 2);',
    'two.set(x);',
    'one.y = x;',
    'one.keep(x);',
    'node = { n: two, get: () => x };',
  ],
  ...[
    'const b = new Base(); b.set(x); node = b;',
    'const d = new Derived(); d.set(x); memo.set("d", d); s += d.all * 0;',
  ],
  ...[
    's += made.add(x) * 0;',
    's += made.n * 0;',
    's += made.get() * 0;',
    'lazy ??= counter(); s += lazy.n * 0; lazy.add(x);',
    's += [1, 2].map((k) => { last = x * k; return k; })[0] * 0;',
  ],
  ...[
    'step.buffer = new Float64Array([x, 2]);',
    'const buffer = new Float64Array(4); buffer[1] = x; step.buffer = buffer; step.part = buffer.subarray(1, 3);',
    'step.buffer ??= [0]; s += step.buffer[0] * 0;',
  ],
  ...[
    'const point: any = {}; point.x = x; point.f = () => point.x; step.point = point;',
    'step.self = step; step.v = x;',
    'const inner = (v: any) => { last = v; return v; }; s += inner(x) * 0;',
  ],
  ...[
    'saved = shifted.bind(null, x);',
    'saved = shifted.bind({ t: x }, x, x * 2);',
    'const p = new Bound(x); saved = p.get.bind(p);',
    'const Half: any = Bound.bind(null, x); node = { get made() { return new Half(2); } };',
    'saved = (shifted as any).bind(Object.freeze({ t: x }), 3);',
  ],
  ...[
    's += gen ? gen.next().value * 0 || 0 : 0; gen = running(x); gen.next();',
    'gen = running(x); gen.next(); gen.next();',
    'gen = numbers(x * 2); gen.next();',
    'gen = running(x);',
    's += gen ? gen.next().value * 0 || 0 : 0; gen = numbers(x * 2);',
    'gen = [x, x * 2].values();',
    'gen = new Map([["a", x], ["b", x * 2]]).entries(); gen.next();',
    'gen = (function* () { const y = x * 5; yield y; yield x + y; })(); gen.next();',
    'void log(x);',
    'void (async () => { const y = x * x; await null; waited.push(y, x); })();',
  ],
  ...[
    'long.total = x;',
    'long[7] = x;',
    'long[7] = x; long.total = x * 2;',
    'Object.assign(long, { total: x });',
    'hidden.t = x;',
    's += hidden.t * 0; hidden.u = { v: x };',
    'checked[0] = x;',
    's += checked[0] * 0; checked.push(x); checked.length = 1;',
    'node = new Proxy({ v: x }, { get: (o: any, k) => o[k] });',
  ],
  ...[
    'saved = function (this: any) { return x * 2; };',
    'step.get = () => step.dt;',
    'class Local { v = x; get() { return x; } } node = new Local(); s += node.get() * 0;',
    'node = { get v() { return x * 2; } };',
  ],
);

const wrapped = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 5, arbitrary: text },
    {
      weight: 1,
      arbitrary: text.map((one) => `try { ${one} throw new Error('e'); } catch { s += 0; }`),
    },
    { weight: 1, arbitrary: text.map((one) => `(() => { ${one} })();`) },
    { weight: 1, arbitrary: text.map((one) => `[1].forEach(() => { ${one} });`) },
  );

const body = fc
  .array(wrapped(statements), { minLength: 1, maxLength: 6 })
  .map((all) => all.map((one) => `{ ${one} }`).join('\n'));

export const leavingPrograms = fc.record({
  text: fc.tuple(body, body).map(
    ([f, g]) => `${declared}exports.f = f; exports.g = g; exports.fails = fails;
function f(x: any): any { let s = x * x * x; ${f} return s; }
function g(x: any): any { let s = Math.sin(x) * x; ${g} return s; }
function fails(x: any): any { let s = x * 2; ${f} throw new Error('half way'); }`,
  ),
  calls: fc.array(
    fc.constantFrom(
      'f',
      'g',
      'fails',
      'grad f',
      'grad g',
      'grad fails',
      'jvp f',
      'hessian g',
      'pullback f',
      'grad grad f',
    ),
    { minLength: 3, maxLength: 8 },
  ),
});
