/** Functions that ask for more than the numbers of elements that are not there. Their gradients as files are lists of the right length. */
import { transformSync } from 'esbuild';
import { grad } from 'delta-tape';
import { gradientSource } from 'delta-tape/compile';
import { asksBeyond } from '../../../src/plain/analyse/beyond.js';
import { effort } from '../../../src/plain/runtime/compiled/answers/usual-lengths.js';
import { funcOf, improved } from '../../support/numeric.js';
import { load, run } from '../../support/plain.js';

// Files have the bits of code for any length.
const { untilMade } = effort;
beforeAll(() => void (effort.untilMade = Infinity));
afterAll(() => void (effort.untilMade = untilMade));

const bodied = (body: string): string =>
  `export function f(x: number[], k: number): number { let s = 0; ${body} return s; }`;
const over = (statement: string): string =>
  bodied(`for (let i = 0; i < x.length; i++) { ${statement} }`);

test.each([
  ['the neighbour behind, if there is one', over('s += x[i] * (x[i + 1] ?? 0);'), true],
  ['the neighbour before, if there is one', over('s += x[i] * (x[i - 1] ?? 0);'), true],
  ['a neighbour, or something else', over('s += x[i] * (x[i + 1] || 2);'), true],
  ['whether it is less', over('if (x[i + 1] < x[i]) s += x[i + 1] * x[i];'), true],
  ['whether a difference is less', over('const d = x[i + 1] - x[i]; if (d > 0) s += d;'), true],
  ['a copy of it', over('const y = [x[i + 1]]; s += (y[0] ?? 1) * x[i];'), true],
  ['any place', bodied('s = (x[k] ?? 5) * x[0];'), true],
  ['elements that are there', over('if (x[i] > 0) s += x[i] * x[0];'), false],
  [
    'neighbours that are there',
    bodied('for (let i = 1; i < x.length; i++) if (x[i] > x[i - 1]) s += x[i] ** 2;'),
    false,
  ],
  ['numbers only', over('s += x[i] * x[k];'), false],
])('Of %s it is known.', (_, text, asks) => {
  expect(asksBeyond(improved(funcOf(text.replace('export ', ''))))).toBe(asks);
  const { code } = transformSync(gradientSource(text, { exactZeros: true }), {
    loader: 'ts',
    format: 'cjs',
  });
  const { fGradient } = run<{
    fGradient: (x: number[], k: number) => { gradient: number[] };
  }>(code);
  const { f } = load<{ f: (x: number[], k: number) => number }>(
    `${text.replace('export ', '')}\nexports.f = f;`,
  );
  for (const k of asks ? [2, 3, -1] : [2]) {
    const x = [0.7, 0.4, 0.9];
    expect(fGradient(x, k).gradient).toEqual(grad(f)(x, k));
  }
});
