/**
 * Random functions with arrays that grow in an array: lists of neighbours, buckets, tables that are filled row by row;
 * rows under several names, of numbers, of pairs and of objects; stacks, guards that throw, and questions for the last
 * element. Some read what is not there.
 */
import fc from 'fast-check';

const place = fc.constantFrom('0', '1', '2', 'n % 3', 'i', 'x.length % 2', 'rows[1].length % 3');
const real = fc.constantFrom(
  's',
  'x[0]',
  'x[1] * 0.5',
  'x[i % x.length]',
  'Math.sin(s)',
  '0.25',
  'rows[0][0]',
  'rows[1].at(-1)!',
  '-0',
);
const factor = fc.constantFrom('0.5', '-0.75', '1.25');

const statements = fc
  .record({ a: place, b: place, r: real, q: real, f: factor })
  .chain(({ a, b, r, q, f }) =>
    fc.constantFrom(
      `rows[${a}].push(${r});`,
      `rows[${a}].push(${r}, ${q});`,
      `rows[${a}].push(...x);`,
      `rows[${a}].push(...rows[${b}]); if (rows[${a}].length > 30) rows[${a}].length = 3;`,
      `rows[${a}].push(${r}, ...rows[${a}].slice(0, 2), rows[${a}].length);`,
      `for (const v of x) { rows[v > 0.4 ? 1 : 2].push(v * ${f}); i = (i + 1) % 3; }`,
      `for (let k = 0; k < 7; k++) rows[k % 3].push(${r} + k);`,
      `{ const row = rows[${a}]; row.push(${r}); row[0] += ${q} * ${f}; rows[${b}].push(row.length); }`,
      `{ const row = s > 0.3 ? rows[${a}] : rows[${b}]; row.push(${r}); s += row[0] * ${f}; }`,
      `if (rows[${a}].length > 1) { s += rows[${a}].pop()! * ${f}; n++; }`,
      `rows[${a}][0] = ${r};`,
      `rows[${a}][rows[${a}].length] = ${r};`,
      `rows[${a}].length = Math.min(2, rows[${a}].length);`,
      `rows[${a}].splice(0, 1, ${r}, ${q});`,
      `rows[${a}].sort((p, q) => q - p);`,
      `rows[${a}].unshift(${r});`,
      `{ const row = rows[${a}]; for (let j = 0; j < row.length; j++) if (j < 3) row[row.length] = ${r} * ${f}; }`,
      `{ const row = rows[${a}]; row[0] = s; for (let j = 0; j < row.length; j++) { row.length = Math.max(1, row.length - 1); s += row[0] * ${f}; } }`,
      `for (const v of rows[${a}]) s = Math.sin(s * ${f} + v);`,
      `for (const row of rows) for (let k = 0; k < row.length; k++) s = Math.cos(s + row[k] * (k + 1) * 0.3);`,
      `rows.forEach((row, k) => { row.push(${r} * k); });`,
      `s += rows.map((row) => row.reduce((p, v) => p + v * ${f}, 0)).reduce((p, v) => p + v, 0);`,
      `s += rows.flat().length * 0.1 + rows[${a}].slice(-2).map((v) => v * ${f})[0];`,
      `s = Math.sin(s + Math.max(0.1, ...rows[${a}]) + rows[${a}].indexOf(${r}) + rows[${b}].lastIndexOf(0.25));`,
      `if (rows[${a}].length > 40) throw new RangeError(\`too long: \${n}\`);`,
      `n += rows[${a}].length; if (n > 60) { throw new Error('many'); }`,
      `adj[${a} % 2].push([i, ${r}]); for (const [k, w] of adj[${b} % 2]) s += w * ${f} * (k + 1);`,
      `adj.push([]); adj.at(-1)!.push([n, s]); s += adj[adj.length - 1][0][1] * ${f};`,
      `es[${a} % 2].push({ to: i, w: ${r}, on: s > 0.2 }); for (const e of es[${b} % 2]) if (e.on) s += e.w * ${f};`,
      `{ const t: number[][] = []; for (let k = 0; k < 4; k++) { t[k] = []; for (let j = 0; j <= k; j++) t[k][j] = j > 0 ? t[k - 1][j - 1] * ${f} + ${r} : ${q}; } s = Math.sin(s + t[3][3] + t[2][0]); }`,
      `{ const t = [[s, ${r}]]; for (let k = 1; k < 4; k++) { t.push([k]); t[k].push(t[k - 1][0] * ${f}); } for (const [p, v] of t) s = Math.sin(s + v * p); }`,
      `{ const byKey: number[][][] = [[], []]; for (const row of x.map((v) => [v, s])) byKey[row[0] > 0.4 ? 1 : 0].push(row); s = Math.sin(s + byKey[1].reduce((p, [u, v]) => p + u * v, byKey[0].length)); }`,
      `{ const last = [${r}, ${q}, s].findLast((v) => v > 0.1)!; s += last * ${f} + x.findLastIndex((v) => v < 0.5); }`,
      `{ let level = x.slice(); while (level.length > 1) { const next: number[] = []; for (let k = 0; k + 1 < level.length; k++) next.push(level[k] * ${f} + level[k + 1]); level = next; } s = Math.sin(s + (level[0] ?? 2)); }`,
      `{ let a = x.map((v) => v * ${f}); for (let k = 0; k < 3; k++) { const p = a; a = []; for (const v of p) a.push(v * ${r} + k); if (k === 1) a.push(p.length); } s = Math.sin(s + (a[0] ?? 1) + a.length); }`,
      `{ let ps = x.map((v) => ({ v, w: v * s })); for (let k = 0; k < 2; k++) { const next: { v: number; w: number }[] = []; for (const p of ps) if (p.v > 0.2) next.push({ v: p.w, w: p.v * ${f} }); ps = next; } s = Math.sin(s + ps.reduce((t, p) => t + p.v * p.w, 0)); }`,
      `{ let st = { e: ${r}, c: [1] }; for (let k = 0; k < 3; k++) { st.c.push(k); st = { e: st.e * ${f}, c: [...st.c, st.e] }; } s = Math.sin(s + st.c.reduce((p, v, k) => p + v * k, 0)); }`,
      `{ let q = [1, ${r}]; if (s > 0.2) { q = [s]; q.push(2, ${q}); } else if (n > 3) q = x.slice(); for (const v of q) s = Math.sin(s * ${f} + v); }`,
      `seen[${a}] = s > 0.1; if (!seen[${b}] || seen[0] === true) s = s * ${f} + 0.1; flags.push(x[0] > s, seen[1]);`,
      `{ const mask = x.map((v) => v > ${r}); s += mask.filter((m) => m).length * ${f}; if (mask.some((m) => !m)) seen.fill(n > 2); }`,
      `{ const g: boolean[][] = Array.from({ length: 2 }, () => Array<boolean>(3).fill(s > 0.2)); g[${a} % 2][1] = flags[0]; const row = g[1]; row[${b}] = !row[0]; for (const q of g) for (const on of q) s = Math.sin(s + (on ? ${f} : 0.2)); }`,
      `flags[flags.length] = seen[${a}] !== flags[0]; for (const on of flags) if (on) s = Math.sin(s * ${f}); if (flags.length > 9) flags.length = 1;`,
      `if (!Array.isArray(x) || Array.isArray(s)) throw new TypeError('x');`,
      `i = (i + 1) % 3; s = Math.tanh(s);`,
    ),
  );

/** The programs, each of a list of reals. */
export const collectionPrograms = fc
  .array(statements, { minLength: 2, maxLength: 7 })
  .map((body) =>
    [
      'interface E { to: number; w: number; on: boolean }',
      'export function f(x: number[]): number {',
      'let s = x[0] * 0.5, n = 0, i = 0;',
      'const rows: number[][] = Array.from({ length: 3 }, () => []);',
      'const adj: [number, number][][] = [[], []], es: E[][] = [[], []];',
      'rows[1].push(x[1]); rows[0].push(s);',
      'const seen = new Array<boolean>(3).fill(false), flags = [s > 0.2];',
      ...body,
      'for (const row of rows) for (const v of row) s = Math.sin(s + v * 0.7);',
      's += seen.reduce((p, on, k) => (on ? p + k : p), 0) * 0.1 + flags.length * 0.01;',
      'return s + n * 0.01 + adj[0].length + es[1].length;',
      '}',
    ].join('\n'),
  );

export const givenLists = fc.array(fc.constantFrom(0.5, -1.5, 2, 0.25, 1, 0, -0, NaN, 0.41), {
  minLength: 0,
  maxLength: 6,
});
