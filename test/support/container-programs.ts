/**
 * Random functions with texts, maps, sets, and objects with any keys: keys that are computed, missing, inherited, written
 * while they are gone through, whole numbers among others, -0 and NaN; texts by their units and characters, cut, put
 * together, and kept as keys; lists of texts and bools.
 */
import fc from 'fast-check';

const text = fc.constantFrom(
  "'a'",
  "'bb'",
  'w',
  'w[i]!',
  'w.charAt(i)',
  'w.slice(i)',
  'w.slice(0, 2)',
  'names[i % names.length]!',
  '`${i}`',
  '`k${n},${i}`',
  "w + 'x'",
  "''",
  'w.toUpperCase()',
  "'toString'",
  'String(n)',
  'w.at(-1)!',
);
const real = fc.constantFrom('s', 'x[0]!', 'x[1]! * 0.5', 'Math.sin(s)', '0.25', 'p.a!', '-0', 'n');
const whole = fc.constantFrom('i', 'n', '0', '-0', 'NaN', 'w.length', 'i - 1', 'n % 3', '0.5');
const factor = fc.constantFrom('0.5', '-0.75', '1.25');

/** Lists and objects that keys lead to, under several names. */
const grouped = (a: string, b: string, r: string, q: string, f: string): string[] => [
  `{ const g: Record<string, number[]> = {}; for (const k of names) (g[k] ??= []).push(${r}); for (const k of Object.keys(g)) s = Math.sin(s + g[k]!.reduce((z, y) => z + y, 0) / g[k]!.length + k.length); }`,
  `{ const g: Record<string, number[]> = {}; for (const k of [...names, ${a}]) { g[k] = g[k] || []; g[k]!.push(${r}); } const one = g[${a}]!; one.push(${q}); g[${b}] = one; g[${b}]!.push(s); for (const [k, v] of Object.entries(g)) s = Math.sin(s * ${f} + v[v.length - 1]! + k.length); }`,
  `{ const g = new Map<string, number[]>(); for (const k of [${a}, ...names]) { const one = g.get(k); if (one) one.push(${r}); else g.set(k, [${q}]); } g.get(${b})?.push(s); const one = g.get(${a})!; g.set(${b}, one); one.push(${r}); one[0] = s; for (const [k, v] of g) for (const y of v) s = Math.sin(s + y * k.length * ${f}); }`,
  `{ const g = new Map<string, number[]>(); for (const k of names) g.set(k, [...(g.get(k) ?? []), ${r}]); for (const v of g.values()) s = Math.sin(s + v.length * v[0]!); }`,
  `{ const g = new Map<string, { k: number; u: number }>(); for (const k of [...names, ${a}]) { let one = g.get(k); if (!one) { one = { k: 0, u: ${q} }; g.set(k, one); } one.k++; one.u += ${r}; } const two = g.get(${a})!; g.set(${b}, two); two.u *= ${f}; g.delete(names[0]!); for (const { k, u } of g.values()) s = Math.sin(s + u / k); s += two.u; }`,
  `{ const g: Record<string, { k: number; u: number }> = {}; for (const k of names) { const one = (g[k + '_'] ??= { k: 0, u: ${r} }); one.k++; one.u += ${q}; } for (const one of Object.values(g)) one.u *= ${f}; for (const k of Object.keys(g)) s = Math.sin(s + g[k]!.u * g[k]!.k); }`,
  `{ const g = names.reduce((z, k) => { z[k] = (z[k] ?? 0) + ${r}; return z; }, {} as Record<string, number>); s = Math.sin(s + (g[${a}] ?? ${q}) * ${f}); }`,
  `{ const g = names.reduce<Record<string, number[]>>((z, k) => { (z[k] = z[k] ?? []).push(${r}); return z; }, {}); s = Math.sin(s + (g[${a}]?.length ?? 0) * ${f} + Object.values(g).map((v) => v[0]!).reduce((z, y) => z + y, 0)); }`,
  `{ const g = names.reduce((z, k, t) => ({ ...z, [k]: (z[k] ?? ${q}) + t * s }), {} as Record<string, number>); for (const k in g) s = Math.sin(s + g[k]! * k.length); }`,
  `{ const g = new Map<number, { to: string; u: number }[]>(); names.forEach((k, t) => { if (!g.has(t % 2)) g.set(t % 2, []); g.get(t % 2)!.push({ to: k, u: ${r} }); }); const one = g.get(0)!; g.set(7, one); one.push({ to: ${a}, u: s }); for (const [k, v] of g) for (const { to, u } of v) s = Math.sin(s + u * to.length + k); }`,
  `s += Object.entries(p).map(([k, v]) => v * k.length).reduce((z, y) => z + y, 0) * ${f}; for (const [k, v] of Object.entries(p)) if (k !== ${a}) s = Math.sin(s + v);`,
];

