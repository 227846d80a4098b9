/**
 * Random functions that make lists and graphs of objects with several names: objects in two lists, in variables, in fields of
 * each other, in closures and in lists of arguments; they are swapped, replaced, written under one name and read under another,
 * compared, sorted, searched and left out. Links may be missing.
 */
import fc from 'fast-check';

const place = fc.constantFrom('0', '1', '2', 'n % 3', 'i', 'k % 3', '(i + 1) % 3');
const real = fc.constantFrom(
  's',
  'x[0]',
  'x[1] * 0.5',
  'Math.sin(s)',
  '0.25',
  'dots[0].v',
  'best.w',
  'head.v * 0.3',
  '-0',
);
const factor = fc.constantFrom('0.5', '-0.75', '1.25');
const dot = fc.constantFrom(
  'best',
  'head',
  'dots[0]',
  'dots[i]',
  'odd[0]',
  'links[0].a',
  'links[k % 2].b',
  'at(n)',
  'dots.find((d) => d.v > 0.2) ?? head',
  '(s > 0.3 ? best : head)',
  '(head.next ?? best)',
);

const statements = fc
  .record({ a: place, b: place, r: real, q: real, f: factor, d: dot, e: dot })
  .chain(({ a, b, r, q, f, d, e }) =>
    fc.constantFrom(
      `dots.push({ v: ${r}, w: ${q}, next: null });`,
      `{ const made: Dot = { v: ${r}, w: s, next: ${d} }; dots.push(made); odd.push(made); made.v += ${f}; }`,
      `{ const t = dots[${a}]; dots[${a}] = dots[${b}]; dots[${b}] = t; t.v = ${r}; }`,
      `[dots[${a}], dots[${b}]] = [dots[${b}], dots[${a}]]; dots[${a}].w *= ${f};`,
      `best = ${d}; best.w += ${r};`,
      `{ const o = ${d}; o.v = ${r}; s += (${e}).v * ${f}; }`,
      `for (const o of dots) if (o.v > best.v) best = o; best.v *= ${f};`,
      `for (const o of dots) if (o !== ${d}) o.w += ${f}; else n++;`,
      `if (${d} === ${e}) { s = Math.sin(s + 0.3); k++; } else s *= ${f};`,
      `head = { v: ${r}, w: ${q}, next: head };`,
      `{ let p: Dot | null = head; let c = 0; while (p !== null && c++ < 6) { s = Math.sin(s + p.v * ${f}); p = p.next; } }`,
      `(${d}).next = ${e};`,
      `(${d}).next = null;`,
      `{ const o = (${d}).next; if (o) o.w = ${r}; else n++; }`,
      `{ const o = (${d}).next; if (o === ${e}) s += ${f}; n += o === null ? 1 : 2; }`,
      `links.push({ a: ${d}, b: ${e}, rest: ${r} }); if (links.length > 6) links.length = 3;`,
      `for (const l of links) { l.a.v += l.rest * ${f}; l.b.v -= l.a.v * 0.1; }`,
      `links[k % 2].a = ${d}; s += links[0].a.w * ${f};`,
      `links.forEach((l, j) => { if (l.a !== l.b) l.b.w = l.a.w * ${f} + j; });`,
      `odd.push(${d}); if (odd.length > 8) odd.length = 4;`,
      `{ const some = dots.filter((o) => o.v > ${r}); some.forEach((o, j) => { o.v -= j * ${f}; }); n += some.length; }`,
      `{ const copies = dots.map((o) => ({ ...o, w: o.w + 1 })); copies[0].v = ${r}; s += copies[0].v + dots[0].v * ${f}; }`,
      `{ const same = dots.map((o) => o); same[${a}].w = ${r}; s = Math.sin(s + dots[${a}].w); }`,
      `dots.sort((p, q) => p.v - q.v); s = Math.cos(s + dots[${a}].w * ${f});`,
      `{ const back = dots.slice(1); back[0].v += ${r}; s += dots[1].v * ${f}; }`,
      `if (dots.length > 4) { const o = dots.pop()!; o.w = ${r}; best = o; }`,
      `{ const stack: Dot[] = [${d}]; let c = 0; while (stack.length > 0 && c++ < 5) { const o = stack.pop()!; o.w *= ${f}; if (o.next !== null) stack.push(o.next); } }`,
      `bump(${d}, ${r}); s += best.v * ${f};`,
      `{ const o = ${d}; const add = (by: number) => { o.v += by; }; add(${r}); add(${f}); }`,
      `given[${a}].v += ${f}; s += given[${b}].w * ${f};`,
      `for (const g of given) { g.w *= ${f}; if (g.v > 0.3) chosen.push(g); } if (chosen.length > 0) chosen[0].v = ${f};`,
      `{ let pick = given[0]; for (const g of given) if (g.w > pick.w) pick = g; pick.w += ${f}; n += pick === given[${a}] ? 1 : 0; }`,
      `hubs[${a} % 2].all.push(${d}); hubs[${b} % 2].all[0].v += ${f};`,
      `{ const all = hubs[${a} % 2].all; all.push({ v: ${r}, w: s, next: null }); s += hubs[0].all.length * ${f}; }`,
      `hubs[0].all = hubs[1].all; hubs[${a} % 2].all.push(${d});`,
      `hubs.push({ level: ${r}, all: [] }); for (const o of dots) hubs[hubs.length - 1].all.push(o);`,
      `for (const h of hubs) for (const o of h.all) { o.w = o.w * ${f} + h.level; s += o.v * 0.01; }`,
      `{ const { all } = hubs[${a} % 2]; if (all.length > 1) { const o = all.pop()!; o.v = ${r}; n++; } const t = all[0]; all[0] = all[all.length - 1]; all[all.length - 1] = t; }`,
      `fleet.add(${d}, ${r}); s += fleet.heaviest().w * ${f};`,
      `spots.push(new Spot(${r}, ${d})); if (spots.length > 5) spots.length = 2;`,
      `for (const p of spots) { p.grow(${f}); s += p.of.v * 0.1; }`,
      `{ const p = spots[0]; p.of = ${d}; p.of.w += p.size * ${f}; }`,
      `{ const p = spots[k % spots.length], q = spots[0]; if (p !== q) p.size = q.size * ${f}; }`,
      `s = Math.sin(s + walk(head, 3) * ${f});`,
      `{ const slots = new Array<Dot>(3); for (let j = 0; j < 3; j++) slots[(j * 2) % 3] = dots[j]; slots[${a}].v *= ${f}; s += slots[${b}].w; }`,
      `if (dots.length > 12) throw new RangeError(\`too long: \${n}\`);`,
      `i = (i + 1) % 3; s = Math.tanh(s); k++;`,
      `for (let j = 0; j < 3; j++) { const o = dots[j]; o.v = o.v * ${f} + j; if (j === ${a}) { best = o; continue; } s += o.v * 0.1; }`,
    ),
  );

