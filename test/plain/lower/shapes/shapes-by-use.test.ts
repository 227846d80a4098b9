/**
 * The contents of lists without annotations follow from the uses of their elements, and of the elements
 * of lists made of them.
 */
import { areCompiled } from '../../../support/temptations.js';

const head = `
const made = <T>(x: T): T => x;
const rows = made(Array.from({ length: 20 }, (_, i) => ({ x: Math.sin(i), y: Math.cos(i), g: i % 2 ? 'a' : 'b' })));
const pairs = made(rows.map((r) => [r.y, r.x]));
`;

test.each([
  ['for (const [i, x] of pairs.entries()) s += (x[0] * w[0] + i * x[1]) ** 2;'],
  [
    's = [...rows].sort((a, b) => a.x - b.x).reduce((q, { x, y }, i) => q + i * (x * w[0] + y * w[1]) ** 2, 0);',
  ],
  ["s = rows.filter((r) => r.g === 'a').map((r) => r.x * w[0]).reduce((a, b) => a + b * b, 0);"],
  ['for (const r of rows.slice(1)) s += (r.x * w[0]) ** 2;'],
  [
    "const chosen = rows.filter((r) => r.g === 'b'); for (let i = 0; i < chosen.length; i++) s += chosen[i].y * w[1] ** 2;",
  ],
])('A list is known by its uses: %s', (body) => {
  const text = `${head}function f(w: number[]) { let s = 0; ${body} return s; }\nexports.f = f;`;
  expect(areCompiled({ text, args: () => [[0.5, 0.25]] })).toBe(true);
});
