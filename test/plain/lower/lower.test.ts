/**
 * Code that lowers means what it meant, bit for bit; code that does not is named with its place, and
 * with what to write instead.
 */
import {
  compiled,
  funcOf,
  improved,
  interpret,
  loweredText,
  source,
  verify,
} from '../../support/numeric.js';

type Args = readonly (number | boolean | number[] | Float64Array | object)[];

/** Programs, and arguments; the lowered function takes the fields of objects one by one. */
const programs: readonly (readonly [name: string, text: string, args: Args, flat?: Args])[] = [
  [
    'arithmetic',
    `(x: number, y: number) => { return -x ** 2 + x % y / 3 - (x - (y - 1)) * 2 ** -y; }`.replace(
      '-x ** 2',
      '-(x ** 2)',
    ),
    [1.7, 0.3],
  ],
  [
    'integers',
    `(x: number) => (x | 0) + (x >>> 1) + (~x & 7) + (x << 2) + ((x ^ 3) >> 1)`,
    [-13.7],
  ],
  [
    'early returns',
    `(x: number) => { if (x < 0) return -1; if (x < 1) { if (x < 0.5) return x; x *= 3; } return x + 1; }`,
    [0.7],
  ],
  [
    'a loop that is left',
    `(n: number) => { let s = 0; for (let i = 0; ; i++) { if (i > n) break; if (i % 2) continue; s += i; } return s; }`,
    [9],
  ],
  [
    'a return in nested loops',
    `(n: number) => { for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i * j > 11) return i * 100 + j; return -1; }`,
    [6],
  ],
  [
    'while',
    `(x: number) => { let a = x, k = 0; while (Math.abs(a * a - x) > 1e-12 && k++ < 50) a = 0.5 * (a + x / a); return a; }`.replace(
      ' && k++ < 50',
      '',
    ),
    [7],
  ],
  [
    'conditions',
    `(x: number, y: number) => (x && y) + (x || y) + (x > 1 && y > 1 || !(x < y) ? 1 : 0)`,
    [0, 2.5],
  ],
  [
    'effects in expressions',
    `(x: number) => { let a = x; const b = a++ + (a += 2) * a--; return b * 10 + a; }`,
    [1.25],
  ],
  [
    'records',
    `(p: { a: number; b: number }) => { const q = { ...p, c: p.a * 2 }; const { a, c: d } = q; q.b += a; return q.b * d; }`,
    [{ a: 2, b: 3 }],
    [2, 3],
  ],
  [
    'fields written under two names',
    `(x: number) => { const p = { v: x }; const q = p; for (let i = 0; i < 3; i++) { q.v *= 2; p.v += i; } return p.v; }`,
    [1.5],
  ],
  [
    'objects made anew in a loop',
    `(x: number) => { let p = { a: 0, b: x }; for (let i = 0; i < 4; i++) p = { a: p.b, b: p.a + p.b }; return p.b; }`,
    [0.3],
  ],
  [
    'objects chosen in a branch',
    `(x: number) => { const p = x > 1 ? { a: x } : { a: -x }; return p.a; }`,
    [0.3],
  ],
  [
    'tuples',
    `(p: [number, number]) => { const [a, b] = p; let [c, d] = [b, a]; [c, d] = [d, c]; return a * 100 + b * 10 + c + d * 0.5; }`,
    [[3, 4]],
    [3, 4],
  ],
  [
    'local functions',
    `(x: number) => { let calls = 0; const add = (a: number) => { calls++; return a + x; }; function twice(y: number) { return add(add(y)); } return twice(2) * 10 + calls; }`,
    [0.5],
  ],
  [
    'array literals',
    `(x: number) => { const w = [1, x, 3]; let s = 0; for (let i = 0; i < w.length; i++) s += w[i] * i; w[1] = 7; return s + w[1]; }`,
    [2.5],
  ],
  [
    'methods of arrays',
    `(xs: number[]) => { const ys = xs.map((x, k) => x * k); ys.forEach((y, k) => { ys[k] = y + 1; }); return ys.slice().reduce((s, y) => s + y * y, 0) + new Array(3).fill(2)[1]; }`,
    [[1.5, 2.5, 3.5]],
  ],
  [
    'for of',
    `(xs: Float64Array) => { let s = 1; for (const x of xs) { if (x < 0) continue; s = s * 2 + x; } return s; }`,
    [Float64Array.of(1, -2, 3)],
  ],
  [
    'reads out of bounds',
    `(xs: Float64Array) => { const x = xs[9]; return (x || 3) + (x > 1 ? 1 : 0) + (xs[-1] && 4 || 0.25); }`,
    [Float64Array.of(1)],
  ],
  [
    'arrays that are rebound',
    `(xs: Float64Array) => { let a = xs, b = new Float64Array(3); for (let i = 0; i < 3; i++) { const t = a; a = b; b = t; a = Float64Array.from(b); a[i] = 7 + i; } return a[0] + 10 * a[1] + 100 * a[2]; }`,
    [Float64Array.of(1, 2, 3)],
  ],
  [
    'variadic functions of Math',
    `(x: number, y: number) => Math.max(x, y, 2) + Math.min(x) + Math.hypot(x, y, 1) + Math.max() + Math.PI`,
    [0.5, 1.5],
  ],
];

