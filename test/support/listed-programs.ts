/**
 * Random functions over lists of objects: pushed, popped, swapped, copied, filtered and written under several names, in
 * branches and loops, compared by identity, some in two lists, some that are made of others, some with fields that only some have.
 */
import fc from 'fast-check';

const list = fc.constantFrom('ps', 'qs');
const real = fc.constantFrom('s', 'x[0]', 'x[i % 5] * 0.5', 'Math.sin(s)', '0.25', 'o.u', 'i');
const factor = fc.constantFrom('0.5', '-0.75', '1.25');
const place = fc.constantFrom('0', '1', 'i % 2', 'n % 2', 'ps.length - 1', 'i');
const one = fc.constantFrom(
  'o',
  'ps[0]',
  'ps[i % ps.length]',
  'qs[qs.length - 1]',
  '(s > 0.3 ? ps[1] : o)',
  '(x[i % 5] > 0 ? ps[0] : qs[0])',
);

const simple = fc
  .record({ a: list, b: list, r: real, q: real, f: factor, k: place, d: one, e: one })
  .chain(({ a, b, r, q, f, k, d, e }) =>
    fc.constantFrom(
      `${a}.push({ u: ${r}, v: ${q} });`,
      `{ const made = { u: ${r}, v: ${q} }; ${a}.push(made); made.u *= ${f}; ${b}.push(made); made.v += s; }`,
      `${a}.push(${d});`,
      `if (${a}.length > 2) ${a}.pop();`,
      `if (${a}.length > 2) { const last = ${a}.pop(); last.u += ${r}; ${b}.push(last); s += last.v; }`,
      `if (${a}.length > 3) ${a}.shift();`,
      `${a}[${k}] = ${d};`,
      `${a}[${k}].u = ${r};`,
      `{ const t = ${a}[0]; ${a}[0] = ${b}[1]; ${b}[1] = t; t.u += ${f}; }`,
      `[${a}[0], ${a}[1]] = [${a}[1], ${a}[0]]; ${a}[0].v *= ${f};`,
      `o = ${d}; o.v += ${r};`,
      `${d}.u = ${r}; s += ${e}.u;`,
      `if (${d} === ${e}) s += ${f}; else o.u -= 0.125;`,
      `for (const p of ${a}) { p.u = p.u * ${f} + p.v * 0.25; s += p.u; }`,
      `for (const p of ${a}) if (p.u > o.u) o = p;`,
      `for (const p of ${a}) { if (p === o) continue; p.v -= o.v * 0.125; if (p.v > 4) break; }`,
      `${a}.forEach((p, j) => { p.v += j * ${f}; });`,
      `{ const more = ${a}.filter((p) => p.u > ${r}); for (const p of more) p.u -= 0.25; n += more.length; }`,
      `{ const more = ${a}.map((p) => ({ u: p.v, v: p.u * ${f} })); more[0].u = ${r}; s += more[0].u + ${a}[0].u; ${b} = more; }`,
      `${a} = ${a}.slice(); ${a}[0] = { u: ${r}, v: 1 };`,
      `${a} = [...${a}, { u: ${r}, v: ${q} }];`,
      `${a} = ${b}.concat([o]);`,
      `${a} = ${b};`,
      `${a}.reverse();`,
      `s += ${a}.reduce((t, p) => t * ${f} + p.u, 0);`,
      `{ const found = ${a}.find((p) => p.u > ${r}); if (found !== undefined) { found.v = s; o = found; } else n++; }`,
      `{ const j = ${a}.indexOf(o); if (j >= 0) ${a}[j].u = ${r}; n += j; }`,
      `if (${a}.includes(o)) s *= ${f};`,
      `{ let best = null; for (const p of ${a}) if (best === null || p.v > best.v) best = p; if (best) best.u += ${f}; }`,
      `{ const copy = { ...${d} }; copy.u = ${r}; ${a}.push(copy); s += ${d}.u; }`,
      `Object.assign(${d}, { u: ${r} });`,
      `{ const { u, v } = ${d}; s += u * ${f} - v; }`,
      `if (s > 0.5) o = { u: ${r}, v: ${q} }; o.u += ${f}; ${a}.push(o);`,
      `if (x[i % 5] > 0) { ${a}.push(o); o.u *= ${f}; } s += o.u;`,
      `{ const p = { u: ${r}, v: 0 }; if (s > 0) ${a}.push(p); p.v = ${q}; s += p.v + ${a}[${a}.length - 1].v; }`,
      `${a}.length > 4 && ${a}.splice(1, 1);`,
    ),
  );

