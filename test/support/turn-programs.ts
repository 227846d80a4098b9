/**
 * Programs, as text, with generators that loops go through: they count, end, give nothing, read what the loops write, and
 * write what these read, go on to others, and are spread. Instances have iterators. Loops leave them by every way, stand in each
 * other, and call functions that take the rest.
 */
import fc from 'fast-check';

const generators = [
  'function* pairs(xs: number[]) { for (let i = 0; i < xs.length; i++) for (let j = i + 1; j < xs.length; j++) yield [xs[i], xs[j]]; }',
  'function* range(n: number, m = 0, step = 1) { for (let i = m; i < n; i += step) yield i; }',
  'function* orbit(x: number) { let a = x; while (Math.abs(a) < 50) { yield a; a = a * 1.5 + 0.3; } }',
  'function* some(xs: number[], c: number) { for (const x of xs) { if (x < c) continue; yield x; if (x > 2) return; } yield c; }',
  'function* two(x: number) { yield x; if (x > 0) yield x * 2; else { yield -x; return; } yield 1; }',
  'function* entries(xs: number[]) { let k = 0; do { yield { k, x: xs[k] }; k++; } while (k < xs.length); }',
  'function* writing(xs: number[]) { for (let i = 0; i < 3; i++) { xs[i] *= 0.5; yield xs[i]; xs[i] += 0.25; } }',
  'class Walk { xs: number[]; n = 0; constructor(xs: number[]) { this.xs = xs; } *steps(by: number) { for (const x of this.xs) { this.n += by; yield x * this.n; } } }',
  'function* chained(xs: number[], c: number) { yield c; yield* some(xs, c); for (const x of xs) yield* two(x * c); yield* xs; }',
  'class Grid { xs: number[]; seen = 0; constructor(xs: number[]) { this.xs = xs; } *[Symbol.iterator]() { for (const x of this.xs) { this.seen += 0.1; yield x + this.seen; } } }',
  'class Steps { x: number; i = 0; constructor(x: number) { this.x = x; } next() { if (this.i++ >= 3) return { done: true, value: undefined }; this.x = Math.cos(this.x); return { done: false, value: this.x }; } [Symbol.iterator]() { return this; } }',
  'const sum = (...xs: number[]) => xs.reduce((a, b) => a * 0.5 + b, 0);',
  'function weighed(w: number, ...xs: number[]) { let s = w; for (let i = 0; i < xs.length; i++) s += xs[i] * w * i; return s + xs.length; }',
];

const calls = fc.constantFrom(
  ...['[a, b] of pairs(x)', '[a, b] of pairs(y)', 'a of range(4)', 'a of range(3, 1, 0.5)'],
  ...['a of orbit(s)', 'a of orbit(x[0])', 'a of some(x, x[1])', 'a of some(y, 0)', 'a of two(s)'],
  ...['{ k: a, x: b } of entries(y)', 'a of writing(y)', 'a of writing(x)', 'a of w.steps(s)'],
  ...[
    'a of chained(y, s)',
    'a of chained(x, 0.5)',
    'a of grid',
    'a of new Grid(x)',
    'a of new Steps(s)',
    'a of [...two(s), ...grid]',
    'a of Array.from(some(y, 1))',
  ],
  ...['a of w.steps(0.5)', 'a of y.length > 2 ? y : x', 'a of local(x[2])'],
);
const uses = fc.constantFrom(
  ...['s += a * 0.5;', 's = Math.sin(s + a);', 'y[0] += a * 0.1;', 'x[1] *= 0.9; s -= a;'],
  ...[
    'if (a > 2) break; s += a;',
    'if (a < 0.5) continue; s += a * x[2];',
    'if (s > 6) return s * x[0];',
  ],
  ...[
    'if (a > 1.5) continue outer; s += 0.3;',
    'if (s < -3) break outer; s -= a;',
    'n++; s += a / n;',
  ],
  ...[
    'for (const b of two(a)) { if (b > 3) break; s += b * 0.1; }',
    'for (const b of range(2)) s = s * 0.5 + a * b;',
  ],
  ...[
    's += sum(...y, a) * 0.1;',
    's += sum(a, ...x);',
    's += [...range(3), ...two(a)].length + [...grid][1] * a;',
    'y.push(...two(a)); y.length = 3;',
    's -= weighed(a, ...y, s) * 0.01;',
    's += weighed(s, a);',
  ],
);
const loop = fc
  .record({ over: calls, body: fc.uniqueArray(uses, { minLength: 1, maxLength: 2 }) })
  .map(({ over, body }) => `for (const ${over}) { ${body.join(' ')} }`);

export const turnPrograms = fc
  .record({ loops: fc.array(loop, { minLength: 1, maxLength: 3 }), isNested: fc.boolean() })
  .map(({ loops, isNested }) => {
    const all = isNested
      ? `outer: for (const o of range(2)) { s += o; ${loops.join('\n')} }`
      : loops
          .map(
            (one, k) =>
              `${k === 0 ? 'outer: ' : ''}${one.replaceAll(/(break|continue) outer/g, (_, word: string) => (k === 0 ? `${word} outer` : word))}`,
          )
          .join('\n');
    return [
      ...generators,
      'export function f(p: number[]) {',
      'const x = [...p]; const y = x.map((v) => v * 1.3); const w = new Walk(y), grid = new Grid(y); let s = x[0], n = 0;',
      'function* local(c: number) { for (const v of y) { n += 0.5; yield v * c + n; } }',
      all,
      'return s * x[1] + y[0] * y[2] + w.n + grid.seen + n;',
      '}',
    ].join('\n');
  });
