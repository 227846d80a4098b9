/** Loops that count by fractions have compiled gradients: they carry what they count. */
import { valueAndGrad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';

test.each([
  ['a step', 'for (let t = 0; t < 5; t += 0.05)'],
  ['a constant', 'const dt = 0.05; for (let t = 0; t < 5; t += dt)'],
  ['a beginning', 'for (let t = 0.5; t < 5; t++)'],
  ['a step downwards', 'for (let t = 2; t > 0; t += -0.1)'],
  ['a step that a number is divided into', 'const n = 16; for (let t = 0; t < 5; t += 1 / n)'],
  ['a step that is given', 'for (let t = 0; t < 5; t += p[2])'],
  ['a step that is computed', 'const n = 3; const dt = n / 12; for (let t = 0; t < 5; t += dt)'],
])('%s', (_, loop) => {
  const { f } = load<{ f: (p: number[]) => number }>(
    `exports.f = f; function f(p: number[]): number { let v = 0; ${loop} v += (p[0] - v) * 0.05 * p[1] * t; return v; }`,
  );
  const found = valueAndGrad(f)([1, 2, 0.1]);
  expect(why(f).versions[0].signatures?.[0]).toMatchObject({ last: 'answered' });
  const expected = withoutCompiled(() => valueAndGrad(f)([1, 2, 0.1]));
  expect(found.value).toBe(expected.value);
  found.gradient.forEach((slope, k) => {
    expect(slope).toBeCloseTo(expected.gradient[k], 10);
  });
});
