/** Expressions that change what other parts of them read are evaluated in the order of JavaScript. */
import fc from 'fast-check';
import { bothTiers } from '../../support/both-tiers.js';
import { orderPrograms } from '../../support/order-programs.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';

const point = [0.7, -1.3, 2.1, 0.4];

test.each([
  [
    'push of what the list holds',
    'const a = [1, x[0]]; a.push(x[1], a[a.length - 1] * 3, a.pop(), a.length); return sum(a) * x[2];',
  ],
  [
    'push of a list that changes behind',
    'const a = [1], b = [x[0], 2]; a.push(...b, b.push(x[1]), (b[0] = 5)); return sum(a) * x[2];',
  ],
  [
    'a spread of what changes behind it',
    'const b = [...x]; const a = [...b, (b[0] = x[1] * 5), ...b, b.push(3)]; return sum(a) * x[2];',
  ],
  [
    'reduce from what is taken away',
    'const a = [1, x[0]]; a.push(x[1]); return a.reduce((u, v) => u * 2 + v, a.pop()) * x[2];',
  ],
  [
    'slice behind what is put there',
    'const a = [1, x[0]]; const b = a.slice((a.push(3 * x[2]), 1)); return sum(b) * b.length;',
  ],
  [
    'a function that is made while the list grows',
    'const a = [1, x[0]]; const twice = () => { a.push(9 * x[1]); return (v) => v * 2; }; return sum(a.map(twice())) * x[2];',
  ],
  [
    'splice with what is taken away',
    'const a = [3, x[0], 4, x[1]]; const r = a.splice(-2, 1, a.length, a.pop()); return sum(a) * x[2] + sum(r);',
  ],
  [
    'find in a list whose first element was taken',
    'const a = [9]; a.push(...x); const h = a.shift(); const v = a.find((one) => one > 5); return (v === undefined ? x[0] : v) * h * x[1];',
  ],
  [
    'a spread in front of a getter that changes the list',
    'const k = new Steps([...x]); return sum([...k.a, k.next, ...k.a]) * x[2];',
  ],
])('%s', (_, body) => {
  const text = `class Steps { a; constructor(a: number[]) { this.a = a; } get next() { this.a[0] += 1; return this.a[0]; } }
exports.f = f; const sum = (a) => a.reduce((u, v, i) => u * 0.5 + v * i, 0); function f(x: number[]): number { ${body} }`;
  expect(bothTiers(text, point)).toBe(true);
});

test('An object of a list that find does not find is not read.', () => {
  const text = `exports.f = f; function f(x: number[]): number { const a = []; for (const v of x) a.push({ v }); return a.find((one) => one.v > 50).v * x[0]; }`;
  expect(bothTiers(text, point)).toBe(false);
});

test('Random expressions that change what they read.', () => {
  let [count, all] = [0, 0];
  fc.assert(
    fc.property(orderPrograms, (text) => {
      all++;
      if (bothTiers(text, point)) count++;
    }),
    { numRuns: sampled(120) },
  );
  expect(count).toBeGreaterThan(all / 2);
});
