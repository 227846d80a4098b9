import { print } from '../../../../src/plain/ir/print.js';
import { disagreements } from '../../../support/agreement.js';
import { funcOf, loweredText } from '../../../support/numeric.js';

const f = (body: string): string => `function f(x: Float64Array): number { ${body} }`;
const leaves = (body: string): boolean => /leave/.test(print(funcOf(f(body))));
const point = [0.7, -1.3, 2.1, 0.4];
const sumOf = (name: string): string => `${name}.reduce((s, v) => s * 0.5 + v * v, 0)`;

test.each([
  [
    'a loop to its length',
    `const y = new Array(3); for (let i = 0; i < y.length; i++) y[i] = x[i] * i; return ${sumOf('y')};`,
  ],
  [
    'a loop to the length of another array',
    `const y = new Array(x.length); for (let i = 0; i < x.length; i++) { const v = x[i] * i; y[i] = v; } return ${sumOf('y')};`,
  ],
  [
    'a loop to the same number',
    `const n = x.length - 1; const y = Array(n); for (let i = 0; i < n; i++) y[i] = Math.sin(x[i]); return ${sumOf('y')};`,
  ],
  ['fill', `const y = new Array(3).fill(x[1]); y[0] *= x[0]; return ${sumOf('y')};`],
  [
    'one loop for two arrays',
    `const y = new Array(4); const z = new Array(4); for (let i = 0; i < 4; i++) { y[i] = x[i]; z[i] = x[i] ** 2; } return ${sumOf('y')} * ${sumOf('z')};`,
  ],
])('An array that is filled by %s is as any.', (_, body) => {
  expect(disagreements(f(body), point)).toEqual([]);
  expect(leaves(body)).toBe(false);
});

test.each([
  `const y = new Array(3); y[1] = x[0]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 2; i++) y[i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 1; i < 3; i++) y[i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 3; i += 2) y[i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 3; i++) y[2 - i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 3; i++) if (x[i] > 0) y[i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 3; i++) { if (x[i] > 2) break; y[i] = x[i]; } return ${sumOf('y')};`,
  `const y = new Array(3); for (let i = 0; i < 3; i++) { y[i] = x[i]; y[i] *= y[i + 1] ?? 2; } return ${sumOf('y')};`,
  `const y = new Array(3); if (y[0] !== x[0]) y[0] = 1; for (let i = 0; i < 3; i++) y[i] = x[i]; return ${sumOf('y')};`,
  `const y = new Array(3); const z = y; const s = z[0] ?? x[1]; for (let i = 0; i < 3; i++) y[i] = x[i]; return s + ${sumOf('z')};`,
  `const rows = [new Array(2), [1, 2]]; let s = 0; for (const row of rows) s += row[1] ?? x[0]; return s;`,
])('A read that may find nothing can leave: %s', (body) => {
  expect(leaves(body)).toBe(true);
});

test('A condition of a loop that may find nothing is refused.', () => {
  const body = 'const y = new Array(3); let k = 0; while (y[k] > 0) k++; return x[k];';
  expect(loweredText(f(body))).toMatchObject({
    reason: { what: 'a new Array in a call or in the condition of a loop' },
  });
});
