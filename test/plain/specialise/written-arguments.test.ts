/** Functions that write what they are given leave it as the program leaves it. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { Refusal } from '../../../src/plain/specialise/values/abstract.js';
import { numbersIn } from '../../support/both-roads.js';
import { loaded, program } from '../../support/known-programs.js';
import { close } from '../../support/outcome.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import { withoutCompiled } from '../../support/tiers.js';
import type { Any } from '../../support/untyped.js';

const args = (): unknown[] => [
  [1.5, -0.5, 0.25],
  [1, 2, 3],
  new Float64Array([0.5, 4, -1]),
  [
    [1, 2],
    [3, 4],
  ],
  { list: [5, 6], n: 1, last: null },
];
const places = ['xs[I]', 'as[I]', 'fs[I]', 'rows[J][J]', 'o.list[J]', 'o.n', 'work[I]', 'total'];
const programs = fc
  .letrec<{ value: string; statement: string; statements: string[] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(...places, 'I', '0.5', 'as.length'),
      fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*'), tie('value'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
    ),
    statement: fc.oneof(
      { maxDepth: 2 },
      fc
        .tuple(fc.constantFrom(...places), fc.constantFrom('=', '+=', '*='), tie('value'))
        .map((parts) => `${parts.join(' ')};`),
      tie('value').map((of) => `as.push(${of});`),
      tie('value').map((of) => `o.last = { x: ${of} };`),
      tie('value').map((of) => `o.more = ${of};`),
      fc.constant('fs.subarray(1)[0] *= 2;'),
      fc.constant('as.reverse();'),
      fc
        .tuple(tie('value'), tie('statements'))
        .map(([of, inner]) => `if (${of} > 0.5) { ${inner.join(' ')} }`),
      tie('statements').map((inner) => `for (const i of [0, 1]) { ${inner.join(' ')} }`),
      tie('statements').map((inner) => `for (let i = 0; i < 2; i++) { ${inner.join(' ')} }`),
    ),
    statements: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }),
  }))
  .statements.chain((all) => fc.tuple(fc.constant(all), fc.infiniteStream(fc.nat({ max: 2 }))))
  .map(([all, indices]) => {
    const text = all.join(' ').replace(/[IJ]/g, (which) => {
      const k = indices.next().value as number;
      return which === 'I' ? String(k) : String(k % 2);
    });
    return `const work = [1, 2, 3]; let total = 0.25;
EXPORT function f(xs, as, fs, rows, o) { ${text} let s = 0; for (const x of xs) s = s * 0.5 + x; for (const a of as) s += a * xs[0]; for (const row of rows) s += row[0] * row[1]; return s + fs[0] * fs[1] + o.list[0] * o.n + work[1] + total; }
EXPORT const state = () => [work, total];`;
  });

test('Random programs.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(programs, fc.nat({ max: 3 }), (text, wrt) => {
    const own = loaded<Record<string, Any>>(text.replaceAll('EXPORT', 'export'));
    const bare = text.replaceAll('EXPORT', '');
    const other = load<Record<string, Any>>(`${bare}\nexports.f = f; exports.state = state;`);
    const run = load<Record<string, Any>>(`${bare}\nexports.f = f; exports.state = state;`);
    let gradient;
    all++;
    try {
      gradient = gradientOf(specialise(program, own.f, args(), wrt), wrt);
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    const [mine, yours, theirs] = [args(), args(), args()];
    const before = structuredClone([own.state(), mine]);
    const found = gradient(mine);
    if (found === null) {
      expect([own.state(), mine]).toEqual(before);
      return;
    }
    right++;
    const value = other.f(...yours);
    // Of the argument itself, a run works on a copy.
    yours[wrt] = args()[wrt];
    expect([found.value, own.state(), mine]).toEqual([value, other.state(), yours]);
    const by = valueAndGrad as unknown as (f: Any, options: object) => Any;
    const expected = withoutCompiled(() => by(run.f, { wrt })(...theirs)) as { gradient: unknown };
    const [one, two] = [found.gradient, expected.gradient].map(numbersIn);
    expect(one.length === two.length && one.every((x, k) => close(x, two[k]))).toBe(true);
  });
  fc.assert(property, { numRuns: sampled(240) });
  expect(right / all).toBeGreaterThan(0.3);
});

test('Arrays that are written are seen under one name only, and objects may get new fields.', () => {
  const { f } = loaded<Record<string, Any>>(
    'export function f(x, as, bs, o) { as[0] = x; o.last = { x }; return as[0] * bs[1] + o.last.x; }',
  );
  const gradient = gradientOf(specialise(program, f, [2, [1, 2], [3, 4], {}]));
  const [as, o] = [[1, 2], {}];
  expect(gradient([2, as, [3, 4], o])).toEqual({ value: 10, gradient: 5 });
  expect([as, o]).toEqual([[2, 2], { last: { x: 2 } }]);
  expect(gradient([2, as, as, {}])).toBeNull();
  expect(gradient([2, as, [3, 4], Object.freeze({})])).toBeNull();
  const buffer = new ArrayBuffer(32);
  const g = gradientOf(specialise(program, f, [2, new Float64Array(2), new Float64Array(2), {}]));
  const parts = [new Float64Array(buffer, 0, 2), new Float64Array(buffer, 16, 2)];
  expect(g([2, parts[0], parts[1], {}])).toBeNull();
  expect(g([2, parts[0], new Float64Array(2), {}])).toEqual({ value: 2, gradient: 1 });
});

test('Random numbers are drawn by the code.', () => {
  const { f } = loaded<Record<string, Any>>(
    'export function f(x) { let s = 0; for (let i = 0; i < 3; i++) s += x * Math.random(); return s; }',
  );
  const gradient = gradientOf(specialise(program, f, [2]));
  const found = [gradient([2])!, gradient([2])!];
  expect(found[0].value).not.toBe(found[1].value);
  for (const { value, gradient: slope } of found) expect(slope).toBeCloseTo(value / 2, 12);
});