/** Maps and objects with any keys in others, in lists and in objects, passed on, and under several names. */
const held = (a: string, b: string, r: string, q: string, f: string): string[] => [
  `{ const next = () => { n++; return [${r}, ${q}]; }; for (const y of next().values()) s = Math.sin(s + y * n); for (const [k, y] of next().entries()) s += k * y * ${f}; s += Array.from(next().values()).length + [...next().keys()].length; }`,
  `{ const g = names.reduce<number[]>((z, k) => { z.push(${r} * k.length); return z; }, []); for (const y of g) s = Math.sin(s + y * ${f}); }`,
  `{ const g = new Map<string, Map<string, number>>(); for (const k of [...names, ${a}]) { if (!g.has(k)) g.set(k, new Map()); const e = g.get(k)!; e.set(${b}, (e.get(${b}) ?? 0) + ${r}); } g.set(${b}, g.get(${a})!); g.get(${a})!.set('z', s); for (const [k, e] of g) for (const [z, y] of e) s = Math.sin(s + y * z.length + k.length); }`,
  `{ const g: Record<string, Record<string, number>> = {}; for (const k of names) { const e = (g[k + '_'] ??= {}); e[${a}] = (e[${a}] ?? ${q}) + ${r}; e[${b}] = s; } for (const k of Object.keys(g)) for (const z of Object.keys(g[k]!)) s = Math.sin(s + g[k]![z]! * ${f} + z.length); }`,
  `{ const rows = names.map((k) => Object.fromEntries([[k, ${r}], [${a}, ${q}]] as [string, number][])); const one = rows[0]!; one[${b}] = s; rows.push(one); for (const e of rows) for (const k of Object.keys(e)) if (k !== 'k') s = Math.sin(s + (e[k] ?? ${f}) * k.length); }`,
  `{ const walk = (k: number, e: Map<string, number>): number => { const hit = e.get(\`\${k}\`); if (hit !== undefined) return hit; const v = k < 2 ? ${r} : walk(k - 1, e) * ${f} + walk(k - 2, e); e.set(\`\${k}\`, v); return v; }; const e = new Map<string, number>(); s = Math.sin(s + walk(4, e) + e.size); }`,
  `{ const g = new Map<number, Set<string>>(); names.forEach((k, t) => { const e = g.get(t % 2) ?? new Set<string>(); e.add(k); e.add(${a}); g.set(t % 2, e); }); for (const [k, e] of g) { if (e.has(${b})) s += ${r}; s = Math.sin(s + e.size * ${f} + k); for (const z of e) s += z.length * 0.1; } }`,
  `{ const g = [new Map<string, number>([[${a}, ${r}]]), new Map<string, number>()]; for (const k of names) g[k.length % 2]!.set(k, ${q}); const e = n % 2 === 0 ? g[0]! : g[1]!; e.set(${b}, s); for (const z of g) for (const [k, v] of z) s = Math.sin(s + v * k.length * ${f}); }`,
  `{ const cells = names.map((k) => ({ k, seen: new Map<string, number>() })); for (const e of cells) { e.seen.set(e.k, ${r}); e.seen.set(${a}, (e.seen.get(${a}) ?? ${q}) * ${f}); } for (const { seen: e } of cells) for (const v of e.values()) s = Math.sin(s + v); }`,
];