/** Programs that read objects that are given, and puts them among others. */
const given = fc
  .record({ a: list, r: real, f: factor, d: one })
  .chain(({ a, r, f, d }) =>
    fc.constantFrom(
      `for (const g of gs) s += g.u * ${f} - g.v;`,
      `for (const g of gs) if (g.u > ${r}) s += g.v; else n++;`,
      `${a}.push(gs[i % gs.length]);`,
      `${a}.push({ ...gs[n % 3], v: ${r} });`,
      `${a} = gs.map((g) => ({ u: g.v, v: g.u * ${f} }));`,
      `{ const some = gs.filter((g) => g.u > ${r}); for (const g of some) s += g.v * ${f}; n += some.length; }`,
      `${a} = [...gs, ${d}];`,
      `o = { u: gs[i % 3].v, v: ${r} };`,
      `{ const g = x[i % 5] > 0 ? gs[0] : o; s += g.u * ${f}; }`,
      `{ let best = gs[0]; for (const g of gs) if (g.v > best.v) best = g; s += best.u; }`,
      `if (${a}.includes(gs[1])) s += 0.5;`,
      `if (i === 1) { const t = gs.slice(1); s += t[0].u + t.length; }`,
      `o = gs[1];`,
    ),
  );

const wide = fc
  .record({ r: real, f: factor, k: place })
  .chain(({ r, f, k }) =>
    fc.constantFrom(
      `ws.push({ w: ${r}, next: null });`,
      `ws.push({ w: ${r}, next: ws[0] });`,
      `for (const w of ws) if (w.next) w.next.w += ${f}; else n++;`,
      `ws[0].next = ws[ws.length - 1]; s += ws[0].next.w;`,
      `kinds.push({ kind: 'a', r: ${r} });`,
      `kinds.push({ kind: 'b', h: ${r}, d: 2 });`,
      `for (const q of kinds) s += q.kind === 'a' ? q.r * ${f} : q.h * q.d;`,
      `for (const q of kinds) if (q.kind === 'b') q.h *= ${f};`,
      `rows.push({ xs: [s, ${r}], at: { u: 1, v: ${r} } });`,
      `for (const row of rows) { row.xs[0] += ${f}; row.at.u += row.xs[1]; s += row.at.u; }`,
      `{ const { xs, at } = rows[0]; xs[1] = ${r}; rows.push({ xs, at }); at.v = ${f}; s += rows[rows.length - 1].xs[1] + rows[0].at.v; }`,
      `rows[0].at = ps[${k}]; rows[0].at.u += ${f};`,
      `ps.push(rows[0].at);`,
    ),
  );

const statement = fc.oneof(
  { weight: 5, arbitrary: simple },
  { weight: 2, arbitrary: wide },
  { weight: 1, arbitrary: given },
);
const body = fc.array(statement, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n  '));

/** Functions of an array of five numbers, and of a list of objects with u and v. */
export const listedPrograms = fc
  .record({
    before: fc.array(statement, { maxLength: 2 }).map((lines) => lines.join('\n  ')),
    inside: body,
    after: fc.array(statement, { maxLength: 2 }).map((lines) => lines.join('\n  ')),
    isLong: fc.boolean(),
  })
  .map(
    ({ before, inside, after, isLong }) => `function f(x, gs) {
  let s = 0.125, n = 0, i = 3;
  let o = { u: x[0], v: 0.5 };
  let ps = [];
  ${isLong ? 'for (let j = 0; j < x.length; j++) ps.push({ u: x[j], v: j });' : 'ps.push({ u: x[1], v: 1 }, { u: x[2], v: 2 });'}
  let qs = [{ u: 0.5, v: x[3] }, ${isLong ? 'o' : '{ u: 1, v: 2 }'}];
  const ws = [{ w: x[4], next: null }];
  const kinds = [{ kind: 'a', r: x[0] }];
  const rows = [{ xs: [1, 2], at: { u: x[1], v: 3 } }];
  ${before}
  for (i = 0; i < 3; i++) {
    ${inside}
  }
  ${after}
  for (const p of ps) s = s * 0.75 + p.u - p.v * 0.5;
  for (const q of qs) s = s * 0.75 + q.u * 0.5 + q.v;
  for (const w of ws) s = s * 0.75 + w.w + (w.next ? w.next.w : 0.5);
  for (const q of kinds) s = s * 0.75 + (q.kind === 'a' ? q.r : q.h);
  for (const row of rows) s = s * 0.75 + row.xs[0] * row.at.u + row.xs[1] - row.at.v;
  return s + o.u * o.v + n * 0.01;
}
exports.f = f;`,
  );

/** Arguments for them: one object may stand in the list twice. */
export const listedArgs = (): readonly unknown[] => {
  const twice = { u: 0.75, v: -0.25 };
  return [
    [1.5, -0.5, 0.25, 2, 1],
    [twice, { u: -1, v: 0.5 }, twice],
  ];
};
