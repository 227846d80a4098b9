/**
 * Modules, as text, with functions `f` and `g` that keep what they computed last: in variables, in an object of the module, in
 * a new one, in fields of an instance or of a closure; asked for by equality or up to a tolerance, with one way out or
 * two. `plain` is the same function without a cache, and `other` keeps nothing that varies.
 */
import fc from 'fast-check';

/** Forms of `keep(x)`, which gives h(x). */
export const forms = {
  'variables, filled in a branch': `let at = NaN, kept = 0;
function keep(x) { if (at !== x) { at = x; kept = h(x); } return kept; }`,
  'variables, filled in the other branch': `let at = NaN, kept = 0;
function keep(x) { if (at === x) { hits = hits; } else { at = x; kept = h(x); } return kept; }`,
  'a pattern': `let at = NaN, kept = 0;
function keep(x) { if (!(at === x)) [at, kept] = [x, h(x)]; return kept; }`,
  'a way out': `let at = NaN, kept = 0;
function keep(x) { if (x === at) return kept; const made = h(x); at = x; kept = made; return made; }`,
  'a new object': `let cache;
function keep(x) { if (!cache || Math.abs(cache.t - x) > 1e-12) { cache = { t: x, inner: { v: h(x) } }; } return cache.inner.v; }`,
  'a new object and a way out': `let cache = null;
function keep(x) { if (cache && cache.t === x) { return cache.v; } cache = { t: x, v: h(x) }; return cache.v; }`,
  'an object of the module': `const cache = { t: NaN, list: [0] };
function keep(x) { if (cache.t != x) { cache.t = x; cache.list[0] = h(x); } return cache.list[0]; }`,
  'an object that is filled by a call': `const cache = { t: NaN, v: 0 };
function fill(x) { cache.v = h(x); }
function keep(x) { if (cache.t !== x) { fill(x); cache.t = x; } return cache.v; }`,
  'an instance': `class Last { constructor() { this.t = NaN; this.v = 0; } at(x) { if (this.t !== x) { this.v = h(x); this.t = x; } return this.v; } }
const last = new Last(); const keep = (x) => last.at(x);`,
  'private members': `class Last { #t = NaN; #v = 0; at(x) { if (this.#t === x) return this.#v; this.#t = x; this.#v = h(x); return this.#v; } }
const last = new Last(); const keep = (x) => last.at(x);`,
  'a closure': `const make = () => { let t = NaN; let v = 0; return (x) => { if (t !== x) { v = h(x); t = x; } return v; }; };
const keep = make();`,
  'two that call each other': `let t1 = NaN, v1 = 0, t2 = NaN, v2 = 0;
function inner(x) { if (t2 !== x) { v2 = Math.exp(x / 4); t2 = x; } return v2; }
function keep(x) { if (t1 !== x) { v1 = h(x) * inner(x); t1 = x; } return v1 / inner(x); }`,

  'a conditional': `let cache;
function keep(x) { return cache && Math.abs(cache.t - x) < 1e-12 ? cache.v : (cache = { t: x, v: h(x) }).v; }`,
  'a conditional by equality': `const cache = { t: NaN, v: 0 };
const keep = (x) => cache.t !== x ? (cache.t = x, cache.v = h(x)) : cache.v;`,
  or: `let cache;
function keep(x) { (cache && cache.t === x) || (cache = { t: x, v: h(x) }); return cache.v; }`,
  'or, with the value': `let cache;
function keep(x) { return ((cache && cache.t === x && cache) || (cache = { t: x, v: h(x) })).v; }`,
  and: `let at = NaN, kept = 0;
function keep(x) { at !== x && (kept = h(at = x)); return kept; }`,
  'a test with a choice in it': `let at = NaN, kept = 0;
function keep(x) { if (at === x || ((kept = h(x)), (at = x), true)) return kept; return NaN; }`,
  'a map': `const memo = new Map();
function keep(x) { const key = String(x); if (!memo.has(key)) memo.set(key, h(x)); return memo.get(key); }`,
  'a map and a way out': `const memo = new Map();
function keep(x) { const key = x.toString(); const hit = memo.get(key); if (hit !== undefined) return hit; const v = h(x); memo.set(key, v); return v; }`,
  'a map and a conditional': `const memo = new Map();
const keep = (x) => memo.has(\`\${x}\`) ? memo.get(\`\${x}\`) : (memo.set(\`\${x}\`, h(x)), memo.get(\`\${x}\`));`,
  'a map with long keys': `const memo = new Map();
function keep(x) { const key = \`h(\${x}, \${x / 3})\`; let hit = memo.get(key); if (hit === undefined) { hit = { v: h(x) }; memo.set(key, hit); } return hit.v; }`,
  'an object': `const memo = {};
function keep(x) { const key = 'x' + x; return memo[key] ??= h(x); }`,
  'an object and rounded keys': `const memo = Object.create(null);
function keep(x) { const key = x.toFixed(4); if (key in memo) return memo[key]; return (memo[key] = h(x)); }`,
  lists: `const ts = [], vs = [];
function keep(x) { const i = ts.indexOf(x); if (i >= 0) return vs[i]; const v = h(x); ts.push(x); vs.push(v); return v; }`,
  'a list of entries': `const entries = [];
function keep(x) { const hit = entries.find((e) => Math.abs(e.t - x) < 1e-12); if (hit) return hit.v; const v = h(x); entries.push({ t: x, v }); return v; }`,
  helpers: `let cache = { t: NaN, v: 0 };
const isFresh = (x) => Math.abs(cache.t - x) < 1e-12; function fill(x) { cache = { t: x, v: h(x) }; } const value = () => cache.v;
function keep(x) { if (!isFresh(x)) fill(x); return value(); }`,
  'helpers and a way out': `let at = NaN, kept;
const lookup = (x) => at === x ? kept : undefined; const store = (x, v) => { at = x; kept = v; };
function keep(x) { const hit = lookup(x); if (hit !== undefined) return hit; const v = h(x); store(x, v); return v; }`,
  'a class of memos': `class Memo { #map = new Map(); get(k) { return this.#map.get(k); } set(k, v) { this.#map.set(k, v); return v; } }
const memo = new Memo();
function keep(x) { const key = String(x); return memo.get(key) ?? memo.set(key, h(x)); }`,
  'a class with the last': `class Last { t = NaN; v = 0; get(t) { return Math.abs(this.t - t) < 1e-12 ? this.v : undefined; } put(t, v) { this.t = t; this.v = v; } }
const last = new Last();
function keep(x) { const hit = last.get(x); if (hit !== undefined) { return hit; } const v = h(x); last.put(x, v); return v; }`,
  methods: `class F { t = NaN; v = 0; isFresh(t) { return this.t === t; } fill(t) { this.t = t; this.v = h(t); } at(t) { if (!this.isFresh(t)) this.fill(t); return this.v; } }
const last = new F(); const keep = (x) => last.at(x);`,
  'the least recently used': `const map = new Map();
function keep(x) { const key = \`\${x}\`; let hit = map.get(key); if (hit) { map.delete(key); map.set(key, hit); } else { hit = { v: h(x) }; map.set(key, hit); if (map.size > 9) map.delete(map.keys().next().value); } return hit.v; }`,
  'a wrapper': `function memoize(f) { const cache = new Map(); return (x) => { const key = JSON.stringify([String(x)]); if (cache.has(key)) return cache.get(key); const v = f(x); cache.set(key, v); return v; }; }
const keep = memoize(h);`,
  'a wrapper with a field': `function memoize(f) { const memoized = function () { const args = arguments, key = args[0] + ''; const cache = memoized.cache;
  if (cache.has(key)) return cache.get(key); const result = f.apply(this, args); memoized.cache = cache.set(key, result) || cache; return result; };
  memoized.cache = new Map(); return memoized; }
const keep = memoize(h);`,
  'a setter that leaves out equal values': `class P { constructor() { this._x = 0.75; this.isOld = true; this.v = 0; }
  set x(v) { if (v !== this._x) { this._x = v; this.isOld = true; } } get value() { if (this.isOld) { this.v = h(this._x); this.isOld = false; } return this.v; } }
const p = new P(); const keep = (x) => { p.x = x; return p.value; };`,
  'a setter that returns early': `class P { t = NaN; isOld = true; v = 0; set(v) { if (v === this.t) return this; this.t = v; this.isOld = true; return this; }
  value() { if (this.isOld) { this.v = h(this.t); this.isOld = false; } return this.v; } }
const p = new P(); const keep = (x) => p.set(x).value();`,
  'an observer': `class Observed { v = NaN; all = []; set(v) { if (Object.is(v, this.v)) return; this.v = v; for (const one of this.all) one(v); } on(f) { this.all.push(f); } }
const observed = new Observed(); let out = 0; observed.on((x) => { out = h(x); });
const keep = (x) => { observed.set(x); return out; };`,
  'a signal': `function signal(init) { let value = init; const all = new Set(); return [() => value, (v) => { if (value === v) return; value = v; all.forEach((one) => one()); }, all]; }
const [get, set, all] = signal(NaN); let out = 0; all.add(() => { out = h(get()); });
const keep = (x) => { set(x); return out; };`,
  'a flag of the module': `const state = { x: NaN, isOld: false, v: 0 };
function setX(x) { if (state.x !== x) { state.x = x; state.isOld = true; } } function value() { if (state.isOld) { state.v = h(state.x); state.isOld = false; } return state.v; }
const keep = (x) => { setX(x); return value(); };`,
  'a text that is compared': `let key = '', v = 0;
function keep(x) { const k = 'x=' + x; if (k !== key) { key = k; v = h(x); } return v; }`,
  'a text that is compared, and a way out': `let key, v = 0;
function keep(x) { const k = \`\${x}\`; if (k === key) return v; key = k; return (v = h(x)); }`,
  'keys that are rounded numbers': `const memo = new Map();
function keep(x) { const k = Math.round(x * 1e9); if (!memo.has(k)) memo.set(k, h(x)); return memo.get(k); }`,
  'rounded numbers in an object': `const memo = {};
function keep(x) { const k = Math.round(x * 1e6); return k in memo ? memo[k] : (memo[k] = h(x)); }`,
  'a rounded number that is compared': `let at, v = 0;
function keep(x) { const k = Math.round(x * 1e9); if (k !== at) { at = k; v = h(x); } return v; }`,
  'an argument that holds the last': `const last = { t: NaN, v: 0 };
function memo(c, x) { if (c.t !== x) { c.t = x; c.v = h(x); } return c.v; } const keep = (x) => memo(last, x);`,
  'a selector': `function areEqual(one, other) { if (one === null || one.length !== other.length) return false; for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false; return true; }
function select(f) { let last = null, result = null; return function () { const args = arguments; if (!areEqual(last, args)) result = f.apply(null, args); last = args; return result; }; }
const keep = select(h);`,
  'a symbol': `const hidden = Symbol(), o = {};
function keep(x) { if (!o[hidden] || o[hidden].t !== x) o[hidden] = { t: x, v: h(x) }; return o[hidden].v; }`,
  'a set beside an object': `const seen = new Set(), values = {};
function keep(x) { const k = String(x); if (!seen.has(k)) { seen.add(k); values[k] = h(x); } return values[k]; }`,
  'or, assigned': `const memo = {};
function keep(x) { const k = String(x); memo[k] = memo[k] || h(x); return memo[k]; }`,
  'a loop that assigns what is asked': `const c = { t: NaN, v: 0 };
function keep(x) { if (c.t !== x) { for (c.t of [x]) c.v = h(x); } return c.v; }`,
} as const;

const written = {
  f: 'x * keep(x)',
  g: 'keep(x) * keep(x) + keep(x / 2)',
};

export const cachePrograms = fc.record({
  text: fc.constantFrom(...Object.keys(forms)).map((form) => ({
    form,
    text: `let hits = 0; const h = (x) => Math.sin(x) * x;
${forms[form as keyof typeof forms]}
exports.f = (x) => ${written.f};
exports.g = (x) => ${written.g};
exports.state = () => keep(0.75);`,
  })),
  calls: fc.array(
    fc.record({
      what: fc.constantFrom('f', 'g', 'grad f', 'grad g', 'jvp g', 'second f', 'second g', 'state'),
      x: fc.constantFrom(0.75, 1.5, 2),
    }),
    { minLength: 2, maxLength: 8 },
  ),
});