const statements = fc
  .record({ a: text, b: text, r: real, q: real, j: whole, f: factor })
  .chain(({ a, b, r, q, j, f }) =>
    fc.constantFrom<string>(
      `d[${a}] = ${r};`,
      `d[${a}] = (d[${a}] ?? 0) + ${r};`,
      `if (${a} in d) d[${a}]! *= ${f};`,
      `s += (d[${a}] ?? ${q}) * ${f};`,
      `s += d[${a}]! * ${f};`,
      `s = Math.sin(s + (p[${a}] ?? 0.1) - (p[${b}] ?? ${r}));`,
      `m.set(${a}, ${r});`,
      ...grouped(a, b, r, q, f),
      ...held(a, b, r, q, f),
      `m.set(${a}, (m.get(${a}) ?? 0) + ${r} * ${f});`,
      `if (m.has(${b})) s += m.get(${b})! * ${f};`,
      `for (const [k, v] of m) { s = Math.sin(s + v * k.length); m.set(k, v * ${f}); }`,
      `m.forEach((v, k) => { s += v * (k === ${a} ? ${f} : 0.1); });`,
      `c.set(${j}, (c.get(${j}) ?? ${r}) + 1);`,
      `for (const [k, v] of c) if (k === k) s = Math.sin(s * ${f} + v * k);`,
      `for (const v of c.values()) s += v * ${f};`,
      `if (!seen.has(${a})) { seen.add(${a}); s += ${r}; }`,
      `for (const k of seen) s = Math.sin(s + k.charCodeAt(0) * 0.1 + seen.size);`,
      `for (const ch of w) { i = (i + ch.length) % 3; s = Math.sin(s + (ch === 'a' ? ${f} : ${r})); }`,
      `for (let k = 0; k < w.length; k++) if (w[k] === ${a}[k]) s += ${f}; else s = Math.cos(s);`,
      `for (let k = 0; k < w.length; k++) s += w.charCodeAt(k) % 3 === 0 ? ${r} * 0.1 : ${f};`,
      `if (w.charAt(i) === ${a}.charAt(0)) s = s * ${f}; else s += w.indexOf(${b});`,
      `for (const part of w.split(${b})) { s += part.length * ${f}; d[part] = (d[part] ?? 0) + ${r}; }`,
      `if (Object.hasOwn(d, ${a})) s += Object.values(d).length * ${f};`,
      `for (const [k, v] of Object.entries(d)) s = Math.sin(s + v * (k.length + 1));`,
      `for (const k of Object.keys(d)) { d[k]! += ${r} * 0.1; s += k < ${a} ? ${f} : 0.1; }`,
      `for (const k in p) s = Math.sin(s + p[k]! * ${f} * k.length);`,
      `for (const k in d) { s = Math.sin(s + d[k]!); if (n < 4) { n++; d[k + 'q'] = s; } }`,
      `{ const e = { ...d, extra: ${r} }; e[${a}] = ${q}; s += e['extra']! * ${f} + (d['extra'] ?? 0.1); }`,
      `{ const e = Object.fromEntries(names.map((k, t) => [k, t * ${f} + s])); s = Math.sin(s + (e[${a}] ?? ${q})); }`,
      `{ const g = new Map<string, number[]>(); for (const k of names) { if (!g.has(k)) g.set(k, []); g.get(k)!.push(${r}); } for (const [, vs] of g) for (const v of vs) s += v * ${f}; }`,
      `{ const e = new Map(m); e.set(${a}, ${r}); s += (m.get(${a}) ?? ${q}) * e.size; }`,
      `{ const g = new Map<string, { u: number; on: boolean }>(); for (const k of names) g.set(k, { u: s * ${f}, on: k === ${a} }); s += g.get(${b})?.u ?? ${q}; if (g.get('a')?.on) s += 1; }`,
      `s += names.indexOf(${a}) * 0.1 + (names.includes(${b}) ? ${f} : 0);`,
      `flags.push(${a} === ${b}); if (flags.some((on) => on)) s = Math.sin(s * ${f});`,
      `if (on[i % 2]) s += ${r}; else s -= ${q} * ${f};`,
      `n += c.size + m.size; s = Math.tanh(s);`,
      `s += Number(${a}) > 1 ? ${f} : parseInt(\`\${n}\`, 10) * 0.1;`,
      `{ const key = \`\${i},\${n}\`; const hit = memo.get(key); if (hit !== undefined) s += hit; else memo.set(key, s * ${f}); }`,
      `{ const one = ${a}, other = ${b}; if (one === other || one < other) s = s * ${f} + one.length; }`,
      `i = (i + 1) % 3; n = (n + 1) % 6;`,
      `for (const part of (${a}).split(/[,b]/)) { s += part.length * ${f}; d[part] = ${r}; }`,
      `{ const m1 = (${a}).match(/([a-z]?)(\\d+)/); if (m1) s += Number(m1[2]) * ${f} + m1[1]!.length + m1.index!; }`,
      `for (const m2 of (${a}).matchAll(/(a)|(b)/g)) s = Math.sin(s + (m2[1] === undefined ? ${f} : m2.index! * 0.1) + m2[0].length);`,
      `d[${a}] = ${r}; delete d[${b}]; s += Object.keys(d).length * ${f};`,
      `if (m.delete(${a})) s += ${f}; m.set(${b}, ${r} * 0.5); s += m.size * 0.1;`,
      `for (const [k, v] of m) { if (k === ${a} || v > 1) m.delete(k); s = Math.sin(s + v * ${f}); }`,
      `for (const k of c.keys()) { if (c.size > 1 && k !== 0) c.delete(k); s += c.size * ${f}; }`,
      `for (const v of c.values()) { c.delete(${j}); s = Math.sin(s + v); } c.set(${j}, ${q});`,
      `m.forEach((v, k) => { m.delete(${a}); s = s * ${f} + v * k.length; });`,
      `seen.add(${a}); seen.add(${b}); if (n % 2 === 0) { seen.delete(${a}); seen.add('last'); } s += [...seen].join('').length * 0.1;`,
      `if (m.size > 2) m.clear(); m.set(${a}, s); s += [...m].map(([k, v]) => k.length * v).reduce((z, y) => z + y, 0) * ${f};`,
      `for (const k in d) { delete d[${b}]; s = Math.sin(s + (d[k] ?? ${f})); }`,
      `for (const k in d) if (k.length > 1) delete d[k]; s += Object.values(d).reduce((z, y) => z * ${f} + y, 0);`,
      `for (let k = 0; k < 3; k++) { c.clear(); c.set(k, ${r}); c.set(${j}, ${q}); for (const [z, y] of c) s = Math.sin(s + y + (z === z ? z : 1)); }`,
      `{ const g = new Map<string, { u: number }>(); for (const k of names) g.set(k, { u: s * ${f} }); const one = g.get(names[0]!)!; g.delete(names[0]!); g.set(${a}, { u: ${r} }); for (const [k, v] of g) s += v.u * k.length; s += one.u; g.clear(); g.set(${b}, { u: s }); s += one.u + (g.get(${b})?.u ?? 1); }`,
      `{ const g = new Map<string, number[]>(); for (const k of names) { if (!g.has(k)) g.set(k, []); g.get(k)!.push(${r}); } g.delete(${a}); for (const [k, vs] of g.entries()) for (const v of vs) s += v * k.length * ${f}; }`,
      `for (const [k, v] of m.entries()) s += k.length * v * ${f}; for (const k of seen.keys()) s += k.length;`,
      `{ const re = /[a-c]+|\\d/g; let m3: RegExpExecArray | null; while ((m3 = re.exec(${a})) !== null) s = Math.sin(s * ${f} + m3[0].length + re.lastIndex); }`,
      `{ const [, u = 'z', v] = /^(a)?(.*)$/.exec(${a}) ?? []; s += (u < (v ?? 'y') ? ${f} : 0.5); }`,
      `s += (/^[a-z]+$/.test(${a}) ? ${f} : (${a}).search(/[0-9]/) * 0.1);`,
      `d[(${a}).replace(/b+/g, '<$&>').trim()] = ${r}; d[(${b}).replace('a', 'o').replaceAll('b', ',')] = ${q};`,
      `d[(${a}).padStart(3, '0') + (${b}).padEnd(n).trimEnd() + 'xy'.repeat(i)] = ${r}; s += (${a}).localeCompare(${b}) * ${f};`,
      `d[(${j}).toFixed(1)] = ${r}; d[(${f} * 10).toString(2)] = ${q}; d[(${f}).toPrecision(3)] = s;`,
      `s += (${b}).split(',', 2).map(Number).filter((z) => !isNaN(z)).reduce((z, y) => z + y, ${r}) * ${f};`,
      `d[names.join('-')] = ${r}; s += [1, n, i].join('').length * ${f} + names.map((z) => z.length).join().length;`,
      `s += (((${a}).match(/a/g) ?? []).length + Number((${a}) === ${b})) * ${f};`,
      `s += Number(KEPT.test(${a})) * ${f} + (${b}).replace(EVERY, '').length * 0.1;`,
    ),
  );

