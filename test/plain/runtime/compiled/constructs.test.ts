/** Compiled code and runs agree on constructs that people use beside loops and arithmetic. */
import { compareTiers } from '../../../support/temptations.js';

const rows: readonly (readonly [
  title: string,
  params: string,
  body: string,
  args: () => unknown[],
  isCompiled?: false,
])[] = [
  [
    'bounds that are read from rows',
    'm: number[][]',
    'let s = 0; for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i].length; j++) s += m[i][j] ** 2; return s;',
    () => [[[1, 2], [3], []]],
  ],
  [
    'a bound of a row that is missing',
    'm: number[][]',
    'let s = 0; for (let j = 0; j < m[j].length; j++) s += m[j][j]; return s * s;',
    () => [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    false,
  ],
  [
    'a condition of a loop that writes into an array',
    'x: number',
    'const a = Float64Array.of(3, x); let s = 0; while (a[0] > 0 && (a[1] = a[1] * x) < 1e9) { a[0] -= 1; s += a[1]; } return s * x;',
    () => [2],
  ],
  [
    'conditions of loops that count, assign and call',
    'x: number, xs: Float64Array',
    'let k = 5, y = x, d = 1; while (k-- > 0) { if (k === 2) continue; y = Math.sin(y) + k * x; } const norm = (v: Float64Array) => { let s = 0; for (const e of v) s += e * e; return Math.sqrt(s); }; const v = xs.slice(); while (norm(v) > 0.1) for (let i = 0; i < v.length; i++) v[i] *= 0.5; while ((d = y * y - 2) > 1e-9 || d < -1e-9) { y -= d / (2 * y); if (++k > 40) break; } return y * k * v[0] * xs[1] + norm(v) * d;',
    () => [1.5, Float64Array.of(1, 2)],
  ],
  [
    'a condition of a loop that throws',
    'x: number',
    "const goesOn = (y: number) => { if (y > 30) throw new Error('large'); return y < 29; }; let y = x; while (goesOn(y)) y *= x; return y;",
    () => [1.8],
    false,
  ],
  [
    'labels around conditions that count',
    'x: number',
    'let k = 3, s = 0; out: while (k-- > 0) { let j = 4; while (--j) { if (j === 2) continue out; s += x * j * k; if (s > 100) break out; } s -= x; } return s * x;',
    () => [1.5],
  ],
  [
    'an optional chain whose beginning is missing',
    'x: number, o: { a?: { b?: { f: number } } }, q: { a?: { b?: { f: number } } }',
    'const [v, w] = [o.a?.b!.f, q.a?.b!.f]; return (v === undefined ? x : x * v) * (w === undefined ? x : w);',
    () => [3, {}, { a: { b: { f: 2 } } }],
  ],
  [
    'an optional chain whose middle is missing',
    'x: number, o: { a?: { b?: { f: number } } }',
    'const v = o.a?.b!.f; return v === undefined ? x : x * v;',
    () => [3, { a: {} }],
    false,
  ],
  [
    'the array that functions of methods get at last',
    'xs: number[]',
    'return xs.map((x, i, all) => x * all[(i + 1) % all.length]).reduce((s, x, i, all) => s + x * (all ?? [2]).length, 1) + [2, xs[0]].map((x, i, all) => x * all[1 - i])[0];',
    () => [[3, 2, 5]],
  ],
  [
    'an array that its own method changes',
    'xs: number[]',
    'const ys = xs.slice(); ys.forEach((y, i, all) => { if (i + 1 < all.length) all[i + 1] += y * y; }); return ys[2] * ys[1];',
    () => [[1, 2, 3]],
  ],
  [
    'concat, reverse, indexOf and includes',
    'xs: number[], ys: number[]',
    'const all = xs.concat(ys, xs[0] * 2, [ys[0]]).reverse(); return all[0] * all[1] + all.indexOf(Math.max(...all)) * all[4] + (all.includes(NaN) ? 1 : all[2]) + all.indexOf(77);',
    () => [
      [3, 2],
      [4, 5],
    ],
  ],
  [
    'includes of NaN, and concat of a typed array',
    'xs: number[]',
    'return (xs.includes(NaN) ? 2 : 3) * xs[0] + xs.indexOf(NaN);',
    () => [[2, NaN]],
  ],
  [
    'concat of a typed array',
    'xs: number[], ys: Float64Array',
    'return xs.concat(ys as any).length * xs[0];',
    () => [[2, 3], Float64Array.of(1, 2)],
    false,
  ],
  [
    'reverse in place of an array with two names',
    'xs: Float64Array',
    'const a = xs.slice(); const b = a; b.reverse(); return a[0] * xs[0] + b[1] ** 2;',
    () => [Float64Array.of(1, 2, 3)],
  ],
  [
    'rows that are reversed',
    'm: number[][]',
    'const a = m.slice().reverse(); return a[0][0] * m[0][0] + a[1][0];',
    () => [[[2], [3]]],
  ],
  [
    'assignments that depend on what was there',
    'xs: number[]',
    'let t = 0; t ||= xs[0]; t &&= t * xs[1]; const a = [xs[0], 0]; a[1] ||= t; let u = xs[7]; u ??= xs[0]; return t * a[1] * u;',
    () => [[2, 3]],
  ],
  [
    'questions whether something is there',
    'xs: number[]',
    'const y = xs[7]; const z = xs[0]; return (y === undefined ? z : 1) * (y == null ? z : 1) * (z != null && z !== undefined && z !== null ? z : 1) * ((y as any) === null ? 2 : 1);',
    () => [[2, 3]],
  ],
  [
    'chains with questions',
    'p: { a: number; q: { b: number[] } }',
    'return p?.a * p?.q?.b[0] + p.q?.b?.[1] + (p as any).q.b.length;',
    () => [{ a: 2, q: { b: [3, 4] } }],
  ],
  [
    'the rest of an array and of a tuple',
    'xs: number[]',
    'const [a, ...rest] = xs; const [b, ...more] = [a, a * 2, a * 3]; return a * rest.reduce((s, x) => s + x, 0) * rest.length + more[1] * b;',
    () => [[2, 3, 4]],
  ],
  [
    'the rest of an array that is too short',
    'xs: number[]',
    'const [a, b, c, ...rest] = xs; return a * b * (rest.length + 1) * (c ?? 2);',
    () => [[2, 3]],
  ],
  [
    'questions about numbers',
    'x: number, xs: Float64Array',
    'return Number(x) * (Number.isFinite(x) ? x : 1) * (isNaN(xs[9]) ? 2 : 1) * (Number.isNaN(xs[9]) ? 3 : 1) * (Number.isInteger(x) ? 5 : 7) * (isFinite(xs[9]) ? 11 : 13) + Math.max(x, Number.EPSILON, Number.MIN_VALUE);',
    () => [2.5, Float64Array.of(1)],
  ],
  [
    'what arithmetic makes of an element that is missing',
    'xs: Float64Array',
    'const x = xs[9]; return (x - 0 ?? 2) * xs[0] > 0 || (1 * x ?? 3) > 0 || (x / 1 ?? 3) > 0 || (x ** 1 ?? 3) > 0 || +x === +x ? 7 * xs[0] : xs[0] ** 2;',
    () => [Float64Array.of(3)],
  ],
  [
    'what arithmetic makes twice of an element that is missing',
    'xs: Float64Array',
    'const z = 1 * xs[9] * 1; let k = 0; if (z === undefined) k = 5; const w = xs[9] / 1 - 0; return (z ?? 3) > 0 || (w ?? 3) > 0 || z === z ? 7 * xs[0] : (xs[0] ** 2) * (k + 1);',
    () => [Float64Array.of(3)],
  ],
  [
    'equality of numbers by ==',
    'x: number, y: number',
    'return x == y ? x * x : y != 2 ? x : y * x;',
    () => [3, 2],
  ],
];

const temptations = rows.map(([title, params, body, args, isCompiled = true]) => ({
  title,
  text: `exports.f = f;\nfunction f(${params}): number { ${body} }`,
  args,
  isCompiled,
}));

test.each(temptations)('$title.', compareTiers);
