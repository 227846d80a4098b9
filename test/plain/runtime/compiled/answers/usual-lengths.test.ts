/** Arguments of lengths that come often are answered by code of their own; all others by the code for any length. */
import { valueAndGrad } from 'delta-tape';
import {
  byUsualLengths,
  effort,
} from '../../../../../src/plain/runtime/compiled/answers/usual-lengths.js';
import { Derivatives } from '../../../../../src/plain/runtime/compiled/answers/derivatives.js';
import type { Func } from '../../../../../src/plain/ir/ir.js';
import { compiled } from '../../../../../src/plain/runtime/compiled/lowered.js';
import { funcOf } from '../../../../support/numeric.js';
import { load } from '../../../../support/plain.js';
import { range } from '../../../../support/range.js';
import { answer, compared, withoutCompiled } from '../../../../support/tiers.js';

const sumOfSquares = `function f(x: Float64Array, y: Float64Array) {
  let s = 0;
  for (let i = 0; i < x.length; i++) s += x[i] * x[i] * (y[i] ?? 1);
  return s;
}`;
const floats = (size: number) => Float64Array.from(range(size), (k) => 0.5 + k);

/** The answer to a call, and the number of times that code is made. */
function asked(text = sumOfSquares, untilMade = 0) {
  effort.untilMade = untilMade;
  let made = 0;
  const code = (known: Func) => {
    made++;
    return known;
  };
  const usual = () => 'usual';
  const run = byUsualLengths(usual, 2, funcOf(text), code);
  const by = (...sizes: [number, number]) =>
    run(...sizes.map(floats)) === 'usual' ? 'usual' : 'made';
  return { by, isAsked: run !== usual, times: () => made };
}
afterEach(() => {
  effort.untilMade = 0;
});

test('Code is made once a function has run long enough.', () => {
  const { by, times } = asked(sumOfSquares, 100);
  const answers = range(12).map(() => by(4, 4));
  const first = answers.indexOf('made');
  expect(first).toBeGreaterThan(2);
  expect(answers.slice(first)).toEqual(answers.slice(first).fill('made'));
  expect(times()).toBe(1);
});

test('Other lengths come to the code for any length, and to code of their own if they stay.', () => {
  const { by, times } = asked();
  expect([by(4, 4), by(3, 4), by(4, 3), by(4, 4)]).toEqual(['made', 'usual', 'usual', 'made']);
  const answers = range(80).map(() => by(3, 3));
  expect(answers[0]).toBe('usual');
  expect(answers.at(-1)).toBe('made');
  expect([by(4, 4), times()]).toEqual(['usual', 2]);
});

test('Long arrays may have any length beside short ones.', () => {
  const { by } = asked();
  expect([by(4, 300), by(4, 301), by(4, 20)]).toEqual(['made', 'made', 'made']);
});

test.each([
  ['that are long', sumOfSquares, [300, 300] as [number, number]],
  [
    'whose loops do not depend on them',
    'function f(x: Float64Array, y: Float64Array) { let s = 0; for (let i = 0; i < x[0]; i++) s += y[i]; return s; }',
    [4, 4] as [number, number],
  ],
])('Lengths %s get no code.', (_, text, sizes) => {
  const { by, times } = asked(text);
  expect([by(...sizes), by(...sizes)]).toEqual(['usual', 'usual']);
  expect(times()).toBe(0);
});

test('Lengths that never stay are waited for no more.', () => {
  const { by, times } = asked(sumOfSquares, 1e9);
  for (let k = 0; k < 70; k++) by(1 + (k % 9), 2);
  effort.untilMade = 0;
  for (let k = 0; k < 70; k++) expect(by(4, 4)).toBe('usual');
  expect(times()).toBe(0);
});

test.each([
  ['writes into an argument', 'for (let i = 0; i < x.length; i++) y[i] = x[i]; return y[0];'],
  ['has no loops', 'return x[0] * y[1];'],
])('A function that %s is not asked.', (_, body) => {
  expect(asked(`function f(x: Float64Array, y: Float64Array) { ${body} }`).isAsked).toBe(false);
});

test.each([
  ['tangent', 1],
  ['tangent', 2],
  ['pullback', 1],
  ['product', 1],
  ['product', 2],
] as const)('Code of a %s in %i lanes is made for lengths, too.', (kind, lanes) => {
  let asked = 0;
  const run = (untilMade: number) => {
    const get = () => (asked++, untilMade);
    Object.defineProperty(effort, 'untilMade', { configurable: true, get });
    const made = new Derivatives(funcOf(sumOfSquares)).of(kind, [0], lanes, false)!;
    const { length } = made.moving;
    const more =
      kind === 'pullback' ? [floats(3), 2] : kind === 'product' ? [new Float64Array(3)] : [];
    const moving = Array.from({ length }, () => floats(3 * lanes));
    const found = made.run(floats(3), floats(3), ...more, ...moving);
    return [found, more, moving]
      .flat()
      .flatMap((x) => (typeof x === 'number' ? [x] : [...(x as Float64Array)]));
  };
  const [found, expected] = [run(0), run(1e9)];
  Object.defineProperty(effort, 'untilMade', { configurable: true, writable: true, value: 0 });
  expect(asked).toBe(2);
  expect(found).toEqual(expected.map((x) => expect.closeTo(x, 9) as number));
});

test('Gradients are those of runs, whatever lengths come.', () => {
  compiled.answer = answer;
  const f = load(`exports.f = f;
    function f(x: Float64Array, w: number[]): number {
      const d = x.length;
      const c = new Float64Array(d);
      let sum = 0;
      for (let k = 0; k < w.length; k++) {
        for (let i = 0; i < d; i++) { c[i] = x[i] - w[k]; for (let j = 0; j < i; j++) c[i] += c[j] * x[j] * 0.1; }
        let greatest = -Infinity;
        for (let i = 0; i < d; i++) if (c[i] > greatest) greatest = c[i];
        sum += Math.log(1 + greatest * greatest) * c[0];
      }
      return sum;
    }`).f as (x: Float64Array, w: number[]) => number;
  const gradient = valueAndGrad(f as never, { wrt: [0, 1] }) as unknown as (
    x: Float64Array,
    w: number[],
  ) => { value: number; gradient: [Float64Array, number[]] };
  for (const d of [2, 3, 2, 0, 9, 3])
    for (const n of [1, 4, 0, 300]) {
      const args: [Float64Array, number[]] = [floats(d), [...floats(n)]];
      const [found, expected] = [gradient(...args), withoutCompiled(() => gradient(...args))];
      expect(Object.is(found.value, expected.value)).toBe(true);
      const [own, others] = [found, expected].map((of) => of.gradient.flatMap((all) => [...all]));
      own.forEach((slope, k) => expect(slope).toBeCloseTo(others[k], 9));
    }
  compiled.answer = compared;
});