/** The programs, each of a dictionary, a list of reals, a text, texts, and bools. */
export const containerPrograms = fc
  .array(statements, { minLength: 2, maxLength: 7 })
  .map((body) =>
    [
      'const KEPT = /^(?:a|bb)$/i, EVERY = /[ab]/g;',
      'export function f(p: Record<string, number>, x: number[], w: string, names: string[], on: boolean[]): number {',
      'let s = x[0]! * 0.5, n = 0, i = 0;',
      'const d: Record<string, number> = { one: x[0]!, two: s };',
      'const m = new Map<string, number>([["a", x[1]!], ["bb", s]]);',
      'const c = new Map<number, number>(), seen = new Set<string>(), memo = new Map<string, number>();',
      'const flags = [s > 0.2];',
      ...body,
      'for (const [k, v] of m) s = Math.sin(s + v * k.length * 0.3);',
      "s += (d['one'] ?? 0) * 0.1 + (p['a'] ?? 0) * (d['two'] ?? 1) + flags.length * 0.01;",
      'return s + n * 0.01 + c.size + seen.size;',
      '}',
    ].join('\n'),
  );

const number = fc.constantFrom(0.5, -1.5, 2, 0.25, 1, 0, -0, NaN, 0.41);
const name = fc.constantFrom(
  'a',
  'bb',
  'k',
  '1',
  '10',
  '2',
  '',
  'é',
  '😀',
  'toString',
  'constructor',
);

/** The arguments of programs; texts with characters of two units are among them. */
export const givenContainers = fc.tuple(
  fc.uniqueArray(name, { maxLength: 5 }).chain((keys) =>
    fc.array(number, { minLength: keys.length, maxLength: keys.length }).map((values) => {
      const made: Record<string, number> = { a: 0.3 };
      keys.forEach((key, k) => (made[key] = values[k]));
      return made;
    }),
  ),
  fc.array(number, { minLength: 2, maxLength: 5 }),
  fc.constantFrom('abca', 'bb', '', 'a😀é', 'toString', '12', 'Aa bb a'),
  fc.array(name, { minLength: 1, maxLength: 4 }),
  fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }),
);