/** The programs, each of a list of reals and a list of objects. */
export const graphPrograms = fc
  .array(statements, { minLength: 2, maxLength: 7 })
  .map((body) =>
    [
      'interface Dot { v: number; w: number; next: Dot | null }',
      'interface Link { a: Dot; b: Dot; rest: number }',
      'interface Given { v: number; w: number }',
      'class Spot { constructor(public size: number, public of: Dot) {} grow(by: number): void { this.size *= by; this.of.w += by; } }',
      'interface Hub { level: number; all: Dot[] }',
      'class Fleet { members: Dot[] = []; load = 0; add(d: Dot, by: number): void { this.members.push(d); d.w += by; this.load += by; } heaviest(): Dot { let most = this.members[0]; for (const d of this.members) if (d.w > most.w) most = d; return most; } }',
      'function walk(d: Dot | null, left: number): number { if (d === null || left === 0) return 1; d.w *= 0.9; return d.v + 0.5 * walk(d.next, left - 1); }',
      'function bump(d: Dot, by: number): void { d.v += by; d.w = d.v * 0.5; }',
      'export function f(x: number[], given: Given[]): number {',
      'let s = x[0] * 0.5, n = 0, i = 0, k = 0;',
      'const dots: Dot[] = [], odd: Dot[] = [], links: Link[] = [], spots: Spot[] = [], chosen: Given[] = [];',
      'for (let j = 0; j < 4; j++) { const d: Dot = { v: x[j % 2] + j * 0.1, w: s, next: null }; dots.push(d); if (j % 2 === 1) odd.push(d); }',
      'let best = dots[1], head: Dot = { v: s, w: 0.2, next: dots[0] };',
      'links.push({ a: dots[0], b: dots[1], rest: s }, { a: dots[1], b: head, rest: 0.5 });',
      'spots.push(new Spot(s, dots[2]), new Spot(0.3, head));',
      'const hubs: Hub[] = [{ level: s, all: [] }, { level: 0.5, all: [] }], fleet = new Fleet();',
      'hubs[0].all.push(dots[0]); hubs[1].all.push(head, dots[1]); fleet.add(dots[2], 0.1);',
      'const at = (j: number): Dot => dots[j % 3];',
      ...body,
      'for (const d of dots) s = Math.sin(s + d.v * 0.7 + d.w * 0.3);',
      'for (const l of links) s += (l.a.v * l.rest - l.b.w) * 0.01;',
      'for (const p of spots) s += p.size * p.of.v * 0.01;',
      'for (const h of hubs) s += h.all.reduce((t, d) => t + d.v, 0) * h.level * 0.01;',
      'return s + fleet.load * 0.01 + fleet.members[0].v * 0.1 + n * 0.01 + best.v * head.w + (given[0] === given[1] ? 1 : 0) + odd.length + chosen.length;',
      '}',
    ].join('\n'),
  );