test.each(programs.map(([name, text, args, flat]) => ({ name, text, args, flat })))(
  '$name mean the same lowered.',
  ({ text, args, flat }) => {
    const [head, body] = [text.slice(0, text.indexOf('=>')), text.slice(text.indexOf('=>') + 2)];
    const module = `function f${head} ${body.trim().startsWith('{') ? body : `{ return ${body}; }`}`;
    const copy = () => structuredClone([...args]);
    const expected = source(module)(...copy());
    const func = funcOf(module);
    const given = () => (flat === undefined ? copy() : [...flat]) as number[];
    for (const f of [func, improved(func)]) {
      expect(verify(f)).toEqual([]);
      expect(interpret(f, given())[0]).toBe(expected);
      expect(compiled(f)(...given())).toBe(expected);
    }
  },
);

test('Variables of the module are constants, or further parameters.', () => {
  const text =
    'const N = -2 * 3;\nconst w: number[] = [1, 2];\nfunction f(x: number) { return N * x + w[1]; }';
  const lowered = loweredText(text);
  expect(lowered).toMatchObject({
    tag: 'lowered',
    origins: [
      { of: 'argument', path: [0], type: 'f64' },
      { of: 'capture', path: [0], type: { storage: 'number[]' } },
    ],
  });
  expect(interpret(funcOf(text), [2, [1, 5]])).toEqual([-7]);
});

const refused: readonly (readonly [text: string, line: number, what: RegExp, instead: RegExp])[] = [
  ['function f(x) { return x; }', 1, /type is not known/, /annotate/],
  [
    'function g(h: (x: number) => number, x: number): number { return x < 1 ? h(x) :\n g((y) => h(y) + 1, x - 1); }\nfunction f(x: number) { return g((y) => y, x); }',
    2,
    /ever new functions/,
    /numbers/,
  ],
  [
    'function f(x: number) { let n = { a: x };\n const g = (k: number): number => { n = { a: k }; return k < 1 ? n.a : g(k - 1); };\n return g(x); }',
    2,
    /changes n outside/,
    /return the value/,
  ],
  [
    'function f(x: number) {\n  try { return x; } finally { return 2; }\n}',
    2,
    /a way out of finally/,
    /after it/,
  ],
  [
    'let n = [0];\nfunction f(x: number) {\n  n = [1];\n  return x;\n}',
    3,
    /assignment to n outside of the function, which holds more than a number/,
    /return what it is to hold/,
  ],
  ['function f(p: { a: number[] }) { p.a = [2]; return p.a[0]; }', 1, /shared/, /new object/],
  [
    'function f(x: number) { const p = x > 1 ? { a: x } : [x];\nreturn (p as any).a; }',
    1,
    /different fields/,
    /variable of its own/,
  ],
  [
    'function f(x: number) { return String(x).length; }',
    1,
    /global String/,
    /outside of the function/,
  ],
];

test.each(refused)('%j is refused with a reason.', (text, line, what, instead) => {
  const lowered = loweredText(text);
  expect(lowered.tag).toBe('refused');
  if (lowered.tag === 'lowered') return;
  expect(lowered.reason.line).toBe(line);
  expect(lowered.reason.what).toMatch(what);
  expect(lowered.reason.instead).toMatch(instead);
});
