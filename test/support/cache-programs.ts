/**
 * Modules, as text, with functions `f` and `g` that keep what they computed last: in variables, in an object of the module, in
 * a new one, in fields of an instance or of a closure; asked for by equality or up to a tolerance, with one way out or
 * two. `plain` is the same function without a cache, and `other` keeps nothing that varies.
 */
import fc from 'fast-check';

/** Forms of `keep(x)`, which gives h(x). */
const forms = {
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
