/** Stores of what an element was plus or minus something: the cotangent of the element stays in its place. */
import { stayingCotangentsIn } from '../../../src/plain/analyse/staying-cotangents.js';
import { adjoint, emit, funcOf, improved, partials } from '../../support/numeric.js';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';
import { grad } from 'delta-tape';

const bodied = (body: string): string =>
  `function f(x: Float64Array): number { const w = x.slice(), v = w; let s = 0; ${body} return s + w[0] * w[1]; }`;

test.each([
  ['a difference', 'for (let i = 0; i < 2; i++) w[i] -= x[i] * x[0];', 1],
  ['a sum, from either side', 'w[1] = x[0] + w[1]; w[0] = w[0] + x[1];', 2],
  ['what an element is subtracted from', 'w[1] = x[0] - w[1];', 0],
  ['an element and itself', 'w[1] = w[1] + w[1];', 0],
  ['another element', 'for (let i = 0; i < 2; i++) w[i] = w[1 - i] + x[i];', 0],
  ['a sum that is used again', 'const t = w[1] + x[0]; w[1] = t; s += t * t;', 0],
  ['an element that is stored into in between', 'const t = w[1]; v[1] = x[0]; w[1] = t + x[1];', 0],
  [
    'an element that may be stored into in between',
    'const t = w[1]; if (x[0] > 0) v[1] = x[0]; w[1] = t + x[1];',
    0,
  ],
  [
    'an element that another name adds to in between',
    'const t = w[1]; v[1] += x[0] * t; w[1] = t - x[1];',
    1,
  ],
])('Of %s it is known what stays in its place.', (_, body, count) => {
  const text = bodied(body);
  const func = improved(funcOf(text));
  expect(stayingCotangentsIn(func).size).toBe(count);
  const { f } = load<{ f: (x: Float64Array) => number }>(`${text}\nexports.f = f;`);
  const x = Float64Array.of(0.7, 0.4);
  const expected = withoutCompiled(() => grad(f)(x));
  [...grad(f)(x)].forEach((slope, k) => {
    expect(slope).toBeCloseTo(expected[k], 12);
  });
});

test('Neither a cotangent nor an element is put back where that changes nothing.', () => {
  const f = improved(
    funcOf(`function f(x: Float64Array): number {
      const rows = [x.slice(), x.slice(), x.slice()];
      for (let i = 1; i < 3; i++) for (let j = 0; j < 3; j++) rows[i][j] -= 0.5 * rows[i - 1][j];
      let s = 0;
      for (let j = 0; j < 3; j++) s += rows[1][j] * rows[2][j];
      return s;
    }`),
  );
  const made = adjoint(f, f.region.params, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  const { code } = emit(improved(made.func));
  expect(code).not.toContain('old');
  expect(code).not.toMatch(/\] = 0;/);
});

test('An element of a row is put back where an earlier step reads it again.', () => {
  const text = `function f(x: Float64Array): number {
    const rows = [x.slice(), x.slice()];
    let s = 0;
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 2; j++) s += rows[k % 2][j] * rows[1][j] * s + x[0];
      for (let j = 0; j < 2; j++) rows[k % 2][j] = Math.sin(rows[1][j]);
    }
    return s;
  }`;
  const { f } = load<{ f: (x: Float64Array) => number }>(`${text}\nexports.f = f;`);
  const x = Float64Array.of(0.7, 0.4);
  const expected = withoutCompiled(() => grad(f)(x));
  [...grad(f)(x)].forEach((slope, k) => {
    expect(slope).toBeCloseTo(expected[k], 12);
  });
});
