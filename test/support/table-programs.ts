/**
 * Modules, as text, with functions that read tables and keep what does not vary: an input may equal a number of a table, and
 * texts may be keys, but nothing was computed of an input there. Their `f` is smooth but at `knots`.
 */
import fc from 'fast-check';

export const knots = [0.5, 1, 2];

const bisect = `function place(xs, x) { let lo = 0, hi = xs.length - 1; while (hi - lo > 1) { const mid = (lo + hi) >> 1; if (xs[mid] > x) hi = mid; else lo = mid; } return lo; }
function line(xs, ys, x) { const k = place(xs, x); return ys[k] + (ys[k + 1] - ys[k]) * (x - xs[k]) / (xs[k + 1] - xs[k]); }`;
const data = `const xs = [0, 0.5, 1, 2, 4], ys = [1, 3, 2, 5, 4];`;

/** Forms of `read(x)`. */
const forms = {
  'a table': `${data} ${bisect} const read = (x) => line(xs, ys, x);`,
  'a table whose knots are asked for': `${data} ${bisect}
function read(x) { const k = xs.indexOf(x); if (k >= 0) return ys[k]; for (let i = 0; i < xs.length; i++) if (xs[i] === x) return ys[i]; return line(xs, ys, x); }`,
  'a table that is made at the first call': `${bisect} let table = null;
function read(x) { if (!table) { table = { xs: [], ys: [] }; for (let k = 0; k < 9; k++) { table.xs.push(k / 2); table.ys.push(Math.sin(k)); } }
  const k = table.xs.indexOf(x); return k >= 0 && x === table.xs[k] ? table.ys[k] : line(table.xs, table.ys, x); }`,
  'a table that is set': `${bisect} let xs = [], ys = []; function set(a, b) { xs = a; ys = b; } set([0, 1, 4], [1, 3, 2]);
function read(x) { for (let i = 0; i < xs.length; i++) if (Math.abs(xs[i] - x) < 1e-12) return ys[i]; return line(xs, ys, x); }`,
  'a spline that hunts': `${data} ${bisect} class Spline { constructor() { this.last = 0; } at(x) { let k = this.last; if (!(xs[k] <= x && x < xs[k + 1])) this.last = k = place(xs, x); return ys[k] + (x - xs[k]) * ys[k + 1]; } }
const spline = new Spline(); const read = (x) => spline.at(x);`,
  'a dictionary of steps': `const steps = new Map([['0', 1], ['1', 3], ['2', 5]]); const named = { '0': 2, '1': 4, '2': 1 };
function read(x) { const key = String(Math.floor(x)); return (steps.has(key) ? steps.get(key) : 0) * x + named[key] * x * x; }`,
  'a dictionary of rounded inputs': `const slopes = { '0.5': 1, '0.7': 2, '1.0': 3, '1.3': 4, '2.0': 5, '1.7': 2 };
function read(x) { const slope = slopes[x.toFixed(1)]; return (slope === undefined ? 0 : slope) * x; }`,
  'a memo of constants': `const memo = new Map(); const factorial = (n) => { const key = String(n); const hit = memo.get(key); if (hit !== undefined) return hit; const v = n < 2 ? 1 : n * factorial(n - 1); memo.set(key, v); return v; };
function read(x) { let sum = 0; for (let n = 0; n < 6; n++) sum += x ** n / factorial(n); return sum; }`,
  binomials: `const cache = {}; function choose(n, k) { const key = \`\${n},\${k}\`; return cache[key] ?? (cache[key] = k === 0 || k === n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k)); }
const read = (x) => [0, 1, 2].reduce((sum, k) => sum + choose(4, k) * x ** k, 0);`,
  'a list that grows': `const squares = [0]; const square = (n) => { while (squares.length <= n) squares.push(squares.length ** 2); return squares[n]; };
const read = (x) => square(3) * x + square(5);`,
  'nodes of a rule': `let order = 0, nodes = []; function rule(n) { if (order !== n) { order = n; nodes = Array.from({ length: n }, (_, k) => (k + 0.5) / n); } return nodes; }
const read = (x) => rule(4).reduce((sum, t) => sum + Math.sin(t * x), 0);`,
  iterations: `const target = 2; function read(x) { let y = x; for (let k = 0; k < 50; k++) { const next = y - (y * y - target * x) / (2 * y); if (Math.abs(next - y) < 1e-14) return next; y = next; } return y; }`,
  'a count of calls': `const counts = new Map(); const count = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
function read(x) { count('read'); count(x > 1 ? 'large' : 'small'); return x * Math.exp(-x); }`,
  texts: `const texts = []; const seen = new Set(); function read(x) { const text = \`x is \${x}\`; texts.push(text); if (!seen.has(text)) seen.add(text); return x * x; }`,
  limits: `const limits = { lo: 0.5, hi: 2 }; class Range { constructor(lo, hi) { this.lo = lo; this.hi = hi; } set(lo, hi) { this.lo = lo; this.hi = hi; } clamp(x) { if (x <= this.lo) return this.lo + 0 * x; return x >= this.hi ? this.hi + 0 * x : x; } }
const range = new Range(limits.lo, limits.hi); const read = (x) => range.clamp(x) * x;`,
  'the greatest of all': `let best = -Infinity; function read(x) { if (x > best) best = x; return x * x; }`,
  'a table that is made where it is asked': `let table; function read(x) { table ??= new Map([[0.5, 1], [1, 3]]); for (const [t, v] of table) if (t === x) return v * x; return 2 * x * x; }`,
  'a limit at 0': `const zero = 0; const read = (x) => x - 1 === zero ? 1 + x : Math.sin(x - 1) / (x - 1) + x;`,
  'points that are compared': `class P { constructor(x, y) { this.set(x, y); } set(x, y) { this.x = x; this.y = y; return this; } equals(o) { return this.x === o.x && this.y === o.y; } }
const corner = new P(1, 0); const read = (x) => { const p = new P(x, 0); return p.equals(corner) ? p.x * p.x : p.x * p.x + p.y; };`,
  options: `const defaults = { rate: 2, name: 'a' }; const options = { ...defaults }; function option(name) { return Object.hasOwn(options, name) ? options[name] : defaults[name]; }
const read = (x) => option('rate') * x;`,
} as const;

export const tablePrograms = fc
  .record({
    form: fc.constantFrom(...Object.keys(forms)),
    calls: fc.array(
      fc.record({
        what: fc.constantFrom('f', 'grad'),
        x: fc.constantFrom(...knots, 0.7, 1.3, 1.7),
      }),
      { minLength: 2, maxLength: 6 },
    ),
  })
  .map(({ form, calls }) => ({
    text: {
      form,
      text: `${forms[form as keyof typeof forms]}
exports.f = (x) => x * read(x);`,
    },
    calls,
  }));
