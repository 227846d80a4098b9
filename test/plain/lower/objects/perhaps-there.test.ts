/** Elements that lists do not have, and what asks whether they are there: the value is that of the source, the gradient that of a run. */
import fc from 'fast-check';
import { bothTiers } from '../../../support/both-tiers.js';
import { missingPrograms } from '../../../support/missing-programs.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import '../../../support/seed.js';

const point = [0.7, -1.3, 2.1, 0.4];

test.each([
  [
    'An object before the first one',
    'for (let i = 0; i < items.length; i++) { const prev = items[i - 1]; s += prev ? x[0] * prev.v * items[i].w : x[1]; }',
  ],
  [
    'A field of an object behind the last one',
    'for (let i = 0; i < 5; i++) s += (items[i + 1]?.v ?? x[0]) * x[1];',
  ],
  [
    'A search that finds nothing',
    'const hit = items.find((o) => o.v > 100 * x[0]); if (!hit) return x[0] * x[1]; s += hit.w;',
  ],
  [
    'A function that gives what it found',
    'const of = (k: number) => items.find((o) => o.w === k); const a = of(2), b = of(77); s += (a ? a.v : 1) * x[0] + (b ? b.v : x[1]);',
  ],
  [
    'A row above, and one below',
    'for (let i = 0; i < 2; i++) for (let j = 0; j < 3; j++) s += x[j] * (rows[i - 1]?.[j] ?? 1) * (rows[i + 1]?.[j] ?? x[0]);',
  ],
  [
    'The top of an empty stack',
    'const st: { v: number }[] = []; for (const o of items) { const top = st[st.length - 1]; if (top === undefined || top.v < 1) st.push({ v: o.v * x[0] + (top?.v ?? x[1]) }); } for (const o of st) s += o.v * o.v;',
  ],
  [
    'An element before the first one of a list that grows',
    'const e: number[] = []; for (let t = 0; t < 6; t++) e.push(t - x[0] * (e[t - 1] ?? 0) - x[1] * (e[t - 2] ?? 1)); s += e[5] * e[5];',
  ],
  [
    'A stack that is taken away until nothing is left',
    'const st = [...x]; let v: number | undefined; while ((v = st.pop()) !== undefined) s += v * v * x[0];',
  ],
  [
    'A stack of objects that becomes shorter while its top is large',
    'const st: { v: number }[] = []; for (const o of items) { let top = st[st.length - 1]; while (top !== undefined && top.v > x[0]) { st.pop(); top = st[st.length - 1]; } st.push({ v: o.v + x[0] }); } for (const o of st) s += o.v * x[1];',
  ],
  [
    'What was found goes into a list, a map, a call and a spread',
    'const out: typeof items = []; const m = new Map<number, (typeof items)[0]>(); for (let i = 0; i < 5; i++) { const o = items[i]; if (o === undefined) continue; out.push(o); m.set(i, o); const r = { ...o, v: o.v * x[0] }; s += r.v + area(o); } for (const o of m.values()) s += o.v * x[1]; s += out.length;',
  ],
])('%s is asked for.', (_, body) => {
  const text = `const items = [{ v: 1, w: 2 }, { v: -3, w: 1 }, { v: 2, w: 5 }]; const rows = [[1, 2, 4], [3, 4, 5]];
const area = (o: { v: number; w: number }) => o.v * o.w;
exports.f = f; function f(x: number[]): number { let s = 0; ${body} return s; }`;
  expect(bothTiers(text, point)).toBe(true);
});

test('An element that is not asked for, and is not there, is left to a run.', () => {
  const text = `const items = [{ v: 1 }]; exports.f = f; function f(x: number[]): number { const o = items[x.length]; return x[0] * (x[1] > 9 ? o.v : 1); }`;
  expect(bothTiers(text, point)).toBe(false);
});

testInTurn(2, 3)('Random functions that read elements which lists do not have.', () => {
  let [count, all] = [0, 0];
  fc.assert(
    fc.property(missingPrograms, (text) => {
      all++;
      if (bothTiers(text, point)) count++;
    }),
    { numRuns: sampled(200) },
  );
  expect(count).toBeGreaterThan(all / 2);
});
